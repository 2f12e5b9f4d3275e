import Network

/// Clients that join a list and leave, one after the other, while others edit it.
@NetworkLoop final class Joins {
  private static let patience: Duration = .seconds(30)

  private let list: BenchList
  private let scene: BenchScene
  private let serverPID: String?
  private let firstNumber: Int
  private(set) var times = LatencyHistogram()
  /// Bytes of each join.
  private(set) var bytes: [Int] = []
  /// Nanoseconds of the server's CPU during each join, less what it takes in as long a time without one.
  private(set) var cpu: [Int] = []
  /// The server's CPU without joins, as a share of a core.
  var usualCPU = 0.0

  init(list: BenchList, scene: BenchScene, serverPID: String?, firstNumber: Int) {
    self.list = list
    self.scene = scene
    self.serverPID = serverPID
    self.firstNumber = firstNumber
  }

  /// Joins until the writing ends, at most so often.
  func run(atMost count: Int) async {
    while scene.isWriting, times.count < count {
      guard await join() else { return }
    }
  }

  private func join() async -> Bool {
    let client = LightClient(number: firstNumber + times.count, list: list, scene: scene)
    client.isVisitor = true
    let before = serverPID.flatMap(ProcessUsage.exactCPU)
    let began = BenchClock.now
    client.start()
    _ = await wait(Self.patience, every: .milliseconds(1)) { client.isCurrent || !self.scene.isWriting }
    let after = serverPID.flatMap(ProcessUsage.exactCPU)
    defer { client.stop() }
    guard let current = client.currentAt else {
      if scene.isWriting { scene.note(mishap: "client \(client.number) could not join in time") }
      return false
    }
    times.add(nanoseconds: current - began)
    bytes.append(client.bytes)
    if let before, let after { cpu.append(after - before - Int(usualCPU * Double(current - began))) }
    return true
  }
}
