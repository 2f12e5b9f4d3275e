"""Measures the page with many labels in a real browser and prints a table: `make bench-page`, or
`.venv/bin/python Tests/Browser/bench_page.py [--labels N] [--only WORD…]`. Nothing else should run meanwhile. No test: numbers are
of the machine. Exits with 1 if a number misses its target."""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import chromium
from playwright.async_api import Browser, CDPSession, Page, async_playwright
from seed import Writer, writer
from server import Server

# From a key's own time to the frame that shows what it did: a task that is queued as the frame is drawn runs after it. A character
# that no key stands for is entered without one: its time is that of the input.
TO_PAINT = """addEventListener("input", ({ target, timeStamp }) => {
  if (target.id !== "query") return;
  const at = bench.keyAt ?? timeStamp;
  bench.keyAt = null;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => bench.paints.push(performance.now() - at);
    port2.postMessage(null);
  });
}, true);
addEventListener("keydown", ({ timeStamp }) => { bench.keyAt = timeStamp; }, true);"""
# Holds diffs back and gives their changes to the page as one message.
HOLD = """globalThis.bench = { paints: [], frames: [], held: null };
globalThis.WebSocket = class extends WebSocket {
  set onmessage(listener) {
    super.onmessage = listener && ((event) => {
      const message = typeof event.data === "string" && bench.held ? JSON.parse(event.data) : null;
      if (message?.type === "diff") bench.held.push(...message.changes);
      else listener(event);
    });
    bench.release = () => {
      const data = JSON.stringify({ type: "diff", changes: bench.held });
      bench.held = null;
      const start = performance.now();
      listener({ data });
      return new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))));
    };
  }
};"""
FRAMES = """(() => {
  let last;
  const frame = (time) => {
    if (last !== undefined) bench.frames.push(time - last);
    last = time;
    if (bench.isScrolling) requestAnimationFrame(frame);
  };
  bench.isScrolling = true;
  bench.frames = [];
  requestAnimationFrame(frame);
})()"""
FIRST_ROWS = """() => new Promise((done) => {
  const look = () => document.querySelector(".row-item .name") ? setTimeout(() => done(performance.now())) : requestAnimationFrame(look);
  look();
})"""
QUERIES = ["ring", "tile 9", "istanbul", "ş", "e", "12345", "draft review", "zzz", "straße", "caf"]


@dataclass
class Row:
    what: str
    value: float
    unit: str
    target: float

    @property
    def is_met(self) -> bool:
        return self.value <= self.target

    def __str__(self) -> str:
        return f"| {self.what:<58} | {self.value:>8.1f} {self.unit:<2} | ≤ {self.target:>5.0f} {self.unit:<2} | {'yes' if self.is_met else 'NO':<3} |"


