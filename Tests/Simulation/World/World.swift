import LabelEngine
import LabelWire
import Labels

/// Lists, their server and its store, people with browsers and tabs, and what connects them. Everything happens in the
/// steps that it is given; after each the rules are checked.
public struct World {
  /// Marks the label of an edit that arrives unreadable.
  static let unreadableMark: UInt64 = 0xBAD

  /// The secret of whoever comes with another's client id.
  static let guess = "a-guess-that-does-not-fit"

  let settings: Settings
  var store: DurableStore
  /// By list; nil: not loaded.
  var hosts: [Host?]
  var isRunning = false
  var readings: [Reading] = []
  var answers: [Answer] = []
  var browsers: [Browser]
  var tabs: [Tab] = []
  /// In the order of opening.
  var links: [Link] = []
  var oracles: [Oracle]
  /// By list: whether what is known of people is to be published.
  var isPresenceDue: [Bool]
  /// The disks at the time of the backup.
  var backup: [Disk]?
  /// Faults that concern everybody, and those of one client.
  var faults = FaultCounts()
  var clientFaults: [ClientID: FaultCounts] = [:]
  /// A hash over everything that was delivered: two runs of one seed are equal if their digests are.
  public internal(set) var digest: UInt64 = 0

  var time: Int64 = 0
  var lastSession: UInt64 = 0
  var lastIncarnation = 0
  var lastTab = 0
  var lastClient: UInt64 = 0
  var lastLabel: UInt64 = 0
  var lastGroup: UInt64 = 0
  var lastScalar: UInt32 = 0
  var lastEpoch = 0

  /// The world of a seed.
  public init(seed: UInt64) {
    let settings = Settings(seed: seed)
    self.settings = settings
    store = DurableStore(
      disks: (0..<settings.lists).map { list in
        Disk(
          id: ListID(high: 0x1157, low: UInt64(list)), epoch: "\(settings.epoch)\(list)", exists: list == 0)
      })
    hosts = Array(repeating: nil, count: settings.lists)
    isPresenceDue = Array(repeating: false, count: settings.lists)
    browsers = Array(repeating: Browser(lists: settings.lists), count: settings.people)
    oracles = Array(repeating: Oracle(deadSlots: settings.limits.list.deadSlots), count: settings.lists)
  }

  /// What was evaluated so far, in which states and with which faults.
  public var coverage: Coverage {
    var sum = Coverage()
    for oracle in oracles { sum.add(oracle.coverage) }
    return sum
  }

  /// Takes a step, and checks what it may have changed.
  public mutating func take(_ step: Step) throws(Violation) {
    switch step.kind {
    case .open, .closeTab, .make, .type, .blur, .poison, .garble: try takePersonal(step)
    case .seal, .persist, .connect, .send, .receive, .present: try takeInTab(step)
    case .deliver, .flush, .cut, .notice, .block, .intrude: try takeInNetwork(step)
    case .evaluate, .beat, .trimFanOut, .evict, .pump, .describe: try takeOnServer(step)
    case .commit, .read, .answer: try takeInStore(step)
    case .crash, .powerCut, .start, .expire, .backup, .restore: try takeFault(step)
    }
  }

  mutating func note(_ bytes: [UInt8]) {
    digest = ChainHash.next(after: digest, entry: bytes.span)
  }

  func faults(of client: ClientID) -> FaultCounts {
    guard let own = clientFaults[client] else { return faults }
    return faults + own
  }
}
