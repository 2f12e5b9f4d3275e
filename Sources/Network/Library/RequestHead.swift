import CWebSockets

/// What libwebsockets parsed of a request's head; readable only inside the callbacks that announce it.
struct RequestHead {
  let method: String
  let path: String
  let query: [String: String]
  let headers: [String: String]

  /// nil when there is no path or it is not UTF-8.
  init?(_ wsi: OpaquePointer) {
    var start: UnsafeMutablePointer<CChar>?
    var length: Int32 = 0
    let method = lws_http_get_uri_and_method(wsi, &start, &length)
    guard method >= 0, let start, length > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(length))
    guard let path = String(validating: bytes, as: UTF8.self) else { return nil }
    self.path = path
    self.method = Self.name(ofMethod: Int(method))
    query = Self.query(wsi)
    headers = Self.headers(wsi)
  }

  private static func name(ofMethod index: Int) -> String {
    switch index {
    case LWSHUMETH_GET: "GET"
    case LWSHUMETH_POST: "POST"
    case LWSHUMETH_OPTIONS: "OPTIONS"
    case LWSHUMETH_PUT: "PUT"
    case LWSHUMETH_PATCH: "PATCH"
    case LWSHUMETH_DELETE: "DELETE"
    case LWSHUMETH_CONNECT: "CONNECT"
    case LWSHUMETH_HEAD: "HEAD"
    default: "UNKNOWN"
    }
  }

  private static func headers(_ wsi: OpaquePointer) -> [String: String] {
    var headers: [String: String] = [:]
    for index in 0..<WSI_TOKEN_COUNT.rawValue {
      let token = lws_token_indexes(rawValue: index)
      guard lws_hdr_total_length(wsi, token) > 0, let label = lws_token_to_string(token) else { continue }
      let name = String(cString: label)
      guard name.hasSuffix(":"), !name.hasPrefix(":") else { continue }
      headers[name.dropLast().lowercased()] = text(length: Int(lws_hdr_total_length(wsi, token))) {
        lws_hdr_copy(wsi, $0, $1, token)
      }
    }
    return headers
  }

  private static func query(_ wsi: OpaquePointer) -> [String: String] {
    var query: [String: String] = [:]
    var index: Int32 = 0
    while case let length = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, index), length > 0 {
      let argument = text(length: Int(length)) {
        lws_hdr_copy_fragment(wsi, $0, $1, WSI_TOKEN_HTTP_URI_ARGS, index)
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if query[name] == nil { query[name] = parts.count > 1 ? String(parts[1]) : "" }
      index += 1
    }
    return query
  }

  /// The library ends what it copies with a NUL, for which it needs room.
  private static func text(length: Int, _ copy: (UnsafeMutablePointer<CChar>?, Int32) -> Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { buffer in
      let copied = max(0, Int(copy(buffer.baseAddress, Int32(buffer.count))))
      return String(decoding: UnsafeRawBufferPointer(buffer).prefix(copied), as: UTF8.self)
    }
  }
}
