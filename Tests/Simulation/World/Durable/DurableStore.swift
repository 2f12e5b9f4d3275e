import LabelEngine
import LabelWire
import Labels

/// A store as the server is promised one: several writes share a commit, which happens whole or not at all; nothing that
/// was answered is ever lost; what was not may be.
struct DurableStore {
  /// A write that waits for a commit, of a list's host.
  struct Write {
    enum Action {
      case claim(SessionID, ClientID, secret: String, mayCreate: Bool)
      case append(Batch)
      case snapshot(ResumePoint, rest: [[UInt8]], bytes: Int, isBegun: Bool)
      case trim(through: Revision)
    }

    let host: HostID
    var action: Action
  }

  /// A commit that was done and of which nobody has heard: a power cut may take it back.
  struct Commit {
    let number: Int
    let before: [Disk]
    var batches: [(list: Int, batch: Batch)] = []
    var created: [(list: Int, client: ClientID, author: Author, secret: String)] = []
  }

  var disks: [Disk]
  var waiting: [Write] = []
  /// Refuses everything until the process starts again.
  var isStopped = false
  private(set) var unheard: [Commit] = []
  private(set) var commits = 0

  init(disks: [Disk]) {
    self.disks = disks
  }

  /// Does the first writes that wait in one commit. Returns what to answer, each once the commit is durable.
  mutating func commit(_ count: Int, clientsPerList: Int) -> [(HostID, Answer.Content)] {
    commits += 1
    var commit = Commit(number: commits, before: disks)
    var answers: [(HostID, Answer.Content)] = []
    let group = waiting.prefix(count)
    waiting.removeFirst(group.count)
    for write in group {
      if let answer = perform(write, clientsPerList: clientsPerList, noting: &commit) {
        answers.append((write.host, answer))
      }
    }
    unheard.append(commit)
    return answers
  }

  private mutating func perform(_ write: Write, clientsPerList: Int, noting commit: inout Commit)
    -> Answer.Content?
  {
    let list = write.host.list
    switch write.action {
    case .claim(let session, let client, let secret, let mayCreate):
      let (claim, created) = disks[list].claim(
        client, secret: secret, mayCreate: mayCreate, most: clientsPerList)
      if let created { commit.created.append((list, client, created, secret)) }
      return .claimed(claim, session)
    case .append(let batch):
      guard disks[list].append(batch) == .committed else { return .conflict }
      commit.batches.append((list, batch))
      return .committed
    case .snapshot(let point, let rest, let bytes, let isBegun):
      if !isBegun { disks[list].beginSnapshot(revision: point.revision, hash: point.hash) }
      guard let piece = rest.first else {
        disks[list].completeSnapshot()
        return .snapshotStored(bytes, of: point.revision)
      }
      disks[list].addPiece(piece)
      waiting.append(
        Write(
          host: write.host,
          action: .snapshot(point, rest: Array(rest.dropFirst()), bytes: bytes, isBegun: true)))
      return nil
    case .trim(let through):
      guard disks[list].trimPiece(through: through) else { return .trimmed }
      waiting.append(write)
      return nil
    }
  }

  /// The client that has not come for the longest time is forgotten, in a commit of its own.
  mutating func forgetLongestAbsent(list: Int) {
    commits += 1
    unheard.append(Commit(number: commits, before: disks))
    disks[list].forgetLongestAbsent()
  }

  /// Somebody hears of a commit: it and all before it are durable from now on.
  mutating func heard(of number: Int) -> [Commit] {
    let durable = unheard.prefix { $0.number <= number }
    unheard.removeFirst(durable.count)
    return Array(durable)
  }

  /// The power fails: of the commits that nobody has heard of, the first few are on the disk.
  mutating func losePower(keeping count: Int) {
    guard count < unheard.count else { return }
    disks = unheard[count].before
    unheard.removeLast(unheard.count - count)
  }

  /// The process is gone, and with it what waited.
  mutating func restart() {
    waiting = []
    isStopped = false
    for list in disks.indices { disks[list].clearUnfinishedSnapshot() }
  }

  /// The folder is replaced by a backup, under new epochs.
  mutating func restore(_ backup: [Disk], epoch: String) {
    disks = backup
    unheard = []
    for list in disks.indices { disks[list].epoch = "\(epoch)\(list)" }
  }
}
