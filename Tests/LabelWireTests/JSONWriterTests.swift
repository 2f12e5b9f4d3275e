import LabelWire
import Labels
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
  @Test("Members and elements are parted by commas, however deep")
  func commas() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("a", 1)
      writer.key("b")
      writer.array { writer in
        writer.object { _ in }
        writer.object { $0.field("c", true) }
        writer.null()
        writer.array { $0.integer(2) }
      }
      writer.field("d", LabelID?.none)
      writer.field("e", numberedID(10))
      writer.field("f", -3)
    }
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == #"{"a":1,"b":[{},{"c":true},null,[2]],"d":null,"e":"00000000-0000-0000-0000-00000000000a","f":-3}"#
    )
  }

  @Test("A string is written so that it reads back byte for byte", arguments: 0..<200)
  func stringsComeBack(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let text = values.name()
    var writer = JSONWriter()
    writer.string(text)
    var reader = JSONReader(writer.bytes)
    let read = try #require(try reader.string())
    try reader.finish()
    #expect(read.hasSameBytes(as: text))
    #expect(!writer.bytes.contains { $0 < 0x20 })
  }
}
