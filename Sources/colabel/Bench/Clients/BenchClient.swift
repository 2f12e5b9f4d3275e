import Labels
import Network

/// One client of a run.
@NetworkLoop protocol BenchClient: AnyObject {
  /// Its number in the run, from 0.
  var number: Int { get }
  /// Whether it is welcomed and holds the list as it was then, or a later one.
  var isCurrent: Bool { get }
  /// The revision that it has followed the list to; nil before the first snapshot.
  var revision: Revision? { get }
  /// The list to choose edits from; nil before there is one.
  var screen: EditMix.Screen? { get }
  /// What makes its edits, if it makes any.
  var writer: Writer? { get set }
  /// Edits without an outcome.
  var pendingCount: Int { get }

  /// Connects, and connects again whenever that ends, until `stop()`.
  func start()
  func stop()
  /// Makes an edit, which goes out as soon as it can.
  func make(_ edit: Edit, group: GroupID?) throws -> EditSequence
}
