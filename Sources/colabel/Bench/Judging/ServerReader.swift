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
    try await list("/labels") ?? ServerList(revision: 0, orientation: .forward, labels: [])
  }

  /// The list as it was at a revision; nil if the server does not know any more.
  func list(at revision: Revision) async throws -> ServerList? {
    try await list("/labels?at=\(revision)")
  }

  private func list(_ path: String) async throws -> ServerList? {
    guard let data = try await get(path, unless: 410) else { return nil }
    guard let list = try ServerList.read(json: [UInt8](data)) else { throw unreadable(path) }
    return list
  }

  /// The log after a revision, in order, as far back as the server still keeps it: it may trim while it is read.
  func changes(after start: Revision) async throws -> [DiffChange] {
    var after = start
    var all: [DiffChange] = []
    while true {
      let path = "/changes?after=\(all.last?.revision ?? after)&limit=\(Self.page)"
      guard let data = try await get(path, unless: 410) else {
        let trimmed = try await trimmedThrough()
        guard trimmed > after else { return all }
        (after, all) = (trimmed, [])
        continue
      }
      guard let page = try Self.readChanges([UInt8](data)) else { throw unreadable(path) }
      if page.isEmpty { return all }
      all += page
    }
  }

  /// The newest revision whose change is no longer kept.
  private func trimmedThrough() async throws -> Revision {
    struct Answer: Decodable { let trimmedThrough: Int }
    guard let data = try await get("/changes?before=1&limit=1") else { return 0 }
    return try JSONDecoder().decode(Answer.self, from: data).trimmedThrough
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

  /// The body of an answer; nil if the list does not exist, or the answer has a status that is expected.
  private func get(_ path: String, unless expected: Int = 404) async throws -> Data? {
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
    case 404, expected: return nil
    case let status: throw Failure(description: "\(url) answers with status \(status ?? 0).")
    }
  }

  private func unreadable(_ path: String) -> Failure {
    Failure(
      description: "\(address.apiURL)\(path) answers with something that is not as its documentation says.")
  }
}
