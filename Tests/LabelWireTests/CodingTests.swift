import LabelWire
import Labels
import Testing

@Suite("What is stored of changes and outcomes")
struct CodingTests {
  @Test("Effects come back from the log exactly, with what they replaced", arguments: 0..<300)
  func effectsComeBack(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let effects = values.effects()
    #expect(EffectCoding.decode(EffectCoding.encode(effects)) == effects)
  }

  @Test("Outcomes come back from the store exactly", arguments: 0..<300)
  func outcomesComeBack(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    let outcome = values.outcome()
    #expect(OutcomeCoding.decode(OutcomeCoding.encode(outcome)) == outcome)
  }

  @Test("A stored change that was cut short anywhere is refused, not read as another", arguments: 0..<20)
  func cutEffectsAreRefused(seed: UInt64) {
    var values = RandomValues(seed: seed)
    let bytes = EffectCoding.encode([values.effect()])
    for count in bytes.indices { #expect(EffectCoding.decode(Array(bytes[..<count])) == nil) }
    let outcome = OutcomeCoding.encode(values.outcome())
    for count in outcome.indices { #expect(OutcomeCoding.decode(Array(outcome[..<count])) == nil) }
  }

  @Test("Of a key given twice in an effect the last value counts, as everywhere")
  func duplicateKeys() throws {
    var values = RandomValues(seed: 1)
    let source = Effect.Source(
      slotBefore: values.id(), slotAfter: nil, labelBefore: values.id(), labelAfter: nil)
    let effect = Effect.moved(values.id(), slot: nil, after: nil, source: source)
    let json = String(decoding: EffectCoding.encode([effect]), as: UTF8.self)
    let twice = json.replacing(#""source":"#, with: #""source":[null,null,null,null],"source":"#)
    #expect(EffectCoding.decode(Array(twice.utf8)) == [effect])
  }

  @Test(
    "Effects that lack something or are of no known kind are refused",
    arguments: [
      "{}", "[{}]", "[1]", #"[{"effect":"removed"}]"#, #"[{"effect":"vanished","id":"x"}]"#,
      #"[{"effect":"removed","id":"6f0c2c5e-6a0e-4b3c-9d0a-0c3a7c7f9b11"}]"#,
      #"[{"effect":"renamed","id":"6f0c2c5e-6a0e-4b3c-9d0a-0c3a7c7f9b11","value":"a"}]"#,
      #"[{"effect":"included","id":"6f0c2c5e-6a0e-4b3c-9d0a-0c3a7c7f9b11","value":1,"replaced":true}]"#,
      #"[{"effect":"moved","id":"6f0c2c5e-6a0e-4b3c-9d0a-0c3a7c7f9b11","after":null,"source":[null]}]"#,
      #"[{"effect":"reversed","value":2,"replaced":0}]"#, #"[{"effect":"reversed","value":1}]"#,
      #"[{"effect":"reversed","value":1,"replaced":0}] x"#,
    ])
  func unknownEffects(json: String) {
    #expect(EffectCoding.decode(Array(json.utf8)) == nil)
  }

  @Test(
    "Outcomes that lack something or are of no known kind are refused",
    arguments: [
      "{}", "[]", #"{"outcome":"applied"}"#, #"{"asOf":1}"#, #"{"outcome":"lost","asOf":1}"#,
      #"{"outcome":"rejected","asOf":1}"#, #"{"outcome":"rejected","code":"removed","asOf":1}"#,
      #"{"outcome":"rejected","code":"unheardOf","asOf":1}"#, #"{"outcome":"applied","asOf":1.5}"#,
    ])
  func unknownOutcomes(json: String) {
    #expect(OutcomeCoding.decode(Array(json.utf8)) == nil)
  }

  @Test("Fingerprints are equal for equal edits and differ for others", arguments: 0..<300)
  func fingerprints(seed: UInt64) throws {
    var values = RandomValues(seed: seed)
    var again = RandomValues(seed: seed)
    let edit = values.edit()
    #expect(EditCoding.fingerprint(edit) == EditCoding.fingerprint(again.edit()))
    let other = values.edit()
    #expect((EditCoding.fingerprint(edit) == EditCoding.fingerprint(other)) == (edit == other))
  }

  @Test("A fingerprint is of what was asked, not of how it was written")
  func fingerprintIgnoresSpelling() throws {
    let id = "6F0C2C5E-6A0E-4B3C-9D0A-0C3A7C7F9B11"
    let spellings = [
      #"{"type":"edit","sequence":1,"kind":"include","ids":["\#(id)"],"isIncluded":true}"#,
      #"{ "isIncluded" : true, "unknown": [1], "ids":["\#(id.lowercased())"], "kind":"\u0069nclude","sequence":9,"type":"edit"}"#,
    ]
    let prints = try spellings.map { json in
      guard case .edit(let message) = try ClientMessage(json: Array(json.utf8)) else { return UInt64?.none }
      return EditCoding.fingerprint(try message.content.get())
    }
    #expect(prints[0] != nil)
    #expect(prints[0] == prints[1])
  }

  /// They are stored: a change of the coding or of the hash must not happen unnoticed.
  @Test("Fingerprints stay the same from version to version")
  func fingerprintsAreStable() {
    #expect(ChainHash.text(EditCoding.fingerprint(nil)) == "813f0174a2367c13")
    #expect(ChainHash.text(EditCoding.fingerprint(.withdraw)) == "66cb1c40d8341e96")
    let rename = Edit.rename(numberedID(7), to: "Ring Two", base: "Ring", seen: 12)
    #expect(ChainHash.text(EditCoding.fingerprint(rename)) == "540242f13070ac21")
  }
}
