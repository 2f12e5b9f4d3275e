import Labels

/// An edit as the log names it.
struct EditName: Hashable, CustomStringConvertible {
  let author: Author
  let sequence: EditSequence

  var description: String { "author \(author)/\(sequence)" }
}

/// A contradiction that a run ended with.
enum Violation: Equatable {
  case replicaBehind(client: Int?, at: Revision?, server: Revision)
  case otherOrientation(client: Int?)
  /// `position`: of the first label in canonical order that differs.
  case replicaDiffers(client: Int?, position: Int)
  case unanswered(client: Int, sequence: EditSequence)
  case lost(client: Int, sequence: EditSequence, told: Revision)
  case appliedTwice(EditName, first: Revision, again: Revision)
  case appliedAgainstOutcome(EditName, revision: Revision, outcome: Outcome)
  case otherRevision(EditName, told: Revision, logged: Revision)
  case nobodyAsked(EditName, revision: Revision)
  case touchedOther(EditName, revision: Revision, labels: [LabelID])
  case gapInLog(expected: Revision, found: Revision)
  case authorsOfClient(client: Int, authors: [Author])
  case sharedAuthor(Author, clients: [Int])
  case gapInDiffs(client: Int, expected: Revision, found: Revision)
  case otherChange(client: Int, revision: Revision)
  case misfit(client: Int, revision: Revision)
  case otherSnapshot(client: Int, revision: Revision)
  case otherPast(revision: Revision)
  case toldOther(revision: Revision)
}

extension Violation: CustomStringConvertible {
  var description: String {
    switch self {
    case .replicaBehind(let client, let revision, let server):
      "\(name(client)) stands at revision \(revision.map(String.init) ?? "none"), the server at \(server)"
    case .otherOrientation(let client):
      "\(name(client)) holds the list turned the other way than the server at the same revision"
    case .replicaDiffers(let client, let position):
      "\(name(client)) holds another list than the server at the same revision, from position \(position) on"
    case .unanswered(let client, let sequence):
      "edit \(sequence) of client \(client) was never answered"
    case .lost(let client, let sequence, let revision):
      "edit \(sequence) of client \(client) was told to be applied at revision \(revision), but is not in the log"
    case .appliedTwice(let name, let first, let again):
      "\(name) was applied twice, at revisions \(first) and \(again)"
    case .appliedAgainstOutcome(let name, let revision, let outcome):
      "\(name) is in the log at revision \(revision), but its outcome was \(outcome.result)"
    case .otherRevision(let name, let told, let logged):
      "\(name) is in the log at revision \(logged), but was told to be applied at \(told)"
    case .nobodyAsked(let name, let revision):
      "\(name) is in the log at revision \(revision), but no client of this run asked for it"
    case .touchedOther(let name, let revision, let labels):
      "\(name) did at revision \(revision) what it did not ask for, to labels \(labels)"
    case .gapInLog(let expected, let found):
      "the log goes on at revision \(found) where \(expected) belongs"
    case .authorsOfClient(let client, let authors):
      "client \(client) should have one author number and has \(authors)"
    case .sharedAuthor(let author, let clients):
      "author number \(author) was given to clients \(clients)"
    case .gapInDiffs(let client, let expected, let found):
      "client \(client) was told revision \(found) where \(expected) belongs"
    case .otherChange(let client, let revision):
      "client \(client) was told of another change at revision \(revision) than others"
    case .misfit(let client, let revision):
      "client \(client) was told at revision \(revision) what does not fit the list"
    case .otherSnapshot(let client, let revision):
      "client \(client) got another list of revision \(revision) than others"
    case .otherPast(let revision):
      "clients got another list of revision \(revision) than the server says that it was"
    case .toldOther(let revision):
      "clients were told of another change at revision \(revision) than the log has"
    }
  }

  private func name(_ client: Int?) -> String {
    client.map { "client \($0)" } ?? "the replica that stands for the clients without one"
  }
}
