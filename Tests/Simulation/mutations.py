"""Breaks one rule of the engine at a time, in a copy, and checks that the simulation or a test of the engine notices.

`python3 Tests/Simulation/mutations.py [WORD…]`: all, or those whose rule holds one of the words. Exits with 1 if a rule is broken
and nothing shows it. Takes about a minute a rule, so it is no part of `make test`.
"""

import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / ".build" / "mutations"
SEEDS = "4000"
# Copies that are built and run at a time.
JOBS = 2


class DoesNotCompile(Exception):
    pass


@dataclass(frozen=True)
class Mutation:
    rule: str
    file: str
    old: str
    new: str


MUTATIONS = (
    Mutation(
        "An outcome is acknowledged only once it is stored",
        "LabelEngine/Replica/Replica+Sending.swift",
        "durable?.acknowledgedThrough ?? acknowledged }",
        "acknowledged }",
    ),
    Mutation(
        "An edit is sent only once it is stored",
        "LabelEngine/Replica/Replica+Sending.swift",
        "next.sequence <= durable?.sealedThrough ?? .max,",
        "next.sequence <= Int.max,",
    ),
    Mutation(
        "A welcome replaces the outcomes that waited on an earlier connection",
        "LabelEngine/Replica/Replica+Receiving.swift",
        "    deferred = [:]\n",
        "",
    ),
    Mutation(
        "While a snapshot is awaited no revision counts as reached",
        "LabelEngine/Replica/Replica+Receiving.swift",
        "guard !isAwaitingSnapshot, let revision",
        "guard let revision",
    ),
    Mutation(
        "An edit applied only in part is settled only by `settled`",
        "LabelEngine/Replica/Replica+Receiving.swift",
        "if change.author == author, !change.isPartial {",
        "if change.author == author {",
    ),
    Mutation(
        "After a reset, what the server has no record of forgets what its editor had seen",
        "LabelEngine/Replica/Replica+Receiving.swift",
        "outbox[index].edit = outbox[index].edit.forgettingSeen",
        "outbox[index].edit = outbox[index].edit",
    ),
    Mutation(
        "After a load whatever has a sequence counts as sent",
        "LabelEngine/Replica/Replica+Storage.swift",
        "sentEver = stored.nextSequence - 1",
        "sentEver = 0",
    ),
    Mutation(
        "An unsent undo is not carried over to a new client",
        "LabelEngine/Replica/Replica+Sending.swift",
        "if case .undo(let sequence) = edit {",
        "if case .undo(let sequence) = edit, sequence < 0 {",
    ),
    Mutation(
        "An edit that closes the connection twice is withdrawn",
        "LabelEngine/Replica/Replica+Sending.swift",
        "guard closes.count >= 2 else",
        "guard closes.count >= 2_000_000 else",
    ),
    Mutation(
        "A client that may have sent an edit says that it is known",
        "LabelEngine/Replica/Replica+Sending.swift",
        "if isWelcomed, !outbox.isEmpty { isClaimed = true }",
        "",
    ),
    Mutation(
        "Nothing of a batch leaves before its commit",
        "LabelEngine/List/ListState+Batches.swift",
        "    inFlight = batch\n",
        "    inFlight = batch\n    publish(batch.entries)\n",
    ),
    Mutation(
        "Deduplication looks at the queue and the batch in flight",
        "LabelEngine/List/ClientState.swift",
        "if let first = waiting.first(where: { $0.sequence == sequence }) {",
        "if let first = waiting.first(where: { $0.sequence == -sequence }) {",
    ),
    Mutation(
        "A sequence at or below the last one without an outcome is refused",
        "LabelEngine/List/ClientState.swift",
        "sequence <= max(lastSequence, acknowledged) ? .reused : .queue",
        ".queue",
    ),
    Mutation(
        "The hash of a resume point is checked",
        "LabelEngine/List/ListState+Hello.swift",
        "let fits = boundary.hash == point.hash",
        "let fits = boundary.hash == boundary.hash",
    ),
    Mutation(
        "The epoch of a resume point is checked",
        "LabelEngine/List/ListState+Hello.swift",
        " point.epoch == head.epoch,",
        "",
    ),
    Mutation(
        "Outcomes are chosen no earlier than the snapshot",
        "LabelEngine/List/ListState+Snapshots.swift",
        "for group in groups(of: client.settlements) {",
        "for group in groups(of: client.settlements.filter { _ in false }) {",
    ),
    Mutation(
        "`settled` follows the diff that reaches its revision",
        "LabelEngine/List/ListState.swift",
        "behind: fanOut.end)",
        "behind: 0)",
    ),
    Mutation(
        "A newer connection of a client replaces the older one",
        "LabelEngine/List/ListState+Hello.swift",
        "      disconnect(other, .replaced)\n",
        "",
    ),
    Mutation(
        "A snapshot holds only what is published",
        "LabelEngine/List/ListState+Snapshots.swift",
        "guard inFlight == nil, made[coding] == nil",
        "guard made[coding] == nil",
    ),
    Mutation(
        "A change that is partial says so",
        "LabelEngine/List/ListState+Batches.swift",
        "isPartial: outcome.result != .applied,",
        "isPartial: false,",
    ),
    Mutation(
        "A placement is read in its author's orientation",
        "Labels/Placement.swift",
        "guard orientation == .reversed else { return spot }",
        "guard orientation == .reversed, spot == .first, spot == .last else { return spot }",
    ),
    Mutation(
        "The order of several labels turns with the orientation",
        "Labels/Evaluator.swift",
        "placement.orientation == .forward ? ids : ids.reversed()",
        "ids",
    ),
    Mutation(
        "Every author of overwritten unseen text is named",
        "Labels/Evaluator.swift",
        "      .map { Naming(author: $0.author, sequence: $0.sequence) }\n      .sorted()",
        "      .map { Naming(author: $0.author, sequence: $0.sequence) }\n      .sorted().prefix(1).map { $0 }",
    ),
    Mutation(
        "Authors of overwritten unseen text are named",
        "Labels/Evaluator.swift",
        "slot.namings.filter { $0.revision > seen &&",
        "slot.namings.filter { $0.revision > Int.max - seen &&",
    ),
    Mutation(
        "A removed id is never inserted again",
        "Labels/Evaluator.swift",
        "guard list.indexes[label.id] == nil, list.removal(of: label.id) == nil else",
        "guard list.indexes[label.id] == nil else",
    ),
    Mutation(
        "A change stands by its state, not by an equal value",
        "Labels/Evaluator+Undo.swift",
        "guard list.table.slots[index].stamps.included == transition.end(at: revision) else",
        "guard list.table.slots[index].label.isIncluded != replaced else",
    ),
    Mutation(
        "An insert is taken back only if nobody else changed the label",
        "Labels/Evaluator+Undo.swift",
        "guard !list.table.slots[index].stamps.isChanged(byOthersThan: stamp.author, after: revision) else",
        "guard revision > 0 || index < 0 else",
    ),
    Mutation(
        "A move is taken back only while it stands",
        "Labels/Evaluator+Undo.swift",
        "guard list.table.slots[index].stamps.place == transition.end(at: revision) else { throw .changedSince }",
        "",
    ),
    Mutation(
        "An undo of a trimmed entry is `tooOld`",
        "LabelEngine/List/ListState+Undo.swift",
        "(trimmedThrough > 0 ? .trimmed : .nothing)",
        ".nothing",
    ),
    Mutation(
        "Removed ids are part of every stored snapshot",
        "LabelEngine/Snapshots/StoredListCoding.swift",
        "let tombstones = list.sortedTombstones",
        "let tombstones = list.sortedTombstones.filter { tombstone in list.deadOldestFirst.contains(tombstone.id) }",
    ),
    Mutation(
        "Names merge where their changes do not touch",
        "Labels/Evaluator.swift",
        "case .merged(let merged) where limits.allow(name: merged): name = merged",
        "case .merged(let merged) where limits.allow(name: merged): name = merged == current ? merged : new",
    ),
    Mutation(
        "Effects of one edit are undone last first",
        "Labels/Evaluator+Undo.swift",
        "change.effects.reversed().compactMap",
        "change.effects.compactMap",
    ),
    Mutation(
        "An undo brings a field's state back by its name",
        "Labels/Evaluator+Undo.swift",
        "return try setIncluded(id, replaced, on: &list, restoring: transition.from)",
        "return try setIncluded(id, replaced, on: &list)",
    ),
    Mutation(
        "A removal that was made again is not taken back",
        "Labels/Evaluator+Undo.swift",
        "guard life == transition.end(at: revision) else { throw .changedSince }",
        "guard life >= 0 else { throw .changedSince }",
    ),
    Mutation(
        "Removing what is removed has no effect, and is no fault",
        "Labels/Evaluator.swift",
        "guard list.removal(of: id) == nil else { return nil }",
        "",
    ),
    Mutation(
        "A reverse says what it starts from",
        "Labels/Evaluator.swift",
        "guard list.orientation == start else { return false }",
        "",
    ),
    Mutation(
        "Removed slots mark their place until newer ones push them out",
        "Labels/LabelList+Mutations.swift",
        "while table.deadCount > limits.deadSlots {",
        "while table.deadCount > 0 {",
    ),
    Mutation(
        "A client's own text is not called unseen",
        "Labels/Evaluator.swift",
        "&& $0.author != stamp.author }",
        "}",
    ),
    Mutation(
        "Namings are part of every stored snapshot",
        "LabelEngine/Snapshots/StoredListCoding.swift",
        "writer.array(slot.namings)",
        "writer.array(slot.namings.prefix(0))",
    ),
    Mutation(
        "Stamps of changes are part of every stored snapshot",
        "LabelEngine/Snapshots/StoredListCoding.swift",
        "writer.array(slot.stamps.numbers)",
        "writer.array(slot.stamps.numbers.map { $0 * 0 })",
    ),
    Mutation(
        "The orientation is part of every stored snapshot",
        "LabelEngine/Snapshots/StoredListCoding.swift",
        'writer.field("orientation", list.orientation.rawValue)',
        'writer.field("orientation", 0)',
    ),
    Mutation(
        "A client that says that it is known and is not has expired",
        "LabelEngine/List/ListState+Messages.swift",
        "mayCreate: !hello.isClaimed || isOfAnotherList || !exists,",
        "mayCreate: isOfAnotherList || !isOfAnotherList,",
    ),
    Mutation(
        "A log that was read is compared with the resume point",
        "LabelEngine/List/ListState+Hello.swift",
        "guard last.hash == point.hash else",
        "guard last.hash == last.hash else",
    ),
    Mutation(
        "A log that does not reach the head, or was trimmed, means a snapshot",
        "LabelEngine/List/ListState+Hello.swift",
        "guard missed.last?.revision == through, missed.count == through - point.revision,",
        "guard missed.last?.revision == through || missed.isEmpty,",
    ),
    Mutation(
        "Who falls off the log's tail is resynced",
        "LabelEngine/List/ListState+Output.swift",
        "if cursor < fanOut.start { resync(id) }",
        "if cursor < fanOut.start { sessions[id]?.cursor = fanOut.start }",
    ),
    Mutation(
        "A replica refuses a change that does not follow",
        "LabelEngine/Replica/Replica+Receiving.swift",
        "change.revision == revision + 1 else { throw .gap }",
        "change.revision > revision else { throw .gap }",
    ),
    Mutation(
        "A client holds back what would be too many",
        "LabelEngine/Replica/Replica+Sending.swift",
        "next.sequence - acknowledged <= limits.openEdits",
        "next.sequence - acknowledged <= limits.openEdits * 1_000_000",
    ),
    Mutation(
        "An edit is answered by the same outcome on every retry",
        "LabelEngine/List/ClientState.swift",
        "return isWithdrawal || outcome.fingerprint == fingerprint ? .answer(outcome.settlement) : .reused",
        "return isWithdrawal ? .answer(outcome.settlement) : .reused",
    ),
    Mutation(
        "Another content under a used sequence is refused",
        "LabelEngine/List/ClientState.swift",
        "return isWithdrawal || first.fingerprint == fingerprint ? .wait : .reused",
        "return isWithdrawal || first.sequence == sequence ? .wait : .reused",
    ),
    Mutation(
        "Undo is the author's own: it looks for their own edit",
        "LabelEngine/List/ListState+Undo.swift",
        "let key = EditKey(author: edit.author, sequence: sequence)\n    if let entry",
        "let key = EditKey(author: 1, sequence: sequence)\n    if let entry",
    ),
    Mutation(
        "A group goes with its edit",
        "LabelEngine/List/ListState+Batches.swift",
        "group: edit.group)",
        "group: nil)",
    ),
    Mutation(
        "Edits made on another history wait for its list",
        "LabelEngine/Replica/Replica+Sending.swift",
        "guard !(isReset && isAwaitingSnapshot) else { return nil }",
        "",
    ),
)


