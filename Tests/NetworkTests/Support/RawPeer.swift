import Glibc

/// A blocking TCP connection to a server under test, which sends exactly the bytes that it is told to.
final class RawPeer {
  struct Failure: Error { let what: String }

  private let descriptor: Int32
  private var unread: [UInt8] = []
  /// How long a read waits for what it expects.
  static let patience = 10

  init(port: Int, receiveBufferBytes: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failure(what: "socket: \(String(cString: strerror(errno)))") }
    if let receiveBufferBytes { set(SOL_SOCKET, SO_RCVBUF, receiveBufferBytes) }
    var wait = timeval(tv_sec: Self.patience, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
    set(Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let failure = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard failure == 0 else { throw Failure(what: "connect: \(String(cString: strerror(errno)))") }
  }

  deinit { close(descriptor) }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Sends all bytes; false when the server has closed.
  @discardableResult func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  @discardableResult func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Whatever comes next, at most `count` bytes; empty when the server has closed.
  func receive(atMost count: Int = 65536) throws -> [UInt8] {
    if !unread.isEmpty {
      let bytes = Array(unread.prefix(count))
      unread.removeFirst(bytes.count)
      return bytes
    }
    var buffer = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &buffer, count, 0)
    if received < 0, errno == EAGAIN { throw Failure(what: "nothing came within \(Self.patience) s") }
    return Array(buffer.prefix(max(0, received)))
  }

  func receive(exactly count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try receive(atMost: count - bytes.count)
      guard !more.isEmpty else { throw Failure(what: "closed after \(bytes.count) of \(count) bytes") }
      bytes += more
    }
    return bytes
  }

  func receive(through end: String) throws -> String {
    var bytes: [UInt8] = []
    let end = Array(end.utf8)
    while !bytes.suffix(end.count).elementsEqual(end) { bytes += try receive(exactly: 1) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Everything until the server closes.
  func receiveAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while case let more = try receive(), !more.isEmpty { bytes += more }
    return bytes
  }
}

// MARK: HTTP

extension RawPeer {
  struct Response {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends a request with a Host header and reads its whole answer.
  func request(_ line: String, headers: [String] = [], body: [UInt8] = []) throws -> Response {
    send(
      Array(([line + " HTTP/1.1", "Host: test"] + headers).joined(separator: "\r\n").utf8)
        + Array("\r\n\r\n".utf8) + body)
    return try response(isHead: line.hasPrefix("HEAD "))
  }

  func response(isHead: Bool = false) throws -> Response {
    let lines = try receive(through: "\r\n\r\n").split(separator: "\r\n")
    guard let first = lines.first?.split(separator: " "), first.count >= 2, let status = Int(first[1]) else {
      throw Failure(what: "no status line")
    }
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
    }
    let length = isHead ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
    return Response(status: status, headers: headers, body: try receive(exactly: length))
  }
}

// MARK: WebSocket

extension RawPeer {
  struct Frame: Equatable {
    var opcode: UInt8
    var payload: [UInt8]
    var isFinal = true
    var text: String { String(decoding: payload, as: UTF8.self) }
    var closeCode: Int? { opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil }
  }

  static func upgrade(path: String = "/socket", subprotocol: String? = "test.v1", headers: [String] = [])
    -> String
  {
    var lines = [
      "GET \(path) HTTP/1.1", "Host: test", "Upgrade: websocket", "Connection: Upgrade",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]
    if let subprotocol { lines.append("Sec-WebSocket-Protocol: \(subprotocol)") }
    return (lines + headers).joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// A connection whose handshake is done.
  static func webSocket(port: Int, path: String = "/socket", receiveBufferBytes: Int32? = nil) throws
    -> RawPeer
  {
    let peer = try RawPeer(port: port, receiveBufferBytes: receiveBufferBytes)
    peer.send(upgrade(path: path))
    let head = try peer.receive(through: "\r\n\r\n")
    guard head.hasPrefix("HTTP/1.1 101") else { throw Failure(what: head) }
    return peer
  }

  /// A masked frame, as a client must send it.
  static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    var frame = [(isFinal ? 0x80 : 0) | opcode]
    switch payload.count {
    case ..<126: frame.append(0x80 | UInt8(payload.count))
    case ..<65536: frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default: frame += [0x80 | 127] + (0..<8).reversed().map { UInt8(payload.count >> (8 * $0) & 255) }
    }
    let mask: [UInt8] = [1, 2, 3, 4]
    return frame + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  @discardableResult func send(text: String) -> Bool { send(Self.frame(1, Array(text.utf8))) }

  /// The next frame; nil when the server closed between two frames.
  func receiveFrame() throws -> Frame? {
    let first = try receive(atMost: 1)
    guard let first = first.first else { return nil }
    let second = try receive(exactly: 1)[0]
    guard first & 0x70 == 0, second & 0x80 == 0 else {
      throw Failure(what: "not a frame of a server: \(first) \(second)")
    }
    var length = Int(second)
    if length == 126 {
      length = try receive(exactly: 2).reduce(0) { $0 << 8 | Int($1) }
    } else if length == 127 {
      length = try receive(exactly: 8).reduce(0) { $0 << 8 | Int($1) }
    }
    return Frame(opcode: first & 15, payload: try receive(exactly: length), isFinal: first & 0x80 != 0)
  }
}
