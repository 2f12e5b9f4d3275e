import LabelEngine
import LabelWire
import Labels

/// What a list's durable history has been so far, by the checker's own reckoning. A value: a backup is a copy.
struct History {
  /// Who typed a character of a label's name.
  struct Owner {
    let key: EditName
    let revision: Revision
  }

  struct Character: Hashable {
    let label: LabelID
    let scalar: Unicode.Scalar
  }

  /// By revision.
  private(set) var contents = [PlainContent()]
  private(set) var hashes = [ChainHash.start]
  private(set) var changes: [Change] = []
  /// Where the edit of each change stands in the log.
  private(set) var places: [EditName: Revision] = [:]
  var outcomes: [EditName: Outcome] = [:]
  /// What became of edits whose client was forgotten before the list had a change, and may come again.
  var former: [EditName: Outcome] = [:]
  var authors: [Author: ClientID] = [:]
  /// Those who took the id of a client that was forgotten.
  var strangers: Set<Author> = []
  var owners: [Character: Owner] = [:]
  /// Ids that ever stood in the list.
  private(set) var inserted: Set<LabelID> = []
  private(set) var removed: Set<LabelID> = []
  private(set) var restored: Set<LabelID> = []
  /// Removed labels whose place is kept, oldest first.
  private(set) var dead: [LabelID] = []

  private(set) var fields = FieldStates()

  var revision: Revision { changes.count }
  var content: PlainContent { contents[contents.count - 1] }

  /// The change that an edit made; nil: none.
  func change(of name: EditName) -> Change? { places[name].map { changes[$0 - 1] } }

  /// Whether a hash is of this history, and where.
  func revision(of point: ResumePoint) -> Revision? {
    guard point.revision < hashes.count, hashes[point.revision] == point.hash else { return nil }
    return point.revision
  }

  /// Takes in an entry. What its effects say they replaced must be what was there.
  ///
  /// - Parameter target: the revision that the entry's edit takes back, for an undo.
  mutating func append(
    _ entry: Batch.Entry, of name: EditName?, undoing target: Revision?, deadSlots: Int
  ) throws(Violation) {
    let change = entry.change
    if let name { places[name] = change.revision }
    guard change.revision == revision + 1 else { throw Violation("revisions are not consecutive") }
    var content = content
    for effect in change.effects {
      try check(effect, on: content)
      try content.apply(effect.diff)
      note(effect, deadSlots: deadSlots)
    }
    changes.append(change)
    fields.take(change, undoing: target)
    contents.append(content)
    hashes.append(entry.hash)
  }

  private func check(_ effect: Effect, on content: PlainContent) throws(Violation) {
    switch effect {
    case .inserted(let label, _, _):
      if inserted.contains(label.id) { throw Violation("an id came back by an insert", "\(label.id)") }
    case .renamed(let id, let replaced, _, _):
      guard content.label(id)?.name.hasSameBytes(as: replaced) == true else {
        throw Violation("a rename replaced another name", "\(id)")
      }
    case .included(let id, let replaced, _, _):
      guard content.label(id)?.isIncluded == replaced else {
        throw Violation("an inclusion replaced another")
      }
    case .reversed(let replaced, _, _):
      guard content.orientation == replaced else { throw Violation("a reverse replaced another orientation") }
    case .restored(let label, _, _, _):
      guard removed.contains(label.id) else { throw Violation("a label that was not removed was restored") }
    case .removed, .moved: break
    }
  }

  private mutating func note(_ effect: Effect, deadSlots: Int) {
    switch effect {
    case .inserted(let label, _, _): inserted.insert(label.id)
    case .restored(let label, _, _, _):
      removed.remove(label.id)
      restored.insert(label.id)
      dead.removeAll { $0 == label.id }
    case .removed:
      guard let id = effect.label else { return }
      removed.insert(id)
      dead.append(id)
      if dead.count > deadSlots { dead.removeFirst() }
    case .renamed, .included, .moved, .reversed: break
    }
  }
}
