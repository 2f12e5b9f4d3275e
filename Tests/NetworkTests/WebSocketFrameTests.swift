import Testing

@testable import Network

@Suite("Frames") struct WebSocketFrameTests {
  @Test(
    "the length takes the shortest form", arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
  func lengths(count: Int, headBytes: Int) {
    var frame: [UInt8] = [1, 2, 3]
    let payload = [UInt8](repeating: 7, count: count)
    WebSocketFrame.encode(.text, payload.span, mask: nil, into: &frame)
    #expect(frame.count == headBytes + count)
    #expect(frame[0] == 0x81)
    #expect(frame.dropFirst(headBytes).elementsEqual(payload))
  }

  @Test("a mask of its own scrambles a client's payload")
  func mask() {
    var frame: [UInt8] = []
    let payload: [UInt8] = [1, 2, 3, 4, 5]
    WebSocketFrame.encode(.text, payload.span, mask: 0x1020_3040, into: &frame)
    let expected: [UInt8] = [0x81, 0x85, 0x10, 0x20, 0x30, 0x40, 0x11, 0x22, 0x33, 0x44, 0x15]
    #expect(frame == expected)
  }

  @Test("a close reason is cut between characters to fit a control frame")
  func closeReason() {
    #expect(WebSocketFrame.closePayload(code: 4008, reason: "slow") == [0x0f, 0xa8] + Array("slow".utf8))
    let cut = WebSocketFrame.closePayload(code: 1000, reason: String(repeating: "é", count: 100))
    #expect(cut.count == 124)
    #expect(String(validating: cut.dropFirst(2), as: UTF8.self) != nil)
  }

  @Test(
    "ws URLs are taken apart",
    arguments: [
      ("ws://127.0.0.1:8080/lists/a?b=c", "127.0.0.1", 8080, "/lists/a?b=c"),
      ("ws://example.org", "example.org", 80, "/"),
      ("ws://[::1]:99/x", "::1", 99, "/x"), ("ws://[::1]/", "::1", 80, "/"), ("ws://a:1?q", "a", 1, "/?q"),
    ])
  func urls(text: String, host: String, port: Int, path: String) throws {
    let url = try #require(WebSocketURL(text))
    #expect(url.host == host)
    #expect(url.port == port)
    #expect(url.path == path)
  }

  @Test(
    "what is not a ws URL is refused",
    arguments: [
      "", "wss://a/", "http://a/", "ws://", "ws:///x", "ws://a:b/", "ws://a:70000/", "ws://a:-1/",
      "ws://a/ x", "ws://a/\r\nx: y",
    ])
  func badURLs(text: String) {
    #expect(WebSocketURL(text) == nil)
  }
}