class Bench:
    def __init__(self, browser: Browser, server: Server, many: int) -> None:
        self.browser = browser
        self.server = server
        self.many = many
        self.rows: list[Row] = []

    def note(self, what: str, value: float, unit: str, target: float) -> None:
        self.rows.append(Row(what, value, unit, target))
        print(self.rows[-1], flush=True)

    async def open(self, name: str, fragment: str = "") -> tuple[Page, float]:
        """A page of somebody new, and when its first rows were drawn, in milliseconds since it began to open."""
        context = await self.browser.new_context(locale="en-US", viewport={"width": 1280, "height": 800})
        page = await context.new_page()
        await page.add_init_script(HOLD + TO_PAINT)
        await page.goto(self.server.list_address(name) + fragment, wait_until="commit")
        return page, await page.evaluate(FIRST_ROWS)

    async def opening(self, name: str, count: int, target: float) -> None:
        times = []
        for _ in range(5):
            page, time = await self.open(name)
            times.append(time)
            await page.context.close()
        self.note(f"open to first rows, {count:,} labels, median of 5", statistics.median(times), "ms", target)

    async def typing(self) -> None:
        page, _ = await self.open("many")
        await page.get_by_text(f"{self.many:,} of {self.many:,} shown").wait_for()
        await page.wait_for_timeout(1_500)
        await page.get_by_label("Filter labels").focus()
        for query in QUERIES:
            for key in [*query, *["Backspace"] * len(query)]:
                seen = await page.evaluate("bench.paints.length")
                await page.keyboard.press(key) if key.isascii() else await page.keyboard.insert_text(key)
                await page.wait_for_function("seen => bench.paints.length > seen", arg=seen)
        paints = sorted(await page.evaluate("bench.paints"))
        self.note(f"filter keystroke to paint, p50 of {len(paints)}", paints[len(paints) // 2], "ms", 16)
        self.note("filter keystroke to paint, p95", paints[len(paints) * 95 // 100], "ms", 33)
        await page.context.close()

    async def diffs(self, made: Writer) -> None:
        for what, fragment, at in [("", "", 0), (", filtered", "#q=ring", 0), (", in the middle", "", 0.5)]:
            page, _ = await self.open("many", fragment)
            await page.get_by_text(f"of {self.many:,} shown").wait_for()
            session = await page.context.new_cdp_session(page)
            await session.send("Performance.enable")
            await page.evaluate("at => scrollTo(0, document.documentElement.scrollHeight * at)", at)
            await page.wait_for_timeout(1_500)
            scripts = [await self.one_diff(page, session, made, seed) for seed in range(7)]
            self.note(f"script of a diff of 1,000 changes{what}, median of 7", statistics.median(scripts), "ms", 16)
            await page.context.close()

    async def one_diff(self, page: Page, session: CDPSession, made: Writer, seed: int) -> float:
        await page.evaluate("bench.held = []")
        applied = made.applied
        await thousand_changes(made, seed)
        await page.wait_for_function("count => bench.held.length >= count", arg=made.applied - applied)
        await page.wait_for_timeout(1_000)
        before = await script_time(session)
        await page.evaluate("bench.release()")
        # Rows near the screen are drawn 100 ms later; what the page prepares for a query at rest is no work of the diff's.
        await page.wait_for_timeout(200)
        return await script_time(session) - before

    async def scrolling(self) -> None:
        page, _ = await self.open("many")
        await page.get_by_text(f"{self.many:,} of {self.many:,} shown").wait_for()
        await page.wait_for_timeout(1_500)
        await page.mouse.move(400, 500)
        await page.evaluate(FRAMES)
        for step in range(120):
            await page.mouse.wheel(0, 120 if step % 3 else 600)
            await page.wait_for_timeout(8)
        for place in range(20):
            await page.evaluate("at => scrollTo(0, document.documentElement.scrollHeight * at)", place / 20)
            await page.wait_for_timeout(20)
        frames = sorted(await page.evaluate("bench.isScrolling = false, bench.frames"))
        self.note(f"frames over 33 ms while scrolling, of {len(frames)}", sum(frame > 34 for frame in frames), "", 0)
        self.note("longest frame while scrolling", frames[-1], "ms", 34)
        await page.context.close()

    async def heap(self) -> None:
        page, _ = await self.open("many")
        await page.get_by_text(f"{self.many:,} of {self.many:,} shown").wait_for()
        await page.get_by_label("Filter labels").fill("ring")
        await page.get_by_label("Filter labels").fill("")
        await page.wait_for_timeout(1_000)
        session = await page.context.new_cdp_session(page)
        await session.send("HeapProfiler.collectGarbage")
        used = (await session.send("Runtime.getHeapUsage"))["usedSize"]
        self.note("heap after a filter was used", used / 1024 / 1024, "MB", 120)
        await page.context.close()


async def script_time(session: CDPSession) -> float:
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    return 1_000 * next(metric["value"] for metric in metrics if metric["name"] == "ScriptDuration")


async def thousand_changes(made: Writer, seed: int) -> None:
    """600 renames, 250 inclusions, 50 insertions, 50 removals, 50 moves, all over the list."""
    chance = random.Random(seed)
    for number in range(1_000):
        label = chance.choice(made.ids)
        if number < 600:
            await made.edit(kind="rename", ids=[label], name=f"Ring {seed} {number}", base="", seen=made.revision)
        elif number < 850:
            await made.include(label, not made.included[label])
        elif number < 900:
            await made.insert(f"Tile {seed} {number}", place=("after", label))
        elif number < 950:
            made.ids.remove(label)
            await made.edit(kind="remove", ids=[label])
        else:
            await made.edit(kind="move", ids=[label], place=["after", chance.choice(made.ids)], orientation=0)
    await made.settle()


async def measure(bench: Bench, made: Writer, words: list[str]) -> None:
    measures: dict[str, Callable[[], Awaitable[None]]] = {
        "open-few": lambda: bench.opening("few", 1_000, 150),
        "open-many": lambda: bench.opening("many", bench.many, 1_000),
        "typing": bench.typing,
        "scrolling": bench.scrolling,
        "heap": bench.heap,
        "diffs": lambda: bench.diffs(made),
    }
    for name, run in measures.items():
        if not words or name in words:
            await run()


async def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--labels", type=int, default=100_000)
    parser.add_argument("--only", nargs="*", default=[])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        server.start()
        try:
            async with writer(server, "few") as few:
                await few.fill(1_000)
            async with writer(server, "many") as made, async_playwright() as playwright:
                await made.fill(arguments.labels)
                browser = await playwright.chromium.launch(executable_path=chromium.EXECUTABLE, args=chromium.ARGUMENTS)
                bench = Bench(browser, server, arguments.labels)
                await measure(bench, made, arguments.only)
                await browser.close()
        finally:
            server.stop()
    return 0 if all(row.is_met for row in bench.rows) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
