import Labels
import Testing

@Suite struct `Identifiers` {
  @Test(arguments: [
    "00000000-0000-0000-0000-000000000000", "0b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5b",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
  ])
  func `are read and written alike, in lower case`(_ text: String) throws {
    let id = try #require(LabelID(text))
    #expect(id.description == text)
    #expect(LabelID(text.uppercased()) == id)
    #expect(LabelID(utf8: Array(text.utf8).span) == id)
  }

  @Test func `the halves are the bytes in order`() {
    let id = LabelID("00112233-4455-6677-8899-aabbccddeeff")
    #expect(id == LabelID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF))
  }

  @Test(arguments: [
    "", "-", "0b6d1f2a", "0b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5", "0b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5b0",
    "0b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5g", "0b6d1f2a3c4d4e5f8a9b0c1d2e3f4a5b",
    "0b6d1f2a-3c4d-4e5f-8a9b0c1d2e3f4a5b-",
    "{0b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5}", " b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5b",
    "0b6d1f2a_3c4d_4e5f_8a9b_0c1d2e3f4a5b", "0b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4aé",
    "+b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a5b",
    "0b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a\0b", "０b6d1f2a-3c4d-4e5f-8a9b-0c1d2e3f4a",
  ])
  func `anything else is not read`(_ text: String) {
    #expect(LabelID(text) == nil)
  }

  @Test func `they are ordered as their text forms`() throws {
    let texts = [
      "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-8000-000000000000",
      "00000000-0000-0001-0000-000000000000", "80000000-0000-0000-0000-000000000000",
    ]
    #expect(texts.compactMap { LabelID($0) }.sorted().map(\.description) == texts.sorted())
  }
}
