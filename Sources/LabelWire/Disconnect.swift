/// Why the server closes a connection: the WebSocket close code, and a name which is the close reason.
public enum Disconnect: String, Error, CaseIterable, Sendable {
  case goingAway
  case badMessage
  case unknownMessage
  case helloExpected
  case badHello
  case serverError
  case helloTimeout
  case wrongSecret
  case clientExpired
  case replaced
  case tooSlow
  case tooManyOpen
  case storeUnavailable
  case tooManyLists

  /// The close code: RFC 6455's where one fits, else one of 4000–4999.
  public var code: Int {
    switch self {
    case .goingAway: 1001
    case .badMessage, .unknownMessage, .helloExpected, .badHello: 1008
    case .serverError: 1011
    case .helloTimeout: 4001
    case .wrongSecret: 4003
    case .clientExpired: 4004
    case .replaced: 4005
    case .tooSlow: 4006
    case .tooManyOpen: 4007
    case .storeUnavailable: 4008
    case .tooManyLists: 4009
    }
  }

  /// What the `error` message before the close tells a developer.
  public var sentence: String {
    switch self {
    case .goingAway: "The server stops."
    case .badMessage: "The message is not a JSON object as the protocol describes it."
    case .unknownMessage: "There is no message of this type."
    case .helloExpected: "The first message must be 'hello', and there is only one."
    case .badHello:
      "The hello lacks a client id, a secret of 16 to 128 printable characters, or has fields of a wrong type."
    case .serverError: "The server has a fault of its own."
    case .helloTimeout: "No hello came in time."
    case .wrongSecret: "Another client holds this id: the secret does not fit."
    case .clientExpired: "The server has forgotten this client."
    case .replaced: "A newer connection of the same client took over."
    case .tooSlow: "The connection could not keep up."
    case .tooManyOpen: "Too many edits are open: wait for outcomes and acknowledge them."
    case .storeUnavailable: "The server cannot store edits now."
    case .tooManyLists: "The server holds as many lists as it may."
    }
  }

  /// Whether an `error` message goes ahead of the close: where a developer has something to mend.
  public var isClientFault: Bool {
    switch self {
    case .badMessage, .unknownMessage, .helloExpected, .badHello, .wrongSecret, .tooManyOpen: true
    default: false
    }
  }
}
