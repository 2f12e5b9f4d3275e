import LabelEngine
import Labels

/// One person's browser storage: what all tabs of theirs share, and what survives them. It changes in whole transactions.
struct Browser {
  /// A client with its outbox, for one list.
  struct Identity {
    let list: Int
    var stored: Replica.Stored
  }

  /// In the order of their making.
  private(set) var identities: [Identity] = []
  /// By list.
  private(set) var caches: [Replica.StoredList?]
  private(set) var notices: [KeptNotice] = []
  /// Clients that a tab holds the lock of.
  private var held: [ClientID] = []

  init(lists: Int) {
    caches = Array(repeating: nil, count: lists)
  }

  /// The first client with pending edits that no tab holds.
  func orphan(of list: Int) -> Replica.Stored? {
    identities.first { $0.list == list && !$0.stored.outbox.isEmpty && !held.contains($0.stored.client) }?
      .stored
  }

  mutating func lock(_ client: ClientID) { held.append(client) }

  mutating func unlock(_ client: ClientID) { held.removeAll { $0 == client } }

  /// A tab's transaction, whole.
  mutating func commit(_ transaction: Tab.Transaction, list: Int) {
    identities.removeAll { transaction.former.contains($0.stored.client) }
    for client in transaction.former { unlock(client) }
    let identity = Identity(list: list, stored: transaction.stored)
    if let index = identities.firstIndex(where: { $0.stored.client == transaction.stored.client }) {
      identities[index] = identity
    } else {
      identities.append(identity)
    }
    if let newer = transaction.confirmed, newer.mayReplace(caches[list]) { caches[list] = newer }
    notices += transaction.notices
  }
}

/// Something that a person was told, as it is kept until they have dealt with it.
struct KeptNotice {
  enum Kind { case rejected, overwritten, maybeApplied, undoDropped }

  let kind: Kind
  /// The edit concerned; nil: none of one's own.
  let key: EditName?
  /// With its text.
  let edit: Edit?
  let label: LabelID?
}
