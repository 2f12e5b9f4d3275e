import LabelWire
import Labels

/// A list as the HTTP API tells it.
struct ServerList: Equatable {
  var revision: Revision
  var orientation: Orientation
  /// In canonical order.
  var labels: [Label]
}

extension ServerList {
  /// Reads an answer of the HTTP API; nil if it is not as its documentation says.
  static func read(json: [UInt8]) throws -> ServerList? {
    var reader = JSONReader(json)
    var revision: Revision?
    var orientation: Orientation?
    var labels: [Label]?
    guard try reader.enterObject() else { return nil }
    while let key = try reader.nextKey() {
      switch key {
      case "revision": revision = try reader.integer()
      case "orientation": orientation = try reader.integer().flatMap { Orientation(rawValue: $0) }
      case "labels": labels = try readLabels(&reader)
      default: try reader.skip()
      }
    }
    guard let revision, let orientation, let labels else { return nil }
    return ServerList(revision: revision, orientation: orientation, labels: labels)
  }

  private static func readLabels(_ reader: inout JSONReader) throws -> [Label]? {
    guard try reader.enterArray() else { return nil }
    var labels: [Label] = []
    while try reader.nextElement() {
      guard try reader.enterObject() else { return nil }
      var id: LabelID?
      var name: String?
      var isIncluded: Bool?
      while let key = try reader.nextKey() {
        switch key {
        case "id": id = try reader.string().flatMap { LabelID($0) }
        case "name": name = try reader.string()
        case "isIncluded": isIncluded = try reader.bool()
        default: try reader.skip()
        }
      }
      guard let id, let name, let isIncluded else { return nil }
      labels.append(Label(id: id, name: name, isIncluded: isIncluded))
    }
    return labels
  }
}
