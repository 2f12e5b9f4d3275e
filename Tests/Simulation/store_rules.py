"""The rules of the store, and of how the server's lists use it."""

from mutation import Mutation


def of_store(rule: str, file: str, old: str, new: str) -> Mutation:
    return Mutation(rule, f"LabelStore/{file}", old, new, tests=("LabelStoreTests",), is_simulated=False)


def of_server(rule: str, file: str, old: str, new: str) -> Mutation:
    return Mutation(rule, f"LabelServer/Lists/{file}", old, new, tests=("LabelServerTests",), is_simulated=False)


STORE_RULES = (
    # The conditional append
    of_store(
        "An append needs the revision on which its batch was evaluated",
        "Transactions/Append.swift",
        "guard head.revision == after, head.hash",
        "guard head.hash",
    ),
    of_store(
        "An append needs the hash on which its batch was evaluated",
        "Transactions/Append.swift",
        "guard head.revision == after, head.hash == afterHash else",
        "guard head.revision == after else",
    ),
    of_store(
        "An append writes to its own list's log",
        "Transactions/Append.swift",
        "insert(entries, list: head.number)",
        "insert(entries, list: 1)",
    ),
    of_store(
        "An append moves its own list's head alone",
        "Tables/ListTable.swift",
        "hash = ?3, is_existing = 1 WHERE number = ?1",
        "hash = ?3, is_existing = 1 WHERE number >= ?1",
    ),
    of_store(
        "A deleted list takes no append",
        "Tables/ListTable.swift",
        "FROM lists WHERE id = ?1 AND alias IS NOT NULL\",\n      id.stored\n",
        "FROM lists WHERE id = ?1\",\n      id.stored\n",
    ),
    of_store(
        "The first applied edit makes a list exist",
        "Tables/ListTable.swift",
        "hash = ?3, is_existing = 1 WHERE",
        "hash = ?3 WHERE",
    ),
    of_store(
        "Entries follow the head one by one",
        "Transactions/Append.swift",
        "where entry.revision != after + 1 + index {",
        "where entry.revision <= after + index - index {",
    ),
    of_store(
        "An edit is in the log once",
        "Tables/Schema.swift",
        "CREATE UNIQUE INDEX log_by_edit",
        "CREATE INDEX log_by_edit",
    ),
    of_store(
        "An edit whose entry is trimmed is not applied again",
        "Tables/OutcomeTable.swift",
        "entries.first { settled[$0.author]?.contains($0.sequence) == true }",
        "entries.first { settled[$0.author]?.contains(-$0.sequence) == true }",
    ),
    of_store(
        "An entry keeps the group of its edit",
        "Tables/LogTable.swift",
        "entry.group?.stored ?? .null,",
        "entry.group.map { _ in Value.null } ?? .null,",
    ),
    of_store(
        "An entry says that its edit was applied only in part",
        "Tables/LogTable.swift",
        ".flag(entry.isPartial),",
        ".flag(false),",
    ),
    # Outcomes and progress, in the transaction of the log
    of_store(
        "Outcomes are stored with their batch",
        "Transactions/Append.swift",
        "for outcome in outcomes { try",
        "for outcome in outcomes.dropFirst() { try",
    ),
    of_store(
        "Outcomes are stored also when nothing of a batch is applied",
        "Transactions/Append.swift",
        "for outcome in outcomes { try",
        "for outcome in outcomes where !entries.isEmpty { try",
    ),
    of_store(
        "An outcome is stored with its edit's fingerprint",
        "Tables/OutcomeTable.swift",
        ".integer(outcome.sequence), .word(outcome.fingerprint),\n      .blob(outcome.body))",
        ".integer(outcome.sequence), .word(outcome.fingerprint & 0),\n      .blob(outcome.body))",
    ),
    of_store(
        "An entry is stored with its edit's fingerprint",
        "Tables/LogTable.swift",
        ".word(entry.fingerprint),",
        ".word(entry.fingerprint & 0),",
    ),
    of_store(
        "An outcome goes once it is acknowledged",
        "Transactions/Append.swift",
        "      try outcomeTable.delete(list: head.number, author: step.author, through: step.acknowledgedThrough)\n",
        "",
    ),
    of_store(
        "No outcome goes before it is acknowledged",
        "Transactions/Append.swift",
        "through: step.acknowledgedThrough)\n",
        "through: step.lastSequence)\n",
    ),
    of_store(
        "An acknowledgement clears nobody else's outcomes",
        "Tables/OutcomeTable.swift",
        "DELETE FROM outcomes WHERE list = ?1 AND author = ?2 AND sequence <= ?3",
        "DELETE FROM outcomes WHERE list = ?1 AND author >= ?2 * 0 AND sequence <= ?3",
    ),
    of_store(
        "An acknowledgement takes no earlier one back",
        "Tables/ClientTable.swift",
        "acknowledged_through = max(acknowledged_through, ?4)",
        "acknowledged_through = ?4",
    ),
    of_store(
        "A client's recorded sequence never falls",
        "Tables/ClientTable.swift",
        "SET last_sequence = max(last_sequence, ?3),",
        "SET last_sequence = ?3,",
    ),
    of_store(
        "A client's sequence is what its entries show, if that is more",
        "Tables/ClientTable.swift",
        "SELECT max(sequence) FROM log WHERE list = ?1 AND author = clients.author",
        "SELECT min(sequence) FROM log WHERE list = ?1 AND author = clients.author",
    ),
    of_store(
        "A client's sequence is what its outcomes show, if that is more",
        "Tables/ClientTable.swift",
        "SELECT max(sequence) FROM outcomes WHERE list = ?1 AND author = clients.author",
        "SELECT min(sequence) FROM outcomes WHERE list = ?1 AND author = clients.author",
    ),
    # Clients
    of_store(
        "A client id belongs to who has its secret",
        "Transactions/Claim.swift",
        "      guard claim.secretHash == secretHash else { return .wrongSecret }\n",
        "",
    ),
    of_store(
        "A client that says that it is known is not made anew",
        "Transactions/Claim.swift",
        "    guard mayCreate else { return .unknown }\n",
        "",
    ),
    of_store(
        "An author number is never given twice",
        "Tables/ListTable.swift",
        "SET last_author = last_author + 1,",
        "SET last_author = (SELECT ifnull(max(author), 0) + 1 FROM clients WHERE list = ?1),",
    ),
    of_store(
        "A claim is told the outcomes that are stored",
        "Transactions/Claim.swift",
        "return .known(client, outcomes: outcomes,",
        "return .known(client, outcomes: outcomes.filter { $0.sequence < acknowledged },",
    ),
    of_store(
        "A claim is told the applied edits that the log shows",
        "Transactions/Claim.swift",
        "let applied = (trimmed + logged)",
        "let applied = (logged.prefix(0) + trimmed)",
    ),
    of_store(
        "A claim is told the applied edits whose entries are trimmed",
        "Transactions/Claim.swift",
        "let applied = (trimmed + logged)",
        "let applied = (trimmed.prefix(0) + logged)",
    ),
    of_store(
        "Clients are remembered in the order of their last claims",
        "Transactions/Claim.swift",
        "      try clients.touch(known.author, list: number, claim: try lists.nextClaim(number))\n",
        "",
    ),
    of_store(
        "The client that has not come for the longest time is forgotten",
        "Tables/ClientTable.swift",
        "WHERE list = ?1 ORDER BY last_claim LIMIT 1",
        "WHERE list = ?1 ORDER BY last_claim DESC LIMIT 1",
    ),
    of_store(
        "A list forgets a client only beyond its limit",
        "Transactions/Claim.swift",
        "try lists.clientCount(number) >= clientsPerList",
        "try lists.clientCount(number) >= clientsPerList - 1",
    ),
    of_store(
        "A list remembers no more clients than its limit",
        "Transactions/Claim.swift",
        "try lists.clientCount(number) >= clientsPerList",
        "try lists.clientCount(number) > clientsPerList",
    ),
    of_store(
        "A forgotten client's outcomes go with it",
        "Transactions/Claim.swift",
        "    try OutcomeTable(database: database).delete(list: list, author: author, through: .max)\n",
        "    try OutcomeTable(database: database).delete(list: list, author: author, through: .min)\n",
    ),
    # Commits
    of_store(
        "A commit is on the disk before it is confirmed",
        "SQLiteStore.swift",
        'case full = "FULL"',
        'case full = "NORMAL "',
    ),
    of_store(
        "A store syncs every commit unless a test says otherwise",
        "SQLiteStore.swift",
        "synchronous: .full, vfs: nil, onSlowCommit",
        "synchronous: .normal, vfs: nil, onSlowCommit",
    ),
    of_store(
        "What waits shares one commit, across lists",
        "Writer.swift",
        "let group = Array(waiting.prefix(configuration.writesPerCommit))",
        "let group = Array(waiting.prefix(1))",
    ),
    of_store(
        "A write that breaks a rule does not hold the others back",
        "GroupCommit.swift",
        "case .refused, .unknownList, .trimmed, .aliasTaken, .tooManyLists: true",
        "case .refused, .unknownList, .trimmed, .aliasTaken, .tooManyLists: false",
    ),
    of_store(
        "Nothing stays of a write that breaks a rule",
        "GroupCommit.swift",
        '      try database.run("ROLLBACK TO write")\n',
        "",
    ),
    of_store(
        "An unknown commit is looked up, not called a failure",
        "GroupCommit.swift",
        "guard hasLanded else { throw error }",
        "guard hasLanded, writes.isEmpty else { throw error }",
    ),
    of_store(
        "An unknown commit is looked up, not called a success",
        "GroupCommit.swift",
        "guard hasLanded else { throw error }",
        "_ = hasLanded",
    ),
    of_store(
        "An unknown commit that cannot be looked up stops the store",
        "GroupCommit.swift",
        'throw .stopped("a commit failed and its outcome cannot be read: \\(error)")',
        "throw error",
    ),
    of_store(
        "A commit is looked up by the last write of the group",
        "GroupCommit.swift",
        "zip(writes, errors).reversed() where",
        "zip(writes, errors) where",
    ),
    of_store(
        "A conflict tells nothing of the commit",
        "Transactions/Append.swift",
        "    guard result == .committed else { return nil }\n",
        "",
    ),
    of_store(
        "A batch has landed if the head has its hash",
        "Transactions/Append.swift",
        "return head.revision == last.revision && head.hash == last.hash }",
        "return head.revision == last.revision }",
    ),
    of_store(
        "A batch of outcomes has landed if they are stored",
        "Transactions/Append.swift",
        "return try OutcomeTable(database: database).contains(last, list: head.number)",
        "return try OutcomeTable(database: database).contains(last, list: -head.number)",
    ),
    of_store(
        "A piece of trimming has landed if the list says so",
        "Transactions/Trim.swift",
        "return try ListTable(database: database).head(list).trimmedThrough >= end",
        "return try ListTable(database: database).head(list).trimmedThrough > end",
    ),
    of_store(
        "A trimming without anything to trim tells nothing of the commit",
        "Transactions/Trim.swift",
        "guard let end else { return nil }",
        "guard let end else { return true }",
    ),
    # Failed syncs
    of_store(
        "A failed sync is not a failure that may be tried again",
        "SQLite/ResultCode.swift",
        "case Self.failedSync, Self.failedFolderSync,",
        "case Self.failedFolderSync,",
    ),
    of_store(
        "After a failed sync a commit is not looked up",
        "GroupCommit.swift",
        "      if case .stopped = error { throw error }\n",
        "",
    ),
    of_store(
        "After a failed sync nothing is tried again",
        "Writer.swift",
        "    if case .stopped(let reason) = error { stop(reason) }\n",
        "",
    ),
    of_store(
        "After a failed sync what waited is refused",
        "Writer.swift",
        "    if let stopReason { return group.forEach { $0.finish(.stopped(stopReason)) } }\n",
        "",
    ),
    of_store(
        "After a failed sync nothing is read",
        "SQLiteStore.swift",
        "    if let reason = statistics.stopReason { throw .stopped(reason) }\n",
        "",
    ),
    of_store(
        "After a failed sync nothing is checkpointed",
        "Writer.swift",
        "guard let database, stopReason == nil else { return }",
        "guard let database else { return }",
    ),
    of_store(
        "After a failed sync nothing is checkpointed at the end",
        "Writer.swift",
        "let isClean = stopReason == nil && (try?",
        "let isClean = (try?",
    ),
    of_store(
        "SQLite makes no checkpoint of its own at the end",
        "SQLite/Database.swift",
        "    _ = colabel_sqlite_keep_wal_on_close(handle)\n",
        "",
    ),
    of_store(
        "Damage that a reader finds stops the writer",
        "SQLiteStore.swift",
        "if case .stopped(let reason) = error { await writer.stop(reason) }",
        "if case .stopped(let reason) = error { _ = reason }",
    ),
    # Checkpoints
    of_store(
        "The write-ahead log is checkpointed as it grows",
        "Writer.swift",
        "guard database.walPages >= due else { return }",
        "guard database.walPages >= due * 1_000 else { return }",
    ),
    of_store(
        "A checkpoint waits for a pause of the writer",
        "Writer.swift",
        "let due = waiting.isEmpty ? nextCheckpoint : max(",
        "let due = waiting.isEmpty ? nextCheckpoint : min(",
    ),
    of_store(
        "An urgent checkpoint waits for no pause",
        "Writer.swift",
        "max(nextCheckpoint, configuration.urgentCheckpointPages)",
        "max(nextCheckpoint, .max)",
    ),
    # Starts
    of_store(
        "After an unclean stop the database is copied",
        "SQLiteStore.swift",
        "    try CopyAfterUncleanStop(folder: folder).run()\n",
        "",
    ),
    of_store(
        "An open store is marked",
        "SQLiteStore.swift",
        "    try folder.mark()\n",
        "",
    ),
    of_store(
        "The copy is verified before it counts",
        "Files/CopyAfterUncleanStop.swift",
        "        try verify()\n",
        "",
    ),
    of_store(
        "The old write-ahead log is not replayed into the copy",
        "Files/CopyAfterUncleanStop.swift",
        '    try folder.remove(folder.database + "-wal")\n',
        "",
    ),
    of_store(
        "A copy that was cut off is made again",
        "Files/CopyAfterUncleanStop.swift",
        "    try folder.remove(folder.unfinishedCopy)\n",
        "",
    ),
    of_store(
        "A copy that is finished counts",
        "Files/CopyAfterUncleanStop.swift",
        "if !folder.exists(folder.finishedCopy) {",
        "do {",
    ),
    of_store(
        "One process owns a data folder",
        "Files/DataFolder.swift",
        "guard flock(opened, LOCK_EX | LOCK_NB) == 0 else",
        "guard flock(opened, LOCK_SH | LOCK_NB) == 0 else",
    ),
    of_store(
        "A database of a newer version is refused",
        "Tables/Schema.swift",
        "    guard found <= version else { throw .newerSchema(found) }\n",
        "",
    ),
    of_store(
        "A database of an older version keeps its outcomes",
        "Tables/Schema.swift",
        "SELECT list, author, sequence, fingerprint, body FROM outcomes1\n",
        "SELECT list, author, sequence, fingerprint, body FROM outcomes1 LIMIT 1\n",
    ),
    of_store(
        "Every list of a store that was put back gets another epoch",
        "Tables/ListTable.swift",
        'database.rows("SELECT number FROM lists", read',
        'database.rows("SELECT number FROM lists LIMIT 1", read',
    ),
    # Snapshots and trimming
    of_store(
        "A snapshot counts once it is complete",
        "Tables/SnapshotTable.swift",
        "VALUES (?1, ?2, ?3, 0) RETURNING number",
        "VALUES (?1, ?2, ?3, 1) RETURNING number",
    ),
    of_store(
        "Only complete snapshots are read",
        "Tables/SnapshotTable.swift",
        "FROM snapshots WHERE list = ?1 AND is_complete = 1\n      ORDER BY revision DESC, number DESC LIMIT 1\n      \"\"\"",
        "FROM snapshots WHERE list = ?1\n      ORDER BY revision DESC, number DESC LIMIT 1\n      \"\"\"",
    ),
    of_store(
        "The newest snapshot is read",
        "Tables/SnapshotTable.swift",
        "ORDER BY revision DESC, number DESC LIMIT 1\n      \"\"\", .integer(list)\n    ) { row in Head",
        "ORDER BY revision, number LIMIT 1\n      \"\"\", .integer(list)\n    ) { row in Head",
    ),
    of_store(
        "A snapshot is read in the order of its pieces",
        "Tables/SnapshotTable.swift",
        "WHERE snapshot = ?1 ORDER BY piece\"",
        "WHERE snapshot = ?1 ORDER BY piece DESC\"",
    ),
    of_store(
        "A snapshot that was replaced goes",
        "SQLiteStore.swift",
        "try Clearing(database: database).clearReplacedSnapshot(list: number)",
        "false",
    ),
    of_store(
        "A snapshot is not newer than the log",
        "Transactions/BeginSnapshot.swift",
        "guard revision <= head.revision, known",
        "guard known",
    ),
    of_store(
        "A snapshot is of the list's history",
        "Transactions/BeginSnapshot.swift",
        "known == nil || known == hash else",
        "known == nil || known == known else",
    ),
    of_store(
        "A log is trimmed at most up to a complete snapshot",
        "Transactions/Trim.swift",
        "guard through <= snapshot else {",
        "guard through <= head.revision || through <= snapshot else {",
    ),
    of_store(
        "A trimmed log does not pass for a whole one",
        "SQLiteStore.swift",
        "      guard revision >= head.trimmedThrough else { throw .trimmed(through: head.trimmedThrough) }\n",
        "",
    ),
    of_store(
        "A list says how far its log is trimmed",
        "Transactions/Trim.swift",
        "try lists.trim(head.number, through: end)",
        "try lists.trim(head.number, through: end - 1)",
    ),
    of_store(
        "Outcomes of trimmed entries are kept",
        "Transactions/Trim.swift",
        "    try OutcomeTable(database: database).takeOver(list: head.number, through: end)\n",
        "",
    ),
    of_store(
        "Outcomes of trimmed entries are kept with their edits' fingerprints",
        "Tables/OutcomeTable.swift",
        "SELECT log.list, log.author, log.sequence, log.fingerprint, log.revision",
        "SELECT log.list, log.author, log.sequence, 0, log.revision",
    ),
    of_store(
        "Acknowledged outcomes of trimmed entries are not kept",
        "Tables/OutcomeTable.swift",
        "AND log.sequence > clients.acknowledged_through\n",
        "AND log.sequence > 0\n",
    ),
    of_store(
        "An edit applied only in part keeps its revision when its entry is trimmed",
        "Tables/OutcomeTable.swift",
        "ON CONFLICT DO UPDATE SET revision = excluded.revision",
        "ON CONFLICT DO NOTHING",
    ),
    of_store(
        "Sequences of trimmed entries are recorded",
        "Transactions/Trim.swift",
        "    try ClientTable(database: database).recordSequences(list: head.number, loggedThrough: end)\n",
        "",
    ),
    # The server's lists
    of_server(
        "Nothing of a batch leaves a list before its commit",
        "ListHost+Store.swift",
        "        guard case .committed = try await store.append(request) else {",
        "        state.committed()\n        requestTurn()\n        guard case .committed = try await store.append(request) else {",
    ),
    of_server(
        "A batch that failed for a time is tried again",
        "ListHost+Store.swift",
        'log(.error, "commit.retried",',
        'if pause > .zero { return fail("\\(reason)") }\n        log(.error, "commit.retried",',
    ),
    of_server(
        "A batch of unknown outcome is not tried again: the list is loaded anew",
        "ListHost+Store.swift",
        'pause = min(pause * 2, .seconds(5))\n      } catch {\n        return fail("\\(error)")\n      }\n    }\n  }\n\n  /// Stops',
        'pause = min(pause * 2, .seconds(5))\n      } catch {\n        try? await Task.sleep(for: pause)\n      }\n    }\n  }\n\n  /// Stops',
    ),
    of_server(
        "A conflict stops the list",
        "ListHost+Store.swift",
        'return fail("another process has written to the list")',
        "break",
    ),
    of_server(
        "A list that failed sends its people away",
        "ListHost+Store.swift",
        "    state.disconnectAll(.storeUnavailable)\n",
        "",
    ),
    of_server(
        "A list that failed is loaded anew for who comes next",
        "ListHost+Store.swift",
        "    registry.forget(self)\n",
        "",
    ),
    of_server(
        "A claim that is not stored makes no welcome",
        "ListHost+Store.swift",
        "      state.disconnect(session, .storeUnavailable)\n    }\n    run()\n    requestTurn()\n  }\n\n  func readLog",
        "      state.claimed(.unknown, for: session)\n    }\n    run()\n    requestTurn()\n  }\n\n  func readLog",
    ),
    of_server(
        "An entry that cannot be read for a time is not a missing one",
        "ListHost+Store.swift",
        "      } catch .temporary(let reason) {\n        log(.error, \"log.unreadable\",",
        "      } catch .temporary(let reason) {\n        state.entriesRead(keys.map { _ in nil })\n        requestTurn()\n        log(.error, \"log.unreadable\",",
    ),
    of_server(
        "The outcome of an edit applied in part is the stored one",
        "StoreConversions.swift",
        "applied.filter { !$0.isPartial }.map",
        "applied.map",
    ),
    of_server(
        "A claim knows the fingerprints of applied edits",
        "StoreConversions.swift",
        "fingerprint: $0.fingerprint)\n      }\n      self",
        "fingerprint: 0)\n      }\n      self",
    ),
    of_server(
        "A claim knows the fingerprints of stored outcomes",
        "StoreConversions.swift",
        "fingerprint: record.fingerprint)",
        "fingerprint: record.fingerprint & 0)",
    ),
    of_server(
        "Outcomes that the log does not tell are stored",
        "StoreConversions.swift",
        "outcomes: batch.outcomes.compactMap { OutcomeRecord($0) },",
        "outcomes: [],",
    ),
    of_server(
        "A log whose hashes do not chain does not load",
        "ListLoader.swift",
        "          Batch.Entry.chain(after: point.hash, change: change, body: record.body) == record.hash\n",
        "          Batch.Entry.chain(after: point.hash, change: change, body: record.body) != 0\n",
    ),
    of_server(
        "A log that does not reach the head does not load",
        "ListLoader.swift",
        "guard point.revision == stored.record.revision, point.hash == stored.record.hash else {",
        "guard point.revision <= stored.record.revision else {",
    ),
    # Titles, archive, counts
    of_store(
        "A list that is in the archive keeps the time at which it came there",
        "Tables/ListTable.swift",
        "CASE WHEN ?3 THEN coalesce(archived, ?4) END",
        "CASE WHEN ?3 THEN ?4 END",
    ),
    of_store(
        "Archived lists are left out of the others",
        "Tables/ListTable.swift",
        "(archived IS NOT NULL) = ?3",
        "(archived IS NOT NULL) <= ?3",
    ),
    of_store(
        "A count of labels that is known stays",
        "Tables/ListTable.swift",
        "WHERE number = ?1 AND label_count IS NULL",
        "WHERE number = ?1",
    ),
    of_store(
        "An append keeps the count of labels",
        "Tables/ListTable.swift",
        "coalesce(?4, label_count)",
        "coalesce(label_count, ?4)",
    ),
    of_store(
        "Entries ahead of a revision are those next to it",
        "Tables/LogTable.swift",
        "revision < ?2 ORDER BY revision DESC",
        "revision < ?2 ORDER BY revision",
    ),
)
