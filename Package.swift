// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours: Swift 6 mode, upcoming features on, warnings are errors.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Outside the binding layer (`Collation`, `LabelStore`, `Network`) nothing unsafe compiles unmarked.
let strictAndSafe: [SwiftSetting] = strict + [.strictMemorySafety()]

let package = Package(
  name: "colabel",
  products: [
    .executable(name: "colabel", targets: ["colabel"]),
    .library(name: "LabelClient", targets: ["LabelClient"]),
  ],
  targets: [
    .systemLibrary(
      name: "CWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    .systemLibrary(name: "CUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    .target(name: "CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(name: "Collation", dependencies: ["CICU"], swiftSettings: strict),
    .target(name: "Labels", dependencies: ["Collation"], swiftSettings: strictAndSafe),
    .target(name: "LabelWire", dependencies: ["Labels"], swiftSettings: strictAndSafe),
    .target(name: "LabelEngine", dependencies: ["Labels", "LabelWire"], swiftSettings: strictAndSafe),
    .target(name: "LabelStore", dependencies: ["Labels", "CSQLite", "CCrypto"], swiftSettings: strict),
    .target(name: "Network", dependencies: ["CWebSockets", "CUV", "CZlib"], swiftSettings: strict),
    .target(
      name: "LabelServer",
      dependencies: ["Labels", "LabelWire", "LabelEngine", "LabelStore", "Network"],
      swiftSettings: strictAndSafe),
    .target(
      name: "LabelClient", dependencies: ["Labels", "LabelWire", "LabelEngine", "Network"],
      swiftSettings: strictAndSafe),
    .executableTarget(
      name: "colabel", dependencies: ["LabelServer", "LabelClient"], swiftSettings: strictAndSafe),

    .testTarget(name: "CollationTests", dependencies: ["Collation"], swiftSettings: strict),
    .testTarget(
      name: "LabelsTests", dependencies: ["Labels"], swiftSettings: strict),
    .testTarget(name: "LabelWireTests", dependencies: ["LabelWire"], swiftSettings: strict),
    .testTarget(
      name: "LabelEngineTests", dependencies: ["LabelEngine", "LabelWire"], swiftSettings: strict),
    .target(
      name: "Simulation", dependencies: ["Labels", "LabelWire", "LabelEngine"],
      path: "Tests/Simulation/World", swiftSettings: strictAndSafe),
    .executableTarget(
      name: "simulate", dependencies: ["Simulation"], path: "Tests/Simulation/Command",
      swiftSettings: strictAndSafe),
    .testTarget(
      name: "SimulationTests", dependencies: ["Simulation", "simulate"], path: "Tests/Simulation/Tests",
      swiftSettings: strict),
    .target(name: "CFaultDisk", dependencies: ["CSQLite"], path: "Tests/CFaultDisk"),
    .testTarget(
      name: "LabelStoreTests", dependencies: ["LabelStore", "CSQLite", "CFaultDisk"], swiftSettings: strict),
    .testTarget(name: "NetworkTests", dependencies: ["Network"], swiftSettings: strict),
    .testTarget(
      name: "LabelClientTests", dependencies: ["LabelClient"], swiftSettings: strict),
    .testTarget(
      name: "ColabelTests", dependencies: ["colabel"], swiftSettings: strict),
    .testTarget(
      name: "LabelServerTests",
      dependencies: [
        "Labels", "LabelWire", "LabelEngine", "LabelStore", "Network", "LabelServer", "LabelClient",
      ], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// `TEST_TARGETS=NetworkTests,LabelStoreTests`: only these test targets, so that no more is built than they need.
if let wanted = Context.environment["TEST_TARGETS"]?.split(separator: ",").map(String.init), !wanted.isEmpty {
  package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}
