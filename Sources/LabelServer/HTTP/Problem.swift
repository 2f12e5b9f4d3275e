import LabelWire
import Network

/// What an HTTP request is refused with: problem details (RFC 9457) with a stable code.
enum Problem: String, Error {
  case noSuchPage
  case noSuchSocket
  case noSuchList
  case noSuchRevision
  case tooOld
  case invalidAlias
  case invalidArgument
  case invalidBody
  case invalidTitle
  case bodyTooLarge
  case originNotAllowed
  case listExists
  case methodNotAllowed
  case tooManyLists
  case tooBusy
  case storeUnavailable

  var status: Int {
    switch self {
    case .noSuchPage, .noSuchSocket, .noSuchList, .noSuchRevision: 404
    case .tooOld: 410
    case .invalidAlias, .invalidArgument, .invalidBody, .invalidTitle: 400
    case .originNotAllowed: 403
    case .listExists: 409
    case .bodyTooLarge: 413
    case .methodNotAllowed: 405
    case .tooManyLists, .tooBusy, .storeUnavailable: 503
    }
  }

  var sentence: String {
    switch self {
    case .noSuchPage: "There is no page here."
    case .noSuchSocket: "WebSockets are at /lists/NAME/socket."
    case .noSuchList: "There is no list of this name yet."
    case .noSuchRevision: "The list has not had this revision yet."
    case .tooOld: "The history does not reach back that far any more."
    case .invalidAlias: "A list's name is 1 to 64 of a-z 0-9 . _ - and begins with a letter or digit."
    case .invalidArgument:
      "An argument of the query is not of its form or range, or does not go with another one."
    case .invalidBody: "The body is not a JSON object with the fields that are asked for."
    case .invalidTitle: "A title has 1 to 200 characters, no control characters, and not only white space."
    case .bodyTooLarge: "The body is too large for what it should say."
    case .originNotAllowed: "Pages of this origin may not change anything here."
    case .listExists: "There is a list of this name already."
    case .methodNotAllowed: "The method is not allowed here."
    case .tooManyLists: "Too many lists are open."
    case .tooBusy: "Too much of this is asked for at once: try again later."
    case .storeUnavailable: "The server cannot read or write its data now."
    }
  }
}

extension HTTPResponse {
  static func problem(_ problem: Problem) -> HTTPResponse {
    json(problem.status, type: "application/problem+json") { writer in
      writer.field("title", problem.sentence)
      writer.field("status", problem.status)
      writer.field("code", problem.rawValue)
    }
  }

  static func json(
    _ status: Int, type: String = "application/json", _ body: (inout JSONWriter) -> Void
  ) -> HTTPResponse {
    var writer = JSONWriter()
    writer.object(body)
    return HTTPResponse(
      status: status,
      headers: [
        ("content-type", type), ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
      ],
      body: writer.bytes)
  }
}
