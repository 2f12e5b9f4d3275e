import LabelEngine
import LabelWire
import Labels

/// A page of one person on one list.
struct Tab {
  /// A label's name being typed in.
  struct Editor {
    let label: LabelID
    var text: String
    let seen: Revision
    /// The history that `seen` is a revision of.
    let history: Int
    /// A session of typing is undone as one.
    let group: GroupID
  }

  /// What goes into the browser's storage at once.
  struct Transaction {
    let stored: Replica.Stored
    let confirmed: Replica.StoredList?
    let notices: [KeptNotice]
    /// Clients that this one takes the place of.
    let former: [ClientID]
  }

  let number: Int
  let person: Int
  let list: Int
  var replica: Replica
  var session: SessionID?
  var editor: Editor?
  /// On its way to the storage.
  var transaction: Transaction?
  /// Said, and not stored.
  var notices: [KeptNotice] = []
  var former: [ClientID] = []
  /// The screens on which the unsealed edits were made, and those of sealed ones.
  var screens: [Screen?] = []
  var sealedScreens: [EditSequence: Screen] = [:]
  /// The sequences of this client's edits that had an effect.
  var undoable: [EditSequence] = []
  var groups: [EditSequence: GroupID] = [:]
  /// Settled by this very replica.
  var settled: Set<EditName> = []
  /// What the storage holds.
  var lastStored: Replica.Stored?
  /// The confirmed revision that the storage holds.
  var lastStoredPoint: ResumePoint?

  init(number: Int, person: Int, list: Int, replica: Replica) {
    self.number = number
    self.person = person
    self.list = list
    self.replica = replica
  }

  func key(_ sequence: EditSequence) -> EditName { EditName(client: replica.client, sequence: sequence) }
}
