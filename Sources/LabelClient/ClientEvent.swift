public import LabelEngine
public import LabelWire
public import Labels

/// What happens to a client.
public enum ClientEvent: Sendable {
  /// The server welcomed the client; what it missed follows.
  case connected
  /// A connection ended, or could not be made; another attempt follows by itself, unless `stopped` comes next. `code` is
  /// the server's close code, nil if it sent none.
  case disconnected(code: Int?, reason: String)
  /// The confirmed list went on by these changes.
  case changed([DiffChange])
  /// The confirmed list was replaced by a snapshot.
  case replaced
  /// What the person or program must be told, once: above all, what became of an edit.
  case notice(ReplicaNotice)
  /// An edit that was made by setting a label was not taken.
  case refused(Edit, EditRefused)
  /// Somebody came, left, or edits another label.
  case presence(PresenceMessage)
  /// The list is called otherwise now, or was archived, or taken out of the archive.
  case described(ListInfo)
  /// The server no longer knows the client: it goes on under a new identity.
  case becameNewClient
  /// A newer connection of the same client took over; this one stays closed.
  case stopped
}

/// What a client's connection is doing.
public enum ConnectionState: Sendable {
  /// Not started, or stopped for good.
  case stopped
  /// Between the attempt to connect and the server's welcome.
  case connecting
  /// Welcomed.
  case online
  /// Waiting for the next attempt.
  case offline
}

/// Why an edit was not taken.
public enum EditRefused: Error, Equatable, Sendable {
  /// More than `LabelClient.maximumPending` edits wait for an outcome.
  case tooManyPending
}
