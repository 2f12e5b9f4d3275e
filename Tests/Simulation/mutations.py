"""Breaks one rule of the engine at a time, in a copy, and checks that the simulation notices.

`python3 Tests/Simulation/mutations.py [WORD…]`: all, or those whose rule holds one of the words. Exits with 1 if a rule is broken
and no seed shows it. Takes about a minute a rule, so it is no part of `make test`.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPY = ROOT / ".build" / "mutations"
SEEDS = "4000"


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
        "return spot;",
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
        "guard revision > 0 else",
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
)


def notices(mutation: Mutation) -> bool:
    """Whether some seed breaks a rule of the simulation when the engine breaks this one."""
    file = COPY / "Sources" / mutation.file
    source = file.read_text(encoding="utf-8")
    if source.count(mutation.old) == 0:
        raise SystemExit(f"{mutation.file} does not hold what is to be broken: {mutation.rule}")
    file.write_text(source.replace(mutation.old, mutation.new, 1), encoding="utf-8")
    try:
        subprocess.run(["swift", "build", "-c", "release", "--product", "simulate"], cwd=COPY, check=True, stdout=subprocess.DEVNULL)
        run = subprocess.run([".build/release/simulate", "--seeds", SEEDS], cwd=COPY, stdout=subprocess.DEVNULL)
        return run.returncode != 0
    finally:
        file.write_text(source, encoding="utf-8")


def main(words: list[str]) -> int:
    for folder in ("Sources", "Tests"):
        shutil.rmtree(COPY / folder, ignore_errors=True)
        shutil.copytree(ROOT / folder, COPY / folder)
    shutil.copy(ROOT / "Package.swift", COPY)
    survivors = 0
    for mutation in MUTATIONS:
        if words and not any(word in mutation.rule for word in words):
            continue
        is_noticed = notices(mutation)
        survivors += not is_noticed
        print(f"{'noticed' if is_noticed else 'NOT NOTICED'}: {mutation.rule}", flush=True)
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
