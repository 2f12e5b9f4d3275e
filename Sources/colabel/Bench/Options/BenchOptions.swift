import LabelClient

/// What `colabel bench` is told.
struct BenchOptions {
  var preset: BenchPreset?
  var url = "http://127.0.0.1:8080/lists/bench"
  var lists = 1
  var clients = 50
  var writers = 10
  /// Clients with a whole replica of their own.
  var replicas = 1
  /// Further connections, to a list that nobody edits.
  var idle = 0
  /// Seconds over which the clients connect.
  var ramp: Duration = .zero
  var duration: Duration = .seconds(10)
  /// Edits of one writer that wait for their outcome, unless there is a rate.
  var window = 8
  /// Edits per second, all writers together; 0: as the window allows.
  var rate = 0
  var mix = MixWeights()
  var nameBytes = 0
  /// Labels of a list, about which the mix of edits swings.
  var labels = 100
  /// Whether labels that a list held before are edited too.
  var editsExisting = false
  /// Clients that join and leave, one after the other, during the second half.
  var joins = 0
  /// How often all clients that don't write lose their link and come back at once.
  var storms = 0
  /// Clients that stop reading when the writing begins.
  var stalled = 0
  /// nil: another one in each run.
  var seed: Int?
  /// Whether others edit the lists too; what they do is not judged.
  var hasOthers = false
  /// The server's process, for its CPU and memory; 0: found by its port.
  var serverPID = 0
  /// Where the result goes as JSON; empty: nowhere.
  var jsonPath = ""
}

extension BenchOptions {
  /// The lists' addresses, if the options fit together.
  func addresses() throws(UsageError) -> [ListAddress] {
    func refuse(_ reason: String) -> UsageError { UsageError(description: reason) }
    guard writers <= clients else {
      throw refuse("--writers (\(writers)) cannot be more than --clients (\(clients)).")
    }
    guard replicas <= clients else {
      throw refuse("--replicas (\(replicas)) cannot be more than --clients (\(clients)).")
    }
    guard lists <= clients else {
      throw refuse("--lists (\(lists)) cannot be more than --clients (\(clients)).")
    }
    guard stalled <= clients - writers else {
      throw refuse("--stalled (\(stalled)) cannot be more than the clients that do not write.")
    }
    guard writers > 0 || labels == 0 || editsExisting else {
      throw refuse("without --writers nobody can insert labels: --labels 0 or --existing yes.")
    }
    guard let address = ListAddress(url) else {
      throw refuse("--url takes http://HOST:PORT/lists/NAME, not '\(url)'.")
    }
    if lists == 1 { return [address] }
    return try (1...lists).map { number throws(UsageError) in
      guard let numbered = ListAddress("\(address)-\(number)") else {
        throw refuse("--url: '\(address)-\(number)' would not be a list's address.")
      }
      return numbered
    }
  }
}
