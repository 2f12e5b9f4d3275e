import Foundation
import FoundationNetworking
import LabelClient
import LabelWire
import Labels

/// Reads what the server holds, over its HTTP API.
struct ServerReader {
  /// Changes in one answer.
  private static let page = 1_000

  let address: ListAddress

  /// The list's revision; 0 while nobody has edited it.
  func revision() async throws -> Revision {
    struct Summary: Decodable { let revision: Int }
    guard let data = try await get("") else { return 0 }
    return try JSONDecoder().decode(Summary.self, from: data).revision
  }

  /// The whole list; empty while nobody has edited it.
  func list() async throws -> ServerList {
    struct Answer: Decodable {
      struct Entry: Decodable {
        let id: String
        let name: String
        let isIncluded: Bool
      }
      let revision: Int
      let orientation: Int
      let labels: [Entry]
    }
    guard let data = try await get("/labels") else {
      return ServerList(revision: 0, orientation: .forward, labels: [])
    }
    let answer = try JSONDecoder().decode(Answer.self, from: data)
    guard let orientation = Orientation(rawValue: answer.orientation) else { throw unreadable("/labels") }
    let labels = try answer.labels.map { entry in
      guard let id = LabelID(entry.id) else { throw unreadable("/labels") }
      return Label(id: id, name: entry.name, isIncluded: entry.isIncluded)
    }
    return ServerList(revision: answer.revision, orientation: orientation, labels: labels)
  }

  /// The log after a revision, in order.
  func changes(after start: Revision) async throws -> [DiffChange] {
    var all: [DiffChange] = []
    while true {
      let path = "/changes?after=\(all.last?.revision ?? start)&limit=\(Self.page)"
      guard let data = try await get(path) else { return all }
      guard let page = try Self.readChanges([UInt8](data)) else { throw unreadable(path) }
      if page.isEmpty { return all }
      all += page
    }
  }

  private static func readChanges(_ json: [UInt8]) throws -> [DiffChange]? {
    var reader = JSONReader(json)
    guard try reader.enterObject() else { return nil }
    while let key = try reader.nextKey() {
      if key == "changes" { return try DiffChange.readAll(from: &reader) }
      try reader.skip()
    }
    return nil
  }

  /// The body of an answer; nil if the list does not exist.
  private func get(_ path: String) async throws -> Data? {
    guard let url = URL(string: address.apiURL + path) else { throw unreadable(path) }
    let data: Data
    let response: URLResponse
    do {
      (data, response) = try await URLSession.shared.data(from: url)
    } catch {
      throw Failure(description: "\(url) does not answer: \(error.localizedDescription)")
    }
    switch (response as? HTTPURLResponse)?.statusCode {
    case 200: return data
    case 404: return nil
    case let status: throw Failure(description: "\(url) answers with status \(status ?? 0).")
    }
  }

  private func unreadable(_ path: String) -> Failure {
    Failure(
      description: "\(address.apiURL)\(path) answers with something that is not as its documentation says.")
  }
}
