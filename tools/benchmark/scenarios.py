"""What `make bench` measures."""

from .disturbing import first_joins, kill_amid
from .limits import committed_rows, writes
from .measuring import Row, Scenario, at_least, at_most
from .server import SCRATCH, Server, seed

MILLION = ("--max-labels", "2000000")
LIST_COUNT = 10


def words(text: str) -> list[str]:
    return text.split()


def fan_out(clients: int) -> list[float | None]:
    with Server() as server:
        result = server.bench(*words(f"--preset fanout --clients {clients} --duration 5"))
    return [result["editsPerSecond"], result["deliveriesPerSecond"]]


def paced() -> list[float | None]:
    with Server() as server:
        delivery = server.bench(*words("--preset fanout --rate 50 --duration 10"))["delivery"]
    return [delivery["p50"], delivery["p99"]]


def writers() -> list[float | None]:
    with Server() as server:
        result = server.bench(*words("--preset writers --duration 5"))
    return [result["editsPerSecond"], result["settlement"]["p99"]]


def limits() -> list[float | None]:
    return [committed_rows(SCRATCH, 1), committed_rows(SCRATCH, 32), writes(500, 300), writes(500, 64 * 271)]


def labels(count: int) -> tuple[str, ...]:
    return tuple(words(f"--clients 10 --writers 10 --window 64 --labels {count} --duration 1"))


def join() -> list[float | None]:
    with Server(seed=seed("100000-labels", *labels(100_000))) as server:
        result = server.bench(*words("--preset join --duration 20"))
    joins = result["joins"]
    return [joins["cpuMedian"], joins["cpuMean"], joins["bytesMost"] / 1e6, joins["time"]["p50"], result["settlement"]["p50"], result["settlement"]["max"]]


def snapshots() -> list[float | None]:
    """How long the loop is held while a list of 100,000 labels is edited, joined, made into snapshots and stored."""
    with Server("--log-level", "debug", seed=seed("100000-labels", *labels(100_000))) as server:
        server.bench(*words("--preset join --duration 5"))  # loads the list, which is not what is asked
        server.forget_log()
        server.bench(*words("--preset join --duration 20 --rate 500"))
        held = [[int(number) / 1_000 for number in found] for found in server.logged(r" loop\.held microseconds=(\d+) processorMicroseconds=(\d+)")]
        made = len(server.logged(r" snapshot\.made ")) + len(server.logged(r" snapshot\.stored "))
    return [made, len(held), max((time for time, _ in held), default=0), max((processor for _, processor in held), default=0)]


def storm() -> list[float | None]:
    with Server(seed=seed("10000-labels", *labels(10_000))) as server:
        result = server.bench(*words("--preset storm --duration 12"))
    return [max(result["storms"]), result["settlementInStorms"]["p99"]]


def stall() -> list[float | None]:
    with Server() as server:
        alone = server.bench(*words("--preset stall --stalled 0"))
    with Server() as server:
        beside = server.bench(*words("--preset stall"))

    def growth(result):
        return (result["server"]["bytesMost"] - result["server"]["bytesBefore"]) / 1e6

    ratio = beside["delivery"]["p99"] / alone["delivery"]["p99"]
    return [growth(beside), growth(alone), beside["delivery"]["p99"], alone["delivery"]["p99"], ratio]


def idle() -> list[float | None]:
    results = []
    for count in (90, 9_990):
        with Server("--max-connections", "12000") as server:
            results.append(server.bench(*words(f"--preset idle --idle {count} --duration 5")))
    few, many = results
    return [many["bytesPerIdleConnection"], many["editsPerSecond"], many["editsPerSecond"] / few["editsPerSecond"]]


def length() -> list[float | None]:
    speeds = []
    for count in (1_000, 200_000, 1_000_000):
        with Server(*MILLION, seed=seed(f"{count}-labels", *labels(count), serve=MILLION)) as server:
            flags = f"--clients 10 --writers 10 --existing yes --labels {count} --replicas 0 --duration 5"
            speeds.append(server.bench(*words(flags))["editsPerSecond"])
    return [speeds[0], speeds[1] / speeds[0], speeds[2] / speeds[0]]


def lists() -> list[float | None]:
    with Server() as server:
        one = server.bench(*words("--preset fanout --duration 5"))["deliveriesPerSecond"]
    with Server() as server:
        flags = "--lists 1000 --clients 5000 --writers 1000 --replicas 0 --labels 10 --duration 5"
        many = server.bench(*words(flags))["deliveriesPerSecond"]
    return [many, many / one]


