// swift-tools-version: 6.3
import PackageDescription

// Where there is no UIKit and no SwiftUI, the tests of VIPERUI build stand-ins.
#if os(Linux)
  let standInDependencies: [Target.Dependency] = ["BuiltPackage", "Effort"]
#else
  let standInDependencies: [Target.Dependency] = []
#endif

// Under a sanitizer, the tests do not type at the sample program.
let sampleProgram: [Target.Dependency] = Context.environment["PART"] == "libraries" ? [] : ["playground"]

let package = Package(
  name: "swift-viper",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
    .library(name: "VIPER", targets: ["VIPER"]),
    .library(name: "VIPERTesting", targets: ["VIPERTesting"]),
    .library(name: "VIPERUI", targets: ["VIPERUI"]),
    .library(name: "VIPERUITesting", targets: ["VIPERUITesting"]),
    .library(name: "Services", targets: ["Services"]),
    .library(name: "SQLiteStores", targets: ["SQLiteStores"]),
    .library(name: "REPL", targets: ["REPL"]),
    .library(name: "REPLTools", targets: ["REPLTools"]),
    .executable(name: "viper-generate", targets: ["viper-generate"]),
    .plugin(name: "generate-module", targets: ["GeneratorPlugin"]),
  ],
  targets: [
    // The libraries; arrows only point up this list.
    .target(name: "PlainText"),
    .target(name: "Signals", swiftSettings: [.strictMemorySafety()]),
    .target(name: "SignalsTesting", dependencies: ["PlainText", "Signals"]),
    .target(name: "VIPER", dependencies: ["PlainText", "Signals"]),
    .target(name: "VIPERTesting", dependencies: ["Signals", "VIPER"]),
    .target(name: "VIPERUI", dependencies: ["Signals", "VIPER"]),
    .target(name: "NamedCalls", dependencies: ["Signals"]),
    .target(
      name: "Services", dependencies: ["NamedCalls", "PlainText", "Signals"],
      resources: [.process("PrivacyInfo.xcprivacy")]),
    .target(name: "SQLiteStores", dependencies: ["Services", "Signals"]),
    .target(
      name: "REPL", dependencies: ["NamedCalls", "PlainText", "Signals", "VIPER"],
      resources: [.process("PrivacyInfo.xcprivacy")]),
    .target(name: "VIPERUITesting", dependencies: ["Signals", "VIPER", "VIPERUI", "REPL"]),
    // The program of an app: what starts processes, and so cannot run on a phone.
    .target(
      name: "REPLTools", dependencies: ["PlainText", "Signals", "VIPER", "REPL"],
      resources: [.process("PrivacyInfo.xcprivacy")]),

    // An HTTP server on this machine, for the tests of the services and for the samples that need one.
    .target(name: "LoopbackServer", dependencies: ["Signals"], path: "Playground/LoopbackServer"),

    // The sample apps, their common targets, and the program that runs them.
    .target(name: "Language", dependencies: ["PlainText", "VIPER", "Services"], path: "Playground/Language"),
    .target(
      name: "SampleNetwork", dependencies: ["Signals", "VIPER", "Services", "REPL", "Language", "LoopbackServer"],
      path: "Playground/SampleNetwork"),
    .target(
      name: "Todo", dependencies: ["Signals", "VIPER", "VIPERUI", "Services", "SQLiteStores", "REPL", "Language"],
      path: "Playground/Todo",
      exclude: ["Flows"]),
    .target(
      name: "Login", dependencies: ["Signals", "VIPER", "VIPERUI", "Services", "REPL", "Language"],
      path: "Playground/Login",
      exclude: ["Flows"]),
    .target(
      name: "Search", dependencies: ["Signals", "VIPER", "VIPERUI", "Services", "REPL", "Language"],
      path: "Playground/Search",
      exclude: ["Flows"]),
    .target(
      name: "Home",
      dependencies: [
        "PlainText", "Signals", "VIPER", "VIPERUI", "VIPERUITesting", "Services", "REPL", "Language", "SampleNetwork",
        "Todo",
        "Login",
        "Search",
      ],
      path: "Playground/Home", exclude: ["Flows"]),
    .executableTarget(name: "playground", dependencies: ["Home", "REPLTools"], path: "Playground/App"),

    // The generator of modules, its program and its plugin, and its templates, which are modules themselves.
    .target(name: "Generator", dependencies: ["PlainText"], resources: [.copy("Templates")]),
    .executableTarget(name: "viper-generate", dependencies: ["Generator"]),
    .plugin(
      name: "GeneratorPlugin",
      capability: .command(
        intent: .custom(
          verb: "generate-module", description: "Writes a complete module: it builds, passes its tests and has a flow"),
        permissions: [.writeToPackageDirectory(reason: "A new module is files of the package.")]),
      dependencies: ["viper-generate"], path: "Sources/GeneratorPlugin"),
    .target(
      name: "ModuleTemplate", dependencies: ["Signals", "VIPER", "Services", "REPL"],
      path: "Sources/Generator/Templates/module/Code",
      swiftSettings: [.define("INTERACTOR"), .define("STORE")]),
    .target(
      name: "ScreenTemplate", dependencies: ["Signals", "VIPER", "REPL"],
      path: "Sources/Generator/Templates/screen/Code"),

    // The benchmarks. No other target depends on these.
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "PlainText", "Signals", "VIPER", "VIPERTesting", "Services", "SQLiteStores", "REPL", "REPLTools",
        "LoopbackServer", "AllocationCounter",
      ],
      path: "Sources/Benchmarks"),

    .testTarget(name: "BenchmarksTests", dependencies: ["Signals", "benchmarks"]),
    .testTarget(name: "PlainTextTests", dependencies: ["PlainText", "SignalsTesting"]),
    .testTarget(name: "SignalsTests", dependencies: ["Signals", "SignalsTesting", "BuiltPackage", "Effort"]),
    .testTarget(
      name: "VIPERTests", dependencies: ["Signals", "SignalsTesting", "VIPER", "VIPERTesting", "Effort"]),
    // Where there is no UIKit, it builds the libraries against stand-ins, which are in Tests/StandIns.
    .testTarget(
      name: "VIPERUITests",
      dependencies: [
        "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "VIPERUI", "VIPERUITesting", "REPL", "Services",
        "Language",
        "SampleNetwork", "Todo", "Login", "Search", "Home",
      ] + standInDependencies),
    .testTarget(
      name: "ServicesTests",
      dependencies: [
        "Signals", "SignalsTesting", "NamedCalls", "Services", "SQLiteStores", "LoopbackServer", "store-writer",
        "BuiltPackage",
        "Fixtures",
        "Effort",
      ]),
    // The process that the durability tests kill.
    .executableTarget(
      name: "store-writer", dependencies: ["Signals", "Services", "SQLiteStores"], path: "Tests/StoreWriter"),
    // Common helpers of several test targets: folders, transports.
    .target(name: "Fixtures", dependencies: ["Signals", "Services"], path: "Tests/Fixtures"),
    // The share of the long tests that runs.
    .target(name: "Effort", path: "Tests/Effort"),
    // The program whose flows crash and hang.
    .executableTarget(
      name: "flow-victim", dependencies: ["NamedCalls", "Signals", "VIPER", "REPL", "REPLTools"],
      path: "Tests/FlowVictim"),
    // Packages that tests make and build.
    .target(name: "BuiltPackage", path: "Tests/BuiltPackage"),
    .testTarget(
      name: "REPLTests",
      dependencies: [
        "NamedCalls", "PlainText", "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "REPL", "REPLTools",
        "BuiltPackage",
        "Effort",
        "Fixtures", "flow-victim",
      ] + sampleProgram),
    .testTarget(
      name: "GeneratorTests", dependencies: ["Generator", "SignalsTesting", "viper-generate", "BuiltPackage", "Effort"]),
    .testTarget(
      name: "ModuleTemplateTests",
      dependencies: [
        "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "Services", "REPL", "ModuleTemplate",
      ],
      path: "Sources/Generator/Templates/module/Tests",
      swiftSettings: [.define("INTERACTOR"), .define("STORE")]),
    .testTarget(
      name: "ScreenTemplateTests", dependencies: ["Signals", "VIPER", "VIPERTesting", "REPL", "ScreenTemplate"],
      path: "Sources/Generator/Templates/screen/Tests"),
    // Starts the compiler with the libraries as they were just built.
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "Services", "SQLiteStores", "REPL", "REPLTools",
        "BuiltPackage",
        "Effort",
        "Fixtures", "playground",
        "benchmarks",
        "viper-generate",
      ]),
    // What Linux can show of Apple's platforms.
    .testTarget(
      name: "PlatformTests",
      dependencies: [
        "PlainText", "Signals", "VIPER", "Services", "SQLiteStores", "REPL", "LoopbackServer", "BuiltPackage",
      ],
      exclude: ["AppleNames.txt"]),
    .testTarget(
      name: "PlaygroundTests",
      dependencies: [
        "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "Services", "SQLiteStores", "REPL", "REPLTools", "Todo",
        "Language",
        "SampleNetwork",
        "LoopbackServer", "Login", "Search", "Home", "playground", "ModuleTemplate", "BuiltPackage", "Fixtures",
        "Effort",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Features of the next language mode. The libraries also say which of their imports are part of their API.
let libraries: Set = [
  "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "VIPERUI", "VIPERUITesting", "NamedCalls", "Services",
  "SQLiteStores", "REPL", "REPLTools",
]
for target in package.targets where target.type != .plugin && target.name != "AllocationCounter" {
  var features = ["ExistentialAny", "MemberImportVisibility"]
  if target.type != .test { features.append("NonisolatedNonsendingByDefault") }
  if libraries.contains(target.name) { features.append("InternalImportsByDefault") }
  target.swiftSettings = (target.swiftSettings ?? []) + features.map { .enableUpcomingFeature($0) }
  // The macros of tests are expanded once for each batch of files, so one batch saves a tenth of the time.
  if target.type == .test { target.swiftSettings?.append(.unsafeFlags(["-driver-batch-count", "1"])) }
}

// `PART=libraries` keeps the libraries and their tests, for sanitizers; `PART=ui`, the tests that run on a phone. `PART` may also be
// names of test targets, as in `PART=SignalsTests,VIPERTests swift test`. What the tests need is kept, too. Any other value of the
// variable is not for this package.
let parts: [String: [String]] = [
  "libraries": ["PlainTextTests", "SignalsTests", "VIPERTests", "ServicesTests", "REPLTests"], "ui": ["VIPERUITests"],
]
if let part = Context.environment["PART"] {
  var kept = Set(parts[part] ?? part.split(separator: ",").map(String.init))
  let tests = Set(package.targets.filter { $0.type == .test }.map(\.name))
  if !kept.isEmpty, kept.isSubset(of: tests) {
    // Dependencies are declared before their targets, with few exceptions, so a second round finds the rest.
    for target in package.targets.reversed() + package.targets.reversed() where kept.contains(target.name) {
      for case .byNameItem(let name, _) in target.dependencies { kept.insert(name) }
    }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { !kept.contains($0.name) }
    // A sanitizer sees the libraries as users have them, optimised, but with all checks.
    for target in package.targets where part == "libraries" && libraries.contains(target.name) {
      target.swiftSettings?.append(.unsafeFlags(["-O", "-assert-config", "Debug"]))
    }
    // For the app in which Xcode runs the tests of VIPERUI.
    if part == "ui" {
      let product = "Samples", samples = ["Language", "SampleNetwork", "Todo", "Login", "Search", "Home"]
      package.products.append(.library(name: product, targets: samples))
    }
  }
}

// The benchmarks are no product, but for `PART=benchmarks`: CI builds them in Tests/ReleaseClient, with the
// libraries that it has built in release.
if Context.environment["PART"] == "benchmarks" {
  package.products.append(.executable(name: "benchmarks", targets: ["benchmarks"]))
}
