import LabelWire
import Labels

/// Says where what the server holds contradicts what the clients hold, asked for and were told.
struct Judge {
  private let evidence: Evidence
  private var writersByAuthor: [Author: Int] = [:]
  private var violations: [Violation] = []

  /// All contradictions, in no order that matters; none if the run was good.
  static func judge(_ evidence: Evidence) -> [Violation] {
    var judge = Judge(evidence: evidence)
    judge.checkAuthors()
    judge.violations += evidence.faults
    judge.checkReplicas()
    judge.checkFollowers()
    judge.checkTold()
    judge.checkLog()
    judge.checkAnswers()
    return judge.violations
  }

  private init(evidence: Evidence) {
    self.evidence = evidence
  }

  /// Every writer has one author number of its own.
  private mutating func checkAuthors() {
    for (index, writer) in evidence.writers.enumerated() {
      if writer.authors.count != 1 {
        violations.append(.authorsOfClient(client: writer.client, authors: writer.authors))
      }
      for author in writer.authors {
        if let other = writersByAuthor.updateValue(index, forKey: author), other != index {
          violations.append(
            .sharedAuthor(author, clients: [evidence.writers[other].client, writer.client]))
        }
      }
    }
  }

  /// Every replica holds the server's list, byte for byte, at the server's revision.
  private mutating func checkReplicas() {
    for replica in evidence.replicas {
      guard replica.revision == evidence.server.revision else {
        violations.append(
          .replicaBehind(client: replica.client, at: replica.revision, server: evidence.server.revision))
        continue
      }
      if replica.list.orientation != evidence.server.orientation {
        violations.append(.otherOrientation(client: replica.client))
      }
      if let position = firstDifference(Array(replica.list.labels), evidence.server.labels) {
        violations.append(.replicaDiffers(client: replica.client, position: position))
      }
    }
  }

  /// Every client without a replica has followed the list to the server's revision.
  private mutating func checkFollowers() {
    for follower in evidence.followers where follower.revision != evidence.server.revision {
      violations.append(
        .replicaBehind(client: follower.client, at: follower.revision, server: evidence.server.revision))
    }
  }

  /// What clients were told is what the log has.
  private mutating func checkTold() {
    for change in evidence.log {
      let told = evidence.told.lazy.compactMap { $0[change.revision] }.first
      if let told, told != change { violations.append(.toldOther(revision: change.revision)) }
    }
  }

  private func firstDifference(_ left: [Label], _ right: [Label]) -> Int? {
    zip(left, right).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? (left.count == right.count ? nil : min(left.count, right.count))
  }

  /// The log has no gap, holds nothing that nobody asked for or that was asked for once only, and no change exceeds its edit.
  /// What others may do is not asked for here.
  private mutating func checkLog() {
    var seen: [EditName: Revision] = [:]
    var expected = evidence.start + 1
    for change in evidence.log {
      if change.revision != expected {
        violations.append(.gapInLog(expected: expected, found: change.revision))
      }
      expected = change.revision + 1
      let name = EditName(author: change.author, sequence: change.sequence)
      if let first = seen.updateValue(change.revision, forKey: name) {
        violations.append(.appliedTwice(name, first: first, again: change.revision))
      }
      check(change, name)
    }
    if expected - 1 != evidence.server.revision {
      violations.append(.gapInLog(expected: expected, found: evidence.server.revision + 1))
    }
  }

  private mutating func check(_ change: DiffChange, _ name: EditName) {
    guard let asked = asked(name) else {
      let isByOthers = evidence.hasOthers && writersByAuthor[name.author] == nil
      if !isByOthers { violations.append(.nobodyAsked(name, revision: change.revision)) }
      return
    }
    let strays = change.effects.filter { !asked.edit.covers($0) }
    if !strays.isEmpty {
      violations.append(.touchedOther(name, revision: change.revision, labels: strays.compactMap(\.label)))
    }
    guard let outcome = asked.outcome else { return }
    if !outcome.hadEffect {
      violations.append(.appliedAgainstOutcome(name, revision: change.revision, outcome: outcome))
    } else if outcome.asOf != change.revision {
      violations.append(.otherRevision(name, told: outcome.asOf, logged: change.revision))
    }
  }

  /// Every edit was answered, and what was told to be applied is in the log.
  private mutating func checkAnswers() {
    let logged = Set(evidence.log.map { EditName(author: $0.author, sequence: $0.sequence) })
    for writer in evidence.writers {
      for (sequence, asked) in writer.edits.sorted(by: { $0.key < $1.key }) {
        guard let outcome = asked.outcome else {
          violations.append(.unanswered(client: writer.client, sequence: sequence))
          continue
        }
        let isLogged = writer.authors.contains {
          logged.contains(EditName(author: $0, sequence: sequence))
        }
        if outcome.hadEffect, !isLogged {
          violations.append(.lost(client: writer.client, sequence: sequence, told: outcome.asOf))
        }
      }
    }
  }

  private func asked(_ name: EditName) -> Evidence.AskedEdit? {
    writersByAuthor[name.author].flatMap { evidence.writers[$0].edits[name.sequence] }
  }
}

extension Outcome {
  /// Whether the list changed, so that the log has an entry.
  fileprivate var hadEffect: Bool {
    switch result {
    case .applied: true
    case .noEffect, .rejected: false
    case .mixed(let labels): labels.contains(where: \.hadEffect)
    }
  }
}

extension Edit {
  /// Whether this edit may have that effect: of its kind, on a label that it names.
  fileprivate func covers(_ effect: DiffEffect) -> Bool {
    switch (self, effect) {
    case (.reverse, .reversed): true
    case (.insert(let asked, _), .inserted(let label, _)): asked == label
    case (.rename(let id, _, _, _), .renamed(let other, _, _)): id == other
    case (.setIncluded(let ids, let asked), .included(let id, let value)): asked == value && ids.contains(id)
    case (.remove(let ids), .removed(let id)), (.move(let ids, _), .moved(let id, _)): ids.contains(id)
    case (.restore(let ids), .restored(let label, _, _)): ids.contains(label.id)
    default: false
    }
  }
}
