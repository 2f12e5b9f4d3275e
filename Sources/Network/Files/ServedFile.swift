/// The content of a file as it is sent, and what browsers are told about it.
public struct ServedFile: Sendable {
  /// As it is sent.
  public let content: [UInt8]
  /// A strong entity tag that follows from the content alone.
  public let tag: String
  let headers: [(name: String, value: String)]

  /// A file whose name says which media type it is of. O(bytes).
  public init(_ content: [UInt8], named name: String) {
    self.content = content
    tag = EntityTag.of(content)
    headers = [("etag", tag), ("content-type", MediaType.ofFile(named: name))]
  }

  /// The same, compressed, for those who accept `deflate` (RFC 9110, section 8.4.1.2); nil if memory is lacking.
  public init?(deflating content: [UInt8], named name: String) {
    guard let deflated = Zlib.deflate(content) else { return nil }
    self.content = deflated
    tag = EntityTag.of(deflated)
    headers = [
      ("etag", tag), ("content-type", MediaType.ofFile(named: name)), ("content-encoding", "deflate"),
    ]
  }
}
