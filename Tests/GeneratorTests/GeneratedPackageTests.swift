import BuiltPackage
import Foundation
import Generator
import Testing

/// Modules as they are generated, built and run: in a package that depends on this one, and in this one. Both packages are
/// copies, kept from run to run; building them is what takes the time here.
@Suite(.serialized) struct GeneratedPackageTests {
  /// What SwiftPM needs besides a verb: one build folder for both packages, so that this one is built once.
  private static let build = ["--scratch-path", BuiltPackage("generated/build").folder.path]
  private static let own = BuiltPackage("generated/swift-viper")
  private static let user = BuiltPackage("generated/app")

  private static let userFiles = [
    "Package.swift": """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "app",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "swift-viper", path: "../swift-viper")],
      targets: [
        .target(
          name: "App",
          dependencies: [
            .product(name: "Signals", package: "swift-viper"), .product(name: "VIPER", package: "swift-viper"),
            .product(name: "Services", package: "swift-viper"), .product(name: "REPL", package: "swift-viper"),
          ],
          swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(name: "app-program", dependencies: ["App"]),
        .testTarget(
          name: "AppTests",
          dependencies: [
            "App", .product(name: "Signals", package: "swift-viper"),
            .product(name: "SignalsTesting", package: "swift-viper"), .product(name: "VIPER", package: "swift-viper"),
            .product(name: "VIPERTesting", package: "swift-viper"), .product(name: "Services", package: "swift-viper"),
            .product(name: "REPL", package: "swift-viper"),
          ],
          swiftSettings: [.treatAllWarnings(as: .error)]),
      ],
      swiftLanguageModes: [.v6]
    )

    """,
    "Sources/App/App.swift": """
    import REPL
    import VIPER

    extension Route<Void, Never> {
      static var home: Self { Route("home") }
    }

    /// The composition root.
    public let app = ConsoleApp("app", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [home])
    }
    @MainActor private let home = Module(.home) { _, _ in Assembly(view: ConsoleView()) }

    """,
    "Sources/app-program/main.swift": """
    import App
    import Foundation

    exit(await app.main(Array(CommandLine.arguments.dropFirst())))

    """,
    "Flows/home.flow": "> :open home\n> :quit\n",
  ]

  /// Every template with every choice of layers that there is, and the names that need most care.
  private static var choices: [[String]] {
    get throws {
      var choices: [[String]] = []
      let catalog = TemplateCatalog(of: user.folder, builtIn: GeneratorEnvironment.builtInTemplates, DiskFiles())
      for entry in catalog.entries where !entry.isOwn {
        let layers = try catalog.template(entry.name).layers.map(\.name)
        for set in 0..<(1 << layers.count) {
          let without = layers.indices.filter { set & (1 << $0) != 0 }.map { layers[$0] }
          let name = ([entry.name, without.isEmpty ? "whole" : "but"] + without).joined(separator: " ")
          choices.append(
            [name, "--template", entry.name] + (without.isEmpty ? [] : ["--without", without.joined(separator: ",")]))
        }
      }
      return choices + [
        ["class"], ["default"], ["App"], ["Z", "--set", "Item=Entry", "--author", "Jane Doe", "--company", "Acme"],
        [
          String(repeating: "Long", count: 10), "--description",
          String(repeating: "Says of itself more than fits on a line. ", count: 8), "--set", "Item=Occasion",
        ],
        ["own", "--template", "my-screen"],
      ]
    }
  }

  /// This package, without its tests, in a folder of its own.
  private func copyOwnPackage() throws {
    var files: [String: String] = [:]
    for folder in ["Sources", "Playground"] {
      for path in BuiltPackage.files(in: BuiltPackage.viper.appendingPathComponent(folder)) {
        let file = BuiltPackage.viper.appendingPathComponent("\(folder)/\(path)")
        files["\(folder)/\(path)"] = try String(contentsOf: file, encoding: .utf8)
      }
    }
    for path in ["Package.swift", ProjectDefaults.fileName] {
      files[path] = try String(contentsOf: BuiltPackage.viper.appendingPathComponent(path), encoding: .utf8)
    }
    // The tests of this package are built where they are; targets without a file are none.
    for target in PackageManifest(files["Package.swift"] ?? "").targets where target.path.hasPrefix("Tests/") {
      files["\(target.path)/Empty.swift"] =
        target.name == "store-writer" ? "@main enum Empty { static func main() {} }\n" : "\n"
    }
    try Self.own.write(files)
    try Self.own.keep(Set(files.keys))
  }

  @Test("every template with every choice of layers builds without a warning, passes its tests and flows, and the lint")
  func everything() async throws {
    try copyOwnPackage()
    // Made in a folder of its own, and then copied: what has not changed since the last run is not built again.
    let rules = BuiltPackage.viper.appendingPathComponent(".swift-format")
    let made = try TestProject(Self.userFiles)
    try made.write(".swift-format", String(contentsOf: rules, encoding: .utf8))
    #expect(made.run("template", "create", "my-screen").code == 0)
    for choice in try Self.choices {
      let answer = made.run(arguments: choice + ["--add-route"])
      #expect(answer.code == 0 && !answer.text.contains("warning"), "\(choice): \(answer.text)\(answer.errors)")
    }
    let files = made.files.filter { $0.value != "(a folder)" && !$0.key.hasPrefix(".") }
    try Self.user.write(files)
    try Self.user.keep(Set(files.keys))

    let test = try await Self.user.run(["swift", "test", "--disable-xctest"] + Self.build)
    #expect(test.code == 0 && !test.text.contains("warning:"), "\(test.text.suffix(3000))")
    let binary = try await Self.user.run(["swift", "build", "--show-bin-path"] + Self.build)
    let program = binary.text.split(separator: "\n").last.map { "\($0)/app-program" } ?? ""
    let flows = try await Self.user.run([program, "run", "--coverage", "Flows"])
    let missed = flows.text.split(separator: "\n").filter { $0.hasPrefix("  no flow") && !$0.hasSuffix("Flow") }
    #expect(flows.code == 0 && missed.isEmpty, "\(missed) \(flows.text.suffix(3000))")
    let lint = try await Self.user.run(
      [
        "swift", "format", "lint", "--strict", "--recursive", "--parallel", "--configuration", rules.path, "Sources",
        "Tests",
      ])
    #expect(lint.code == 0 && lint.text.isEmpty, "\(lint.text.suffix(3000))")
  }
}
