import CFaultDisk
import Foundation
@testable import LabelStore

/// Plays scenarios at once on a disk, and keeps what a power cut would have left at each moment.
struct PowerCutRun {
  /// A disk after a power cut.
  struct Image: Sendable {
    /// File contents by name.
    let files: [String: Data]
    /// How many steps of each scenario had been confirmed.
    var confirmed: [Int]
  }

  /// What was wrong with an image.
  enum Finding: Equatable {
    /// A step that was confirmed is not there, as if it had never been.
    case lostConfirmation
    /// The store has something that no prefix of the steps leads to, or cannot be opened.
    case damage(String)
  }

  let scenarios: [Scenario]
  let images: [Image]
  /// What the store counted.
  let statistics: StoreStatistics

  /// Plays all steps with a way of syncing. Small checkpoints, so that many happen.
  init(_ scenarios: [Scenario], synchronous: SQLiteStore.Synchronous) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    let disk = try FaultDisk()
    let recorder = ImageRecorder(scenarios.count)
    disk.watch { [weak disk] moment in
      if let disk { recorder.record(disk, moment) }
    }
    var configuration = StoreConfiguration()
    configuration.checkpointPages = 40
    configuration.trimPieceEntries = Scenario.trimPieceEntries
    let store = try SQLiteStore(
      folder: folder.path, configuration: configuration, synchronous: synchronous, vfs: disk.name)
    try await withThrowingTaskGroup { group in
      for (index, scenario) in scenarios.enumerated() {
        group.addTask {
          for step in scenario.steps {
            try await scenario.perform(step, on: store)
            recorder.confirm(index)
          }
        }
      }
      try await group.waitForAll()
    }
    await store.close()
    self.scenarios = scenarios
    images = recorder.images
    statistics = store.statistics
  }

  /// Opens a store on an image and compares it with what was confirmed, or was just being written.
  func findings(in image: Image) async throws -> [Finding] {
    let folder = try TemporaryFolder(inMemory: true)
    for (name, bytes) in image.files {
      try bytes.write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    // A power cut leaves the mark of an open store.
    try Data().write(to: URL(fileURLWithPath: folder.path + "/colabel.running"))
    do {
      let store = try SQLiteStore(folder: folder.path)
      var findings: [Finding] = []
      for (scenario, confirmed) in zip(scenarios, image.confirmed) {
        let content = try await ListContent(scenario, in: store)
        if let finding = Self.finding(content, scenario, confirmed: confirmed) { findings.append(finding) }
      }
      await store.close()
      return findings
    } catch {
      return [.damage("\(error)")]
    }
  }

  private static func finding(_ content: ListContent, _ scenario: Scenario, confirmed: Int) -> Finding? {
    if scenario.contents(cutOffAfter: confirmed).contains(content) { return nil }
    for steps in 0..<confirmed where scenario.contents(cutOffAfter: steps).contains(content) {
      return .lostConfirmation
    }
    return .damage("\(scenario.list.alias) is in no state that its steps lead to, after \(confirmed) of them")
  }
}

/// Collects images on the thread that uses the disk.
private final class ImageRecorder: Sendable {
  private struct State {
    var confirmed: [Int]
    var images: [PowerCutRun.Image] = []
    /// The last image of only what was synced.
    var lastSynced: Int?
    var seed: UInt64 = 1
  }

  private let state: Guarded<State>

  init(_ scenarios: Int) {
    state = Guarded(State(confirmed: [Int](repeating: 0, count: scenarios)))
  }

  var images: [PowerCutRun.Image] { state.withLock { $0.images } }

  func confirm(_ scenario: Int) {
    state.withLock { $0.confirmed[scenario] += 1 }
  }

  /// At every moment what was synced; before each sync, and sometimes between, what may have survived besides.
  func record(_ disk: FaultDisk, _ moment: FaultDisk.Moment) {
    state.withLock { state in
      let synced = disk.image(seed: 0)
      if let last = state.lastSynced, state.images[last].files == synced {
        // The same files with more confirmed: the stronger case of the same image.
        state.images[last].confirmed = state.confirmed
      } else {
        state.lastSynced = state.images.count
        state.images.append(PowerCutRun.Image(files: synced, confirmed: state.confirmed))
      }
      state.seed += 1
      guard moment == fault_disk_before_sync || state.seed % 4 == 0 else { return }
      state.images.append(PowerCutRun.Image(files: disk.image(seed: state.seed), confirmed: state.confirmed))
    }
  }
}
