// swift-tools-version: 6.2
import PackageDescription

// A client of the libraries, built in release: only there is their inlinable code optimised together with a client's, and only
// there do races show that depend on it. `swift run -c release races` runs every race for ten seconds.
let package = Package(
  name: "release-client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-viper", path: "../..")],
  targets: [
    .executableTarget(
      name: "races",
      dependencies: ["Signals", "VIPER", "Services", "REPL"].map { .product(name: $0, package: "swift-viper") }),
    // The tests of that name in SignalsTests: what needs no stack in debug may need it in release.
    .testTarget(
      name: "StackTests",
      dependencies: ["Signals", "SignalsTesting"].map { .product(name: $0, package: "swift-viper") },
      sources: ["DeferredReleaseTests.swift"]),
  ],
  swiftLanguageModes: [.v6]
)
