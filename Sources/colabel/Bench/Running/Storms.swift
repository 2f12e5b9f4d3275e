import Network

/// Storms: clients that lose their link together, and come back at once.
@NetworkLoop final class Storms {
  private static let patience: Duration = .seconds(60)
  /// How long they are away.
  private static let absence: Duration = .milliseconds(500)

  private static let startedTogether = 20

  private let struck: [LightClient]
  private let scene: BenchScene
  /// How long it took in each storm until all were back and current.
  private(set) var times: [Duration] = []

  init(struck: [LightClient], scene: BenchScene) {
    self.struck = struck
    self.scene = scene
  }

  /// So many storms, spread evenly over a time.
  func run(_ count: Int, over duration: Duration) async {
    let began = ContinuousClock.now
    for number in 0..<count {
      let next = began + duration * (Double(number) + 0.5) / Double(count)
      _ = await wait(ContinuousClock.now.duration(to: next)) { !self.scene.isWriting }
      guard scene.isWriting else { return }
      await strike()
    }
  }

  private func strike() async {
    for client in struck { client.drop() }
    let areGone = await wait(Self.patience) { self.struck.allSatisfy { !$0.isConnected } }
    if !areGone { scene.note(mishap: "clients could not lose their links") }
    try? await Task.sleep(for: Self.absence)
    let began = BenchClock.now
    scene.stormBegins(at: began)
    for (index, client) in struck.enumerated() {
      client.start()
      // Let the others' edits out in between: they shall not wait for this process.
      if index % Self.startedTogether == 0 { await Task.yield() }
    }
    let areBack = await wait(Self.patience) { self.struck.allSatisfy(\.isCurrent) }
    scene.stormEnds(at: BenchClock.now)
    guard areBack else { return scene.note(mishap: "clients did not come back after a storm") }
    times.append(.nanoseconds((struck.compactMap(\.currentAt).max() ?? began) - began))
  }
}
