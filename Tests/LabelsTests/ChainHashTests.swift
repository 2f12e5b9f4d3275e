import Labels
import Testing

@Suite struct `Chain hash` {
  @Test func `is the same on every run and machine`() {
    // Computed independently in Python from the definition.
    #expect(ChainHash.next(after: ChainHash.start, entry: [UInt8]().span) == 0x813F_0174_A236_7C13)
    #expect(
      ChainHash.next(after: 0x0123_4567_89AB_CDEF, entry: Array("Ring".utf8).span) == 0x69D4_976D_DE5C_E9A4)
  }

  @Test func `depends on every byte of the entry and on the whole history before`() {
    let entry = Array("Ring".utf8)
    let hash = ChainHash.next(after: 1, entry: entry.span)
    for index in entry.indices {
      var other = entry
      other[index] ^= 1
      #expect(ChainHash.next(after: 1, entry: other.span) != hash)
    }
    for bit in UInt64(0)..<64 {
      #expect(ChainHash.next(after: 1 ^ 1 << bit, entry: entry.span) != hash)
    }
  }

  @Test(arguments: [0, 1, 0x00AB_CDEF, .max, 0x8000_0000_0000_0000] as [UInt64])
  func `is written as 16 digits and read back`(_ hash: UInt64) {
    let text = ChainHash.text(hash)
    #expect(text.utf8.count == 16)
    #expect(text == text.lowercased())
    #expect(ChainHash.parse(text) == hash)
  }

  @Test(arguments: [
    "", "0", "000000000000000", "00000000000000000", "000000000000000g", "00000000000000AB",
    "+000000000000001",
    "-000000000000001", " 000000000000001", "0x00000000000001", "٠٠٠٠٠٠٠٠", "0000000000000é",
  ])
  func `anything else is not read`(_ text: String) {
    #expect(ChainHash.parse(text) == nil)
  }
}
