import Foundation
import FoundationNetworking
import Testing

/// One HTTP request to a server on this machine.
struct HTTPFetch {
  let port: Int
  let path: String
  var method = "GET"
  var body = ""

  func run() async throws -> (status: Int, body: Data) {
    var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
    request.httpMethod = method
    if method != "GET" { request.httpBody = Data(body.utf8) }
    let (body, response) = try await URLSession.shared.data(for: request)
    return (try #require(response as? HTTPURLResponse).statusCode, body)
  }
}
