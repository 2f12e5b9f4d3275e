import LabelEngine
import LabelStore
import Labels
import Network

extension ListHost {
  /// Changes the list's title or archive state, durably, then for everybody. One change at a time, each on what the one
  /// before has left.
  func changeInfo(_ change: (inout ListInfo) -> Void) async throws {
    guard await infoChanges.enter() else { throw Problem.tooBusy }
    defer { infoChanges.leave() }
    guard !hasFailed else { throw Problem.storeUnavailable }
    var info = state.latestInfo
    change(&info)
    guard info != state.latestInfo else { return }
    try await store.setInfo(
      id, title: info.title?.text, isArchived: info.isArchived, at: Self.milliseconds)
    log(
      .info, "list.changed",
      [
        "list": "\(alias)", "title": .text(info.title?.text ?? ""),
        "isArchived": .text(info.isArchived ? "yes" : "no"),
      ])
    state.infoChanged(to: info)
    run()
    requestTurn()
  }
}
