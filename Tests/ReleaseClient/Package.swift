// swift-tools-version: 6.3
import PackageDescription

// Clients of the libraries, built in release. Only a release build optimises inlinable code together with a client's code, and
// only there do some races show. `swift run -c release signal-races` runs every race of signals for ten seconds.
let package = Package(
  name: "release-client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-viper", path: "../..")],
  targets: [
    .target(name: "Racing"),
    .executableTarget(
      name: "signal-races", dependencies: ["Racing", .product(name: "Signals", package: "swift-viper")]),
    .executableTarget(
      name: "screen-races",
      dependencies: ["Racing"]
        + ["Signals", "VIPER", "Services", "SQLiteStores", "REPL"].map { .product(name: $0, package: "swift-viper") }),
    // An app with the app settings of Swift 6.2: it compiles without a warning. It is never run.
    .target(
      name: "ModernApp",
      dependencies: ["Signals", "VIPER", "VIPERUI", "Services", "REPL"].map {
        .product(name: $0, package: "swift-viper")
      },
      swiftSettings: [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
      ]),
    // Tests of SignalsTests, by links to its files: code that needs no stack in debug may need it in release, and a check may be left
    // out there.
    .testTarget(
      name: "StackTests",
      dependencies: ["Signals", "SignalsTesting"].map { .product(name: $0, package: "swift-viper") },
      sources: [
        "DeferredReleaseTests.swift", "DeliveryDepthTests.swift", "ExitTest.swift", "SmallStack.swift",
        "ZipLimitTests.swift",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
