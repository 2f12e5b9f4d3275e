import LabelWire
import Labels

/// Who takes part in a list's presence. Only the latest state is kept; who lags gets what changed since they were told.
struct PresenceBoard {
  /// How much a session has been told.
  struct Reader {
    /// Who is there, up to this version; nil: nothing, so the whole comes next.
    var version: Int?
    /// Who has gone, up to this version.
    var leftThrough = 0
    /// They were told of a crowd, of which only the number is known.
    var isInCrowd = false
  }

  private struct Entry {
    var presence: PresenceMessage.Presence
    var version: Int
    /// When the mark of the label that is being edited goes.
    var editingEnds: Int64
  }

  /// By author, ascending.
  private var entries: [Entry] = []
  /// Those that went last, oldest first, bounded.
  private var gone: [(author: Author, version: Int)] = []
  /// The version through which `gone` is not complete any more.
  private var forgottenThrough = 0
  /// Counts changes.
  private var version = 0
  /// What may be told.
  private(set) var published = 0

  /// How many take part.
  var count: Int { entries.count }

  /// Whether something has changed that was not published.
  var isDirty: Bool { version > published }

  mutating func show(_ presence: PresenceMessage.Presence, editingEnds: Int64) {
    let index = entries.partitioningIndex { $0.presence.author >= presence.author }
    guard index < entries.count, entries[index].presence.author == presence.author else {
      version += 1
      gone.removeAll { $0.author == presence.author }
      return entries.insert(
        Entry(presence: presence, version: version, editingEnds: editingEnds), at: index)
    }
    entries[index].editingEnds = editingEnds
    guard entries[index].presence != presence else { return }
    version += 1
    entries[index].presence = presence
    entries[index].version = version
  }

  func presence(of author: Author) -> PresenceMessage.Presence? {
    let index = entries.partitioningIndex { $0.presence.author >= author }
    guard index < entries.count, entries[index].presence.author == author else { return nil }
    return entries[index].presence
  }

  mutating func remove(_ author: Author, remembering most: Int) {
    let index = entries.partitioningIndex { $0.presence.author >= author }
    guard index < entries.count, entries[index].presence.author == author else { return }
    version += 1
    entries.remove(at: index)
    gone.removeAll { $0.author == author }
    gone.append((author, version))
    guard gone.count > most else { return }
    forgottenThrough = gone[0].version
    gone.removeFirst()
  }

  /// Takes the marks away that nobody has renewed. O(people).
  mutating func expireEditing(at time: Int64) {
    for index in entries.indices
    where entries[index].presence.editing != nil && entries[index].editingEnds <= time {
      version += 1
      entries[index].presence.editing = nil
      entries[index].version = version
    }
  }

  /// From now on everything that has changed may be told.
  mutating func publish() {
    published = version
  }

  /// The next message for a session that has been told what `reader` says; nil: it knows all that is published.
  func message(for reader: inout Reader, limits: EngineLimits) -> PresenceMessage? {
    if let known = reader.version, known == published { return nil }
    guard count <= limits.presentPeople else {
      reader = Reader(version: published, isInCrowd: true)
      return PresenceMessage(isWhole: true, count: count, people: [], left: [])
    }
    // Of people who went before the whole was begun, it tells nothing: nobody needs to hear that they are gone.
    let knowsWhoLeft = reader.leftThrough >= forgottenThrough && !reader.isInCrowd
    let known = knowsWhoLeft ? reader.version : nil
    let changed = entries.filter { $0.version > known ?? 0 }.sorted { $0.version < $1.version }
    let told = changed.prefix(limits.peoplePerMessage)
    let through = told.count == changed.count ? version : told.last?.version ?? version
    let left = known == nil ? [] : gone.filter { $0.version > reader.leftThrough }.map(\.author)
    reader = Reader(version: min(through, published), leftThrough: version)
    return PresenceMessage(isWhole: known == nil, count: count, people: told.map(\.presence), left: left)
  }
}

extension Array {
  /// The first index whose element satisfies a condition that all behind it satisfy too. O(log n).
  fileprivate func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBehind(self[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
