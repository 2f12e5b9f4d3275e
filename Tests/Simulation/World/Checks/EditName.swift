import Labels

/// Names an edit for ever.
struct EditName: Hashable, CustomStringConvertible {
  let client: ClientID
  let sequence: EditSequence

  var description: String { "\(client.low)/\(sequence)" }
}

/// What the order looked like to the author of an edit that places something.
struct Screen {
  let orientation: Orientation
  let shown: [LabelID]
}

/// An edit that a browser has stored under a sequence.
struct SealedRecord {
  let person: Int
  /// As it may be sent.
  var edit: Edit
  let screen: Screen?
  let group: GroupID?
  /// How often each fault had happened when it was stored.
  let faults: FaultCounts
}
