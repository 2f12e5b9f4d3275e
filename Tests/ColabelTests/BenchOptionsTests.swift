import LabelClient
import LabelWire
import Testing

@testable import colabel

@Suite("Flags of a load test")
struct BenchOptionsTests {
  @Test("A preset is changed by the flags beside it, wherever it stands")
  func preset() throws {
    for arguments in [
      ["--preset", "fanout", "--clients", "20"], ["--clients", "20", "--preset", "fanout"],
      ["--clients=20", "--preset=fanout"],
    ] {
      let options = try #require(try BenchOptions.parse(arguments))
      #expect((options.clients, options.writers, options.window) == (20, 1, 64))
    }
  }

  @Test("Every preset fits together", arguments: BenchPreset.allCases)
  func presets(preset: BenchPreset) throws {
    let options = try #require(try BenchOptions.parse(["--preset", preset.rawValue]))
    #expect(try options.addresses().count == options.lists)
  }

  @Test("Several lists have numbered names")
  func lists() throws {
    let options = try #require(try BenchOptions.parse(["--lists", "3"]))
    #expect(try options.addresses().map(\.alias.description) == ["bench-1", "bench-2", "bench-3"])
  }

  @Test(
    "Options that do not fit together are refused",
    arguments: [
      ["--clients", "2", "--writers", "3"], ["--clients", "2", "--writers", "1", "--replicas", "3"],
      ["--clients", "12", "--stalled", "3"], ["--writers", "0"], ["--url", "https://example.org/"],
      ["--lists", "60"],
    ])
  func misfits(arguments: [String]) throws {
    let options = try #require(try BenchOptions.parse(arguments))
    #expect(throws: UsageError.self) { try options.addresses() }
  }

  @Test(
    "Values that are none are refused",
    arguments: [
      ["--preset", "fan"], ["--mix", "renames=1"], ["--mix", "rename=0"], ["--mix", "rename"],
      ["--rate", "-1"],
      ["--existing", "maybe"], ["--window", "0"],
    ])
  func misread(arguments: [String]) {
    #expect(throws: UsageError.self) { try BenchOptions.parse(arguments) }
  }

  @Test("A mix is what its weights say")
  func mix() throws {
    let mix = try MixWeights("rename=2,toggle=1,group=1")
    #expect((0..<mix.total).map(mix.kind(at:)) == [.rename, .rename, .include, .group])
  }
}
