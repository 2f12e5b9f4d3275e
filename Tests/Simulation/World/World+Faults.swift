import LabelEngine
import LabelWire
import Labels

/// What goes wrong with the whole server.
extension World {
  mutating func takeFault(_ step: Step) throws(Violation) {
    switch step.kind {
    case .crash: try crash(step, withPower: true)
    case .powerCut: try crash(step, withPower: false)
    case .start: try start()
    case .expire:
      guard !store.isStopped else { return }
      store.forgetLongestAbsent(list: step.a % settings.lists)
      faults[.expired] += 1
    case .backup: try backUp()
    case .restore: try restore(step)
    default: break
    }
  }

  /// The process dies: a commit on its way happens whole or not at all. Without power, so do those that nobody heard of.
  private mutating func crash(_ step: Step, withPower: Bool) throws(Violation) {
    guard isRunning else { return }
    faults[withPower ? .crash : .powerCut] += 1
    if step.a % 2 == 0, !store.waiting.isEmpty, !store.isStopped { commitWrites(1 + step.b % 3) }
    if !withPower { store.losePower(keeping: step.c % (store.unheard.count + 1)) }
    try hear(of: store.commits)
    try stopProcess(keepingDown: step.d)
    if step.d % 2 == 0 { try start() }
  }

  private mutating func stopProcess(keepingDown: Int) throws(Violation) {
    isRunning = false
    hosts = Array(repeating: nil, count: settings.lists)
    (readings, answers) = ([], [])
    store.restart()
    for index in links.indices {
      links[index].breakOff(keepingUp: 0, keepingDown: keepingDown % (links[index].down.count + 1))
      links[index].hasServer = false
    }
    forgetEndedLinks()
  }

  /// The process starts, or starts again if its store has stopped. The first list is new then, with three labels.
  mutating func start() throws(Violation) {
    if isRunning, store.isStopped {
      try hear(of: store.commits)
      try stopProcess(keepingDown: 0)
    }
    guard !isRunning else { return }
    isRunning = true
    guard store.disks[0].revision == 0, try load(0) else { return }
    let edits = (1...3).map { number in
      Edit.insert(
        Label(id: LabelID(high: 2, low: number), name: "abc", isIncluded: true),
        at: Placement(.last, orientation: .forward))
    }
    hosts[0]?.state.seed(edits)
    try evaluate(0)
  }

  private mutating func backUp() throws(Violation) {
    guard backup == nil, !store.isStopped else { return }
    try hear(of: store.commits)
    backup = store.disks
    for list in oracles.indices { oracles[list].backUp() }
  }

  /// The data folder is replaced by the backup, and the lists get new epochs.
  private mutating func restore(_ step: Step) throws(Violation) {
    guard let backup else { return }
    self.backup = nil
    try hear(of: store.commits)
    try stopProcess(keepingDown: step.d)
    faults[.restore] += 1
    lastEpoch += 1
    store.restore(backup, epoch: "restored\(lastEpoch)-")
    for list in oracles.indices { oracles[list].restore() }
    try start()
  }
}