def restart() -> list[float | None]:
    filled = seed("1000000-labels-in-lists", *words(f"--lists {LIST_COUNT} --clients 20 --writers 20 --window 64 --labels 100000 --duration 1"))
    with Server(seed=filled) as server:
        return list(first_joins(server, [f"bench-{number}" for number in range(1, LIST_COUNT + 1)]))


def long_log() -> list[float | None]:
    untrimmed = ("--history-entries", "1000000000")
    filled = seed("1000000-changes", *words("--clients 50 --writers 50 --window 32 --labels 1000 --duration 60"), serve=untrimmed)
    with Server(*untrimmed, seed=filled) as server:
        return list(first_joins(server, ["bench"]))


def kill() -> list[float | None]:
    result = kill_amid("--preset", "writers", "--duration", "4")
    return [len(result["violations"])]


ALL = [
    Scenario("without any server", (
        Row("SQLite, 1 row a commit", "rows/s"), Row("SQLite, 32 rows a commit", "rows/s"), Row("writes of 300 bytes to 500 connections", "writes/s"),
        Row("writes of 64 edits, 17 KB, to 500 connections", "writes/s")), limits,
        "from Python; rows of 200 bytes in a table without an index. About what one thread can commit, and send, here"),
    *(Scenario(f"fan-out to {clients}", (Row("edits", "edits/s"), Row("deliveries", "deliveries/s")), lambda clients=clients: fan_out(clients),
               "one writer, window 64") for clients in (10, 100, 500)),
    Scenario("50 edits/s to 500", (Row("p50 at others", "ms"), Row("p99 at others", "ms")), paced),
    Scenario("50 writers, window 8", (Row("edits", "edits/s"), Row("p99 to outcome", "ms", **at_most(20))), writers),
    Scenario("join 100,000 labels", (
        Row("server's CPU, median", "ms", **at_most(3)), Row("server's CPU, mean with the making of snapshots", "ms"), Row("bytes", "MB", **at_most(3.5)), Row("time", "ms"),
        Row("edits meanwhile, p50 to outcome", "ms"), Row("edits meanwhile, longest to outcome", "ms")), join,
        "at 50 edits/s; the median is that of joins that find a made snapshot"),
    Scenario("making snapshots of 100,000 labels", (
        Row("made or stored", ""), Row("turns of the loop over 5 ms", ""), Row("the longest, 0: none over 5", "ms"),
        Row("the processor's time in one, at most", "ms", **at_most(5))), snapshots,
        "500 edits/s and joins, 20 s; what a turn takes over its processor's time it had to wait for one of the two processors"),
    Scenario("1,000 resume at once", (Row("all current", "ms", **at_most(2_000)), Row("others' edits, p99 to outcome", "ms", **at_most(100))), storm,
             "10,000 labels, 50 edits/s, away for half a second; the slowest of 3 storms"),
    Scenario("10 readers that never read", (
        Row("server's memory grows by", "MB", **at_most(16)), Row("without them", "MB"), Row("p99 at others", "ms"), Row("without them, p99", "ms"),
        Row("ratio", "×", **at_most(1.25))), stall, "500 edits/s of 2 KB, 20 s"),
    Scenario("10,000 idle", (Row("memory of each", "bytes", **at_most(8_192)), Row("edits of 10 active", "edits/s"),
                             Row("against 100 connections", "×", **at_least(0.8))), idle, "--max-connections 12000"),
    Scenario("length", (Row("1,000 labels", "edits/s"), Row("200,000 against it", "×", **at_least(0.8)), Row("1,000,000 against it", "×", **at_least(0.8))),
             length, "10 writers, window 8; --max-labels 2000000"),
    Scenario("1,000 lists of 5 clients", (Row("deliveries", "deliveries/s"), Row("against one list of 500", "×", **at_least(0.5))), lists,
             "one writer in each list, window 8"),
    Scenario("restart, 1,000,000 labels in 10 lists", (Row("until it listens", "ms"), Row("slowest first join", "ms", **at_most(2_000))), restart),
    Scenario("restart, 1,000,000 changes", (Row("until it listens", "ms"), Row("first join", "ms", **at_most(2_000))), long_log,
             "1,000 labels; --history-entries 1000000000"),
    Scenario("kill -9 under 50 writers", (Row("edits lost, doubled or misplaced", "", **at_most(0)),), kill, "killed after a second, started again at once"),
]


def chosen(only: list[str]) -> list[Scenario]:
    """Those whose names have one of the words; all of them if there is none."""
    return [scenario for scenario in ALL if not only or any(word in scenario.name for word in only)]
