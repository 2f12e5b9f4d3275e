import Foundation
import LabelClient
import Labels
import Network

/// One run: clients that connect, edit, and come to rest, and the evidence of what they saw.
@NetworkLoop final class BenchRun {
  private static let connectPatience: Duration = .seconds(60)
  /// For outcomes to come and replicas to catch up, once nobody edits; enough for a server that is restarted.
  private static let restPatience: Duration = .seconds(60)

  private let options: BenchOptions
  private let reader: ServerReader
  private let scene: BenchScene
  private let clients: [BenchClient]
  private var isInterrupted = false
  /// What was counted while the clients wrote.
  private(set) var tally = BenchTally()
  private(set) var duration: Duration = .zero

  init(_ options: BenchOptions, address: ListAddress, seed: UInt64) {
    self.options = options
    reader = ServerReader(address: address)
    let scene = BenchScene(window: options.window)
    self.scene = scene
    clients = (0..<options.clients).map { number in
      let mix = EditMix(target: options.labels, seed: seed &+ UInt64(number))
      return BenchClient(number: number, address: address, mix: mix, scene: scene)
    }
  }

  var mishaps: [String] { scene.mishaps }

  /// Ends the writing before its time.
  func interrupt() { isInterrupted = true }

  /// Connects, edits, waits for rest, and collects the evidence. The clients are stopped in the end.
  func run() async throws -> Evidence {
    defer { for client in clients { client.stop() } }
    try await connect()
    let start = try await reader.revision()
    await insertLabels()
    await write()
    try await rest()
    return try await evidence(since: start)
  }

  private func connect() async throws {
    for client in clients { client.start() }
    _ = await wait(Self.connectPatience) { self.isInterrupted || self.clients.allSatisfy(\.isReady) }
    let missing = clients.count { !$0.isReady }
    guard missing == 0 else {
      throw Failure(description: "\(missing) of \(clients.count) clients could not connect in time.")
    }
  }

  private var writers: ArraySlice<BenchClient> { clients.prefix(options.writers) }

  private func insertLabels() async {
    progress("\(clients.count) clients are connected; inserting \(options.labels) labels")
    let share = (options.labels + writers.count - 1) / writers.count
    for (index, writer) in writers.enumerated() {
      writer.insert(min(share, max(0, options.labels - index * share)))
    }
    _ = await wait(Self.restPatience) { self.isInterrupted || self.pendingCount == 0 }
  }

  private func write() async {
    scene.tally = BenchTally()
    scene.isWriting = true
    let began = ContinuousClock.now
    for writer in writers { writer.write() }
    var second = 1
    while scene.isWriting, !isInterrupted, began.duration(to: .now) < options.duration {
      let before = scene.tally
      let next = min(.seconds(second), options.duration)
      _ = await wait(next - began.duration(to: .now)) { self.isInterrupted || !self.scene.isWriting }
      report(second, before)
      second += 1
    }
    scene.isWriting = false
    duration = began.duration(to: .now)
    tally = scene.tally
  }

  private func report(_ second: Int, _ before: BenchTally) {
    let now = scene.tally
    progress(
      "\(second) s: \(now.answered - before.answered) edits answered, "
        + "\(now.deliveries - before.deliveries) deliveries, \(pendingCount) pending, "
        + "\(clients.count { $0.isReady }) of \(clients.count) online")
  }

  /// Waits until every edit is answered and every replica stands at the server's head. What is not so in the end is for
  /// the judge to say.
  private func rest() async throws {
    progress("waiting for the last outcomes")
    let deadline = ContinuousClock.now + Self.restPatience
    _ = await wait(Self.restPatience) { self.pendingCount == 0 && self.clients.allSatisfy(\.isReady) }
    let head = try await reader.revision()
    _ = await wait(ContinuousClock.now.duration(to: deadline)) {
      self.clients.allSatisfy { $0.revision == head }
    }
  }

  private func evidence(since start: Revision) async throws -> Evidence {
    progress("reading the server's list and log")
    return Evidence(
      start: start, server: try await reader.list(), log: try await reader.changes(after: start),
      replicas: clients.map { client in
        Evidence.Replica(client: client.number, revision: client.revision, list: client.confirmed)
      },
      writers: writers.map { writer in
        Evidence.Writer(client: writer.number, authors: writer.authors, edits: writer.edits)
      },
      hasOthers: options.hasOthers)
  }

  private var pendingCount: Int { clients.reduce(0) { $0 + $1.pendingCount } }

  /// Whether the condition came true in time; it is looked at a hundred times a second.
  private func wait(_ time: Duration, until isTrue: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + time
    while !isTrue() {
      guard ContinuousClock.now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return true
  }

  private func progress(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }
}
