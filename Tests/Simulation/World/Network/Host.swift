import LabelEngine

/// A list that is loaded in the server's process.
struct Host {
  let id: HostID
  var state: ListState
  /// Connections for which the list has said that something waits, and that were not written to since.
  var due: [SessionID] = []
  /// The end of the fan-out log when it was last looked at.
  var seenEnd: Int
  /// Its store has stopped: it takes nothing in any more.
  var hasFailed = false

  init(id: HostID, state: ListState) {
    self.id = id
    self.state = state
    seenEnd = state.fanOut.end
  }
}
