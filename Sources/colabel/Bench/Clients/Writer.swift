import Labels
import Network

/// Makes the edits of one client and keeps what became of them.
@NetworkLoop final class Writer {
  /// What it does when an edit has its outcome.
  private enum Work {
    case rest
    /// Inserts so many more labels.
    case fill(Int)
    /// Keeps the window full.
    case write
  }

  /// Inserts that wait for their outcome while a list is filled.
  private static let fillWindow = 200

  private let scene: BenchScene
  private let list: BenchList
  private unowned let client: any BenchClient
  private var mix: EditMix
  private(set) var edits: [EditSequence: Evidence.AskedEdit] = [:]
  private(set) var authors: [Author] = []
  private var pending: Set<EditSequence> = []
  private var pendingReverses: [(sequence: EditSequence, start: Orientation)] = []
  private var work = Work.rest

  init(client: any BenchClient, list: BenchList, mix: EditMix, scene: BenchScene) {
    self.client = client
    self.list = list
    self.mix = mix
    self.scene = scene
  }

  /// Edits until the window is full; each outcome makes room for another.
  func write() {
    work = .write
    goOn()
  }

  /// Inserts labels for the run to edit.
  func fill(_ count: Int) {
    work = .fill(count)
    goOn()
  }

  /// Whether it has nothing to do, or does it by a schedule.
  var isAtRest: Bool { if case .rest = work { true } else { false } }

  /// Makes one edit that was due at a time.
  func write(due: Int) {
    guard scene.isWriting, let screen else { return }
    let next = mix.next(on: screen, from: list.pool)
    make(next.edit, group: next.group, due: due)
  }

  /// When an edit was due; nil if it was not made for being measured.
  func due(of sequence: EditSequence) -> Int? { edits[sequence]?.due }

  /// The server has named the client by this number.
  func welcomed(as author: Author) {
    guard !authors.contains(author) else { return }
    authors.append(author)
    list.writersByAuthor[author] = self
  }

  func settle(_ sequence: EditSequence, _ outcome: Outcome) {
    guard let asked = edits[sequence] else { return }
    if asked.outcome != nil {
      scene.note(mishap: "edit \(sequence) of client \(client.number) settled twice")
    }
    edits[sequence]?.outcome = outcome
    pending.remove(sequence)
    if !pendingReverses.isEmpty { pendingReverses.removeAll { $0.sequence == sequence } }
    if let due = asked.due { scene.settled(outcome, due: due) }
    switch (asked.edit, outcome.result) {
    case (.insert(let label, _), .applied): list.pool.insert(label.id)
    case (.remove(let ids), .applied), (.remove(let ids), .mixed): for id in ids { list.pool.remove(id) }
    default: break
    }
    goOn()
  }

  private func goOn() {
    switch work {
    case .rest: break
    case .fill(let count): keepFilling(count)
    case .write:
      while scene.isWriting, scene.isWindowed, pending.count < scene.window, client.screen != nil {
        write(due: BenchClock.now)
      }
    }
  }

  private func keepFilling(_ count: Int) {
    var left = count
    while left > 0, pending.count < Self.fillWindow, let screen {
      make(mix.insert(on: screen, from: list.pool), group: nil, due: nil)
      left -= 1
    }
    work = left == 0 ? .rest : .fill(left)
  }

  /// What the author sees, own pending reverses included.
  private var screen: EditMix.Screen? {
    guard var screen = client.screen else { return nil }
    for reverse in pendingReverses where screen.orientation == reverse.start {
      screen.orientation = screen.orientation.opposite
    }
    return screen
  }

  private func make(_ edit: Edit, group: GroupID?, due: Int?) {
    guard scene.edits < BenchScene.mostEdits else { return scene.isWriting = false }
    do {
      let sequence = try client.make(edit, group: group)
      scene.edits += 1
      edits[sequence] = Evidence.AskedEdit(edit: edit, due: due)
      pending.insert(sequence)
      if case .reverse(let start) = edit { pendingReverses.append((sequence, start)) }
    } catch {
      scene.note(mishap: "client \(client.number) could not make an edit: \(error)")
      scene.isWriting = false
    }
  }
}
