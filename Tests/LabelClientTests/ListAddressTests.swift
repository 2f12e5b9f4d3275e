import LabelClient
import Testing

@Suite("List addresses")
struct ListAddressTests {
  @Test(
    "A page's and a socket's address name the same list",
    arguments: [
      "http://127.0.0.1:8080/lists/demo", "ws://127.0.0.1:8080/lists/demo",
      "ws://127.0.0.1:8080/lists/demo/socket",
    ])
  func readable(text: String) throws {
    let address = try #require(ListAddress(text))
    #expect(address.socketURL == "ws://127.0.0.1:8080/lists/demo/socket")
    #expect(address.apiURL == "http://127.0.0.1:8080/api/v1/lists/demo")
    #expect(address.description == "http://127.0.0.1:8080/lists/demo")
  }

  @Test(
    "Anything else is no address",
    arguments: [
      "", "demo", "https://example.org/lists/demo", "wss://example.org/lists/demo", "http:///lists/demo",
      "http://example.org/", "http://example.org/lists/", "http://example.org/lists/.demo",
      "http://example.org/lists/Demo", "http://example.org/lists/demo/labels", "http://example.org/list/demo",
      "http://example.org/lists/demo?x=1", "http://example.org/lists/\(String(repeating: "a", count: 65))",
    ])
  func unreadable(text: String) {
    #expect(ListAddress(text) == nil)
  }
}
