import LabelEngine
import LabelWire
import Labels

/// Knows what must hold for one list, from what is durable of it and from what browsers have stored.
struct Oracle {
  /// Text that was overwritten unseen: its author must learn of it.
  struct Overwritten {
    let owner: EditName
    let label: LabelID
    let scalar: Unicode.Scalar
  }

  let deadSlots: Int
  private(set) var history = History()
  /// The content at each hash, of abandoned histories too.
  private(set) var known: [UInt64: PlainContent] = [ChainHash.start: PlainContent()]
  /// What became of an edit, in abandoned histories too.
  private(set) var ever: [EditName: [Outcome]] = [:]
  /// What browsers have stored under a sequence.
  var sealed: [EditName: SealedRecord] = [:]
  /// In the order of storing.
  private(set) var order: [EditName] = []
  private(set) var overwritten: [Overwritten] = []
  /// A backup was restored.
  private(set) var wasRestored = false
  private(set) var coverage = Coverage()
  /// The history at the time of the backup.
  private var saved: History?

  init(deadSlots: Int) {
    self.deadSlots = deadSlots
  }

  // MARK: What browsers do

  mutating func store(_ record: SealedRecord, as key: EditName) {
    if sealed[key] == nil { order.append(key) }
    sealed[key] = record
  }

  /// The edit goes on under another client, or its list is another one now.
  mutating func forget(_ key: EditName) {
    sealed[key] = nil
  }

  // MARK: What becomes durable

  /// A client that is forgotten and comes again under another number is judged anew, if the list has never had a change:
  /// whatever it had asked for was not applied.
  mutating func noteClient(_ client: ClientID, author: Author) {
    let isAnother = history.authors.contains { $0.value == client && $0.key != author }
    if isAnother, history.changes.isEmpty {
      history.former.merge(history.outcomes.filter { $0.key.client == client }) { _, newer in newer }
      history.outcomes = history.outcomes.filter { $0.key.client != client }
    }
    history.authors[author] = client
  }

  /// Whoever guesses the secret of a client that the list has forgotten is a new client.
  mutating func noteStranger(author: Author) {
    history.strangers.insert(author)
  }

  /// Takes in a batch that is durable from now on.
  mutating func append(_ batch: Batch, faults: (ClientID) -> FaultCounts) throws(Violation) {
    var entries = batch.entries[...]
    var moving: Set<LabelID> = []
    for settled in batch.outcomes {
      let sequence = settled.settlement.sequence
      let isLogged =
        entries.first.map { $0.change.author == settled.author && $0.change.sequence == sequence } ?? false
      let entry = isLogged ? entries.popFirst() : nil
      guard (entry != nil) == settled.settlement.outcome.hasEffect else {
        throw Violation("an edit is not in the log as its outcome says", "\(settled.settlement)")
      }
      guard let client = history.authors[settled.author] else {
        guard settled.author == ListState.serverAuthor || history.strangers.contains(settled.author) else {
          throw Violation("nobody has this author number")
        }
        if let entry { try takeIn(entry, of: nil, undoing: nil) }
        continue
      }
      let key = EditName(client: client, sequence: sequence)
      try judge(settled.settlement.outcome, of: key, entry: entry, moving: &moving, faults: faults(client))
    }
    guard entries.isEmpty else { throw Violation("a change is of no edit") }
    guard batch.entries.isEmpty || batch.labelCount == history.content.labels.count else {
      throw Violation("a batch counts other labels than there are", "\(batch.labelCount)")
    }
  }

  private mutating func judge(
    _ outcome: Outcome, of key: EditName, entry: Batch.Entry?, moving: inout Set<LabelID>, faults: FaultCounts
  ) throws(Violation) {
    guard history.outcomes[key] == nil else { throw Violation("an edit was evaluated twice", "\(key)") }
    guard let record = sealed[key] else { throw Violation("an edit was sent before it was stored", "\(key)") }
    history.outcomes[key] = outcome
    ever[key, default: []].append(outcome)
    let undone = target(of: record.edit, by: key.client)
    coverage.count(
      record, state: state(of: record.edit, undoing: undone, moving: moving),
      isRedo: isUndo(undone, by: key.client), outcome: outcome, faults: faults)
    if let undone { try checkRefusal(of: key, undoing: undone, outcome) }
    guard let entry else { return try checkSorted(by: record.edit, key, outcome) }
    guard entry.change.group == record.group else { throw Violation("a change is not of its edit's group") }
    for case .moved(let id, _, _, _, _) in entry.change.effects { moving.insert(id) }
    if let undone {
      try check(entry.change, of: key, undoing: undone)
    } else {
      try check(entry.change, of: key, record.edit)
    }
    try takeIn(entry, of: key, undoing: undone?.revision)
    try checkIntention(of: record, key, done: entry.change)
    try checkSorted(by: record.edit, key, outcome)
    if let undone { try checkExact(entry.change, of: key, undoing: undone) }
  }

