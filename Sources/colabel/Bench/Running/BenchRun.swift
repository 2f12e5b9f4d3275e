import Foundation
import LabelClient
import Labels
import Network

/// One run: clients that connect, edit, and come to rest, and the evidence of what they saw.
@NetworkLoop final class BenchRun {
  /// Nothing may happen for so long: enough for a server that is restarted.
  static let patience: Duration = .seconds(60)

  let options: BenchOptions
  let serverPID: String?
  let scene: BenchScene
  let lists: [BenchList]
  let idlers: [LightClient]
  private(set) var clients: [any BenchClient] = []
  let joins: Joins
  let storms: Storms
  private(set) var isInterrupted = false
  /// What was counted while the clients wrote.
  var tally = BenchTally()
  var duration: Duration = .zero
  var usage = RunUsage()

  init(_ options: BenchOptions, addresses: [ListAddress], seed: UInt64) {
    self.options = options
    serverPID =
      options.serverPID > 0 ? String(options.serverPID) : addresses.first.flatMap(ServerProcess.find)
    let scene = BenchScene(window: options.window, isWindowed: options.rate == 0)
    self.scene = scene
    let lists = addresses.map { BenchList(address: $0) }
    self.lists = lists
    let idleList = ListAddress("\(addresses[0])-idle").map { BenchList(address: $0) }
    idlers = (0..<options.idle).compactMap { number in
      idleList.map { LightClient(number: options.clients + number, list: $0, scene: scene) }
    }
    let lights = options.clients - options.replicas
    clients = (0..<options.clients).map { number in
      let list = lists[number % lists.count]
      let client: any BenchClient =
        number < lights
        ? LightClient(number: number, list: list, scene: scene)
        : ReplicaClient(number: number, list: list, scene: scene)
      if number < options.writers {
        let mix = EditMix(
          target: options.labels, weights: options.mix, nameBytes: options.nameBytes,
          seed: seed &+ UInt64(number))
        client.writer = Writer(client: client, list: list, mix: mix, scene: scene)
      }
      return client
    }
    let readers = clients.compactMap { $0 as? LightClient }.filter { $0.writer == nil }
    storms = Storms(struck: Array(readers.dropLast(options.stalled)), scene: scene)
    joins = Joins(
      list: lists[0], scene: scene, serverPID: serverPID, firstNumber: options.clients + options.idle)
  }

  /// Ends the writing before its time.
  func interrupt() { isInterrupted = true }

  /// Connects, edits, waits for rest, and collects the evidence of each list.
  func run() async throws -> [Evidence] {
    try await connectIdlers()
    try await connect(clients)
    for list in lists { list.start = try await ServerReader(address: list.address).revision() }
    await fill()
    await write()
    try await rest()
    return try await evidence()
  }

  func stop() {
    for client in clients { client.stop() }
    for idler in idlers { idler.stop() }
  }

  var writers: [Writer] { clients.compactMap(\.writer) }

  var stalled: [LightClient] {
    clients.compactMap { $0 as? LightClient }.filter { $0.writer == nil }.suffix(options.stalled)
  }

  var pendingCount: Int { clients.reduce(0) { $0 + $1.pendingCount } }

  func progress(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  // MARK: Before the writing

  private func connectIdlers() async throws {
    guard !idlers.isEmpty else { return }
    let before = server?.residentBytes
    progress("connecting \(idlers.count) clients that stay idle")
    try await connect(idlers)
    if let before, let after = server?.residentBytes {
      usage.bytesPerIdleConnection = (after - before) / idlers.count
    }
  }

  /// Not more at a time than a server's queue takes, and not faster than the ramp says.
  private func connect(_ all: [any BenchClient]) async throws {
    let atATime = 200
    let began = ContinuousClock.now
    var started = 0
    var current = 0
    while current < all.count, !isInterrupted {
      let share = options.ramp > .zero ? min(1, began.duration(to: .now) / options.ramp) : 1
      let allowed = min(Int((Double(all.count) * share).rounded(.up)), current + atATime)
      while started < allowed {
        all[started].start()
        started += 1
      }
      let before = current
      _ = await wait(options.ramp > .zero ? .milliseconds(10) : Self.patience, every: .milliseconds(2)) {
        current = all.prefix(started).count(where: \.isCurrent)
        return current > before
      }
      guard current > before || started < all.count,
        began.duration(to: .now) < options.ramp + Self.patience * 5
      else { break }
    }
    guard current == all.count || isInterrupted else {
      throw Failure(description: "\(all.count - current) of \(all.count) clients could not connect in time.")
    }
  }

  private func fill() async {
    progress("\(clients.count) clients are connected; each list gets \(options.labels) labels")
    for (index, list) in lists.enumerated() {
      var missing = options.labels
      if options.editsExisting, let screen = clients.lazy.compactMap(\.screen).first {
        let held = list.replica.point == nil ? screen.list : list.replica.list
        for label in held.labels { list.pool.insert(label.id) }
        missing -= list.pool.count
      }
      let writers = stride(from: index, to: options.writers, by: lists.count).compactMap {
        clients[$0].writer
      }
      guard !writers.isEmpty, missing > 0 else { continue }
      let share = (missing + writers.count - 1) / writers.count
      for (index, writer) in writers.enumerated() { writer.fill(min(share, max(0, missing - index * share))) }
    }
    _ = await wait(whileMoving: Self.patience, { self.scene.edits - self.pendingCount }) {
      self.isInterrupted || (self.pendingCount == 0 && self.writers.allSatisfy(\.isAtRest))
    }
  }
}