def noticed_by(mutation: Mutation, copy: Path) -> str | None:
    """What notices that the engine breaks a rule: the simulation, or else, of what chance hardly finds, the engine's tests."""
    file = copy / "Sources" / mutation.file
    source = file.read_text(encoding="utf-8")
    if source.count(mutation.old) == 0:
        raise SystemExit(f"{mutation.file} does not hold what is to be broken: {mutation.rule}")
    file.write_text(source.replace(mutation.old, mutation.new, 1), encoding="utf-8")
    try:
        if not swift("build", "-c", "release", "--product", "simulate", copy=copy):
            raise DoesNotCompile
        if subprocess.run([".build/release/simulate", "--seeds", SEEDS], cwd=copy, stdout=subprocess.DEVNULL).returncode != 0:
            return "the simulation"
        if not swift("build", "--build-tests", copy=copy):
            raise DoesNotCompile
        tests = ["swift", "test", "--skip-build", "--disable-xctest", "--filter", "LabelsTests|LabelEngineTests"]
        if subprocess.run(tests, cwd=copy, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
            return "a test"
        return None
    finally:
        file.write_text(source, encoding="utf-8")


def swift(*arguments: str, copy: Path) -> bool:
    return subprocess.run(["swift", *arguments], cwd=copy, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def prepare(number: int) -> Path:
    """A copy of the sources, with a build folder that outlives the run."""
    copy = COPY / str(number)
    for folder in ("Sources", "Tests"):
        shutil.rmtree(copy / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, copy / folder)
    shutil.copy(ROOT / "Package.swift", copy)
    return copy


def main(words: list[str]) -> int:
    chosen = [mutation for mutation in MUTATIONS if not words or any(word in mutation.rule for word in words)]
    copies: Queue[Path] = Queue()
    for number in range(JOBS):
        copies.put(prepare(number))

    def run(mutation: Mutation) -> bool:
        copy = copies.get()
        try:
            by = noticed_by(mutation, copy)
            verdict = f"noticed by {by}" if by else "NOT NOTICED"
        except DoesNotCompile:
            by, verdict = None, "DOES NOT COMPILE"
        finally:
            copies.put(copy)
        print(f"{verdict}: {mutation.rule}", flush=True)
        return by is not None

    with ThreadPoolExecutor(JOBS) as pool:
        results = list(pool.map(run, chosen))
    print(f"{sum(results)} of {len(results)} rules are noticed when they are broken.")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