  private func isUndo(_ change: Change?, by client: ClientID) -> Bool {
    guard let change, let record = sealed[EditName(client: client, sequence: change.sequence)] else {
      return false
    }
    if case .undo = record.edit { return true }
    return false
  }

  private mutating func takeIn(
    _ entry: Batch.Entry, of key: EditName?, undoing target: Revision?
  ) throws(Violation) {
    try history.append(entry, of: key, undoing: target, deadSlots: deadSlots)
    known[entry.hash] = history.content
  }

  private func state(of edit: Edit, undoing undone: Change?, moving: Set<LabelID>) -> Coverage.LabelState {
    guard let id = edit.labels.first ?? undone?.effects.first?.label else { return .none }
    if history.removed.contains(id) { return history.dead.contains(id) ? .removed : .reaped }
    guard history.inserted.contains(id) else { return .unknown }
    if moving.contains(id) { return .moving }
    return history.restored.contains(id) ? .restored : .live
  }

  // MARK: Text

  /// An edit changes only what it names; what it takes away of others' unseen text, it names the authors of.
  private mutating func check(_ change: Change, of key: EditName, _ edit: Edit) throws(Violation) {
    for effect in change.effects {
      if let id = effect.label, !edit.mayTouch(id, by: effect) {
        throw Violation("an edit touched a label that it does not name", "\(key) \(effect)")
      }
      switch effect {
      case .restored:
        guard case .restore = edit else { throw Violation("a removed id came back", "\(key)") }
      case .inserted(let label, _, _):
        for scalar in label.name.unicodeScalars { own(scalar, of: label.id, by: key, change.revision) }
      case .renamed(let id, let replaced, let value, let overwrote):
        try checkText(
          of: id, from: replaced, to: value, overwrote: overwrote, by: key, edit, at: change.revision)
      default: break
      }
    }
  }

  mutating func own(
    _ scalar: Unicode.Scalar, of label: LabelID, by key: EditName, _ revision: Revision
  ) {
    history.owners[History.Character(label: label, scalar: scalar)] = History.Owner(
      key: key, revision: revision)
  }

  private mutating func checkText(
    of id: LabelID, from old: String, to new: String, overwrote: [Naming], by key: EditName, _ edit: Edit,
    at revision: Revision
  ) throws(Violation) {
    let kept = Array(new.unicodeScalars)
    guard case .rename(_, let wanted, let base, let seen) = edit else {
      throw Violation("another edit renamed a label", "\(key)")
    }
    let had = Array(base.unicodeScalars)
    for scalar in wanted.unicodeScalars where !had.contains(scalar) && !kept.contains(scalar) {
      throw Violation("typed text vanished in its own rename", "\(key) \(scalar)")
    }
    for scalar in old.unicodeScalars where !kept.contains(scalar) && !had.contains(scalar) {
      let owner = history.owners[History.Character(label: id, scalar: scalar)]
      guard let owner, owner.key.client != key.client, owner.revision > seen else { continue }
      guard overwrote.contains(where: { history.authors[$0.author] == owner.key.client }) else {
        throw Violation("unseen text was overwritten and its author is not named", "\(scalar) by \(key)")
      }
      overwritten.append(Overwritten(owner: owner.key, label: id, scalar: scalar))
    }
    let before = Array(old.unicodeScalars)
    for scalar in kept where !before.contains(scalar) { own(scalar, of: id, by: key, revision) }
  }

  // MARK: Faults

  mutating func backUp() {
    saved = history
  }

  mutating func restore() {
    guard let saved else { return }
    history = saved
    self.saved = nil
    wasRestored = true
  }
}

extension Outcome {
  /// Whether the edit changed anything.
  var hasEffect: Bool {
    switch result {
    case .applied: true
    case .noEffect, .rejected: false
    case .mixed(let results): results.contains(where: \.hadEffect)
    }
  }

  /// The code that its author must be told; nil if nothing was rejected.
  var rejectionCode: String? {
    switch result {
    case .applied, .noEffect: nil
    case .rejected(let rejection): rejection.code
    case .mixed(let results): results.lazy.compactMap { $0.rejection?.code }.first
    }
  }
}
