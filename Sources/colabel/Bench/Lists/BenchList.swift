import LabelClient
import Labels
import Network

/// One list of a run, and what its clients share.
@NetworkLoop final class BenchList {
  let address: ListAddress
  let replica = SharedReplica()
  /// What the writers choose from.
  var pool = LabelPool()
  var writersByAuthor: [Author: Writer] = [:]
  /// The server's revision before the first edit.
  var start: Revision = 0

  init(address: ListAddress) {
    self.address = address
  }

  /// When an edit was due; nil if it is not one of this run's that are measured.
  func due(of sequence: EditSequence, by author: Author) -> Int? {
    writersByAuthor[author]?.due(of: sequence)
  }
}
