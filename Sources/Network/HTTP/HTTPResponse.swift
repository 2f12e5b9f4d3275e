/// An HTTP response, whole in memory.
public struct HTTPResponse: Sendable {
  /// The status code.
  public var status: Int
  /// Header fields in order, without `content-length` and `connection`, which the server writes.
  public var headers: [(name: String, value: String)]
  /// The body. Not sent to a HEAD request, nor with 204 or 304.
  public var body: [UInt8]

  /// A response of these parts.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response whose body is UTF-8 text.
  public static func text(
    _ status: Int, _ text: String, type: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: [("content-type", type), ("x-content-type-options", "nosniff")],
      body: Array(text.utf8))
  }

  /// The head and, unless the answer must not have one, the body, as bytes of HTTP/1.1.
  func encoded(forMethod method: String, closing: Bool) -> [UInt8] {
    encodedHead(closing: closing) + bodyToSend(forMethod: method)
  }

  /// The body, unless the answer must not have one.
  func bodyToSend(forMethod method: String) -> [UInt8] {
    isBodiless || method == "HEAD" ? [] : body
  }

  private var isBodiless: Bool { status == 204 || status == 304 }

  /// The bytes ahead of the body.
  func encodedHead(closing: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
    for (name, value) in headers {
      head += "\(Self.printable(name)): \(Self.printable(value))\r\n"
    }
    if !isBodiless { head += "content-length: \(body.count)\r\n" }
    if closing { head += "connection: close\r\n" }
    head += "\r\n"
    return Array(head.utf8)
  }

  /// Without control characters, so that no value can start a header field of its own.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? " " : $0 }))
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    default: "Status"
    }
  }
}
