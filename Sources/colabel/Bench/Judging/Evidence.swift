import LabelWire
import Labels

/// All that is known at the end of a run, for the judge.
struct Evidence {
  /// The server's revision before the first edit.
  var start: Revision
  /// The server's list at the end.
  var server: ServerList
  /// The server's log from `start` on, in order.
  var log: [DiffChange]
  var replicas: [Replica]
  var writers: [Writer]
  /// Where the clients without a replica stand.
  var followers: [Follower] = []
  /// What those were told, the same for all of them.
  var told: [SharedReplica.Told] = []
  /// What was found while the run went on.
  var faults: [Violation] = []
  /// Whether others edited the list meanwhile. What they did is not judged.
  var hasOthers = false

  /// What one client holds at the end.
  struct Replica {
    /// Its number in the run, from 0; nil: it is the one that stands for the clients without a replica.
    var client: Int?
    /// nil: it never got the list.
    var revision: Revision?
    var list: LabelList
  }

  /// A client that followed the list without a replica of its own.
  struct Follower {
    /// Its number in the run, from 0.
    var client: Int
    /// nil: it never got the list.
    var revision: Revision?
  }

  /// What one client asked for.
  struct Writer {
    /// Its number in the run, from 0.
    var client: Int
    /// The number by which changes name it; more than one if the server forgot it.
    var authors: [Author]
    var edits: [EditSequence: AskedEdit]
  }

  /// An edit, and its answer.
  struct AskedEdit {
    var edit: Edit
    /// nil: none came.
    var outcome: Outcome?
    /// When it was due, in the clock's nanoseconds; nil: it is not measured.
    var due: Int?
  }
}
