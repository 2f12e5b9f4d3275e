/// A whole HTTP request.
public struct HTTPRequest: Sendable {
  /// `GET`, `HEAD`, `POST`, …
  public let method: String
  /// The path without the query, percent-decoded and with `.` and `..` resolved by libwebsockets, which keeps no raw form.
  public let path: String
  /// Percent-decoded query arguments; of a repeated one the first.
  public let query: [String: String]
  /// Header fields by lower-case name, as far as libwebsockets knows them.
  public let headers: [String: String]
  /// The body, at most `ServerConfiguration.requestBodyBytes`.
  public var body: [UInt8]
  /// The peer's numeric address.
  public let remoteAddress: String

  /// A request as an application receives it; for tests of applications too.
  public init(
    method: String, path: String, query: [String: String] = [:], headers: [String: String] = [:],
    body: [UInt8] = [], remoteAddress: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
  }
}
