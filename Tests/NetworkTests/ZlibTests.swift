import Network
import Testing

@Suite("Compression")
struct ZlibTests {
  @Test("What was deflated inflates to the same", arguments: [0, 1, 1_000, 300_000])
  func roundTrip(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    let compressed = try #require(Zlib.deflate(bytes))
    #expect(Zlib.inflate(compressed, limit: 1 << 20) == bytes)
  }

  @Test("Bytes that are no whole stream are refused")
  func damage() throws {
    var compressed = try #require(Zlib.deflate(Array("labels, labels, labels".utf8)))
    #expect(Zlib.inflate(Array(compressed.dropLast()), limit: 1 << 20) == nil)
    #expect(Zlib.inflate([], limit: 1 << 20) == nil)
    #expect(Zlib.inflate(Array("no stream".utf8), limit: 1 << 20) == nil)
    compressed[compressed.count - 1] ^= 1
    #expect(Zlib.inflate(compressed, limit: 1 << 20) == nil)
  }

  @Test("A small message that inflates to a huge one is refused at the limit")
  func bomb() throws {
    let bomb = try #require(Zlib.deflate([UInt8](repeating: 0, count: 50_000_000)))
    #expect(bomb.count < 100_000)
    #expect(Zlib.inflate(bomb, limit: 1 << 20) == nil)
  }
}
