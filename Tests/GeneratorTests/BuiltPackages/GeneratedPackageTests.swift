import BuiltPackage
import Effort
import Foundation
import Generator
import Testing

/// Generates, builds and runs modules: in a package that depends on this one, and in this one. Both packages are copies, kept
/// from run to run, because building them takes most of the time.
@Suite(.serialized, .enabled(if: Effort.isFull, "TESTS=full builds the packages")) struct GeneratedPackageTests {
  /// The options of SwiftPM: one build folder for both packages, so that this one is built only once, and what builds fast: whole
  /// modules, without debug information.
  private static let build =
    [
      "--scratch-path", BuiltPackage("generated/build").folder.path, "-debug-info-format", "none", "-Xswiftc",
      "-whole-module-optimization", "-Xswiftc", "-num-threads", "-Xswiftc", "2", "-Xswiftc",
      "-no-emit-module-separately-wmo",
    ] + BuiltPackage.ownCaches
  private static let own = BuiltPackage("generated/swift-viper")
  private static let user = BuiltPackage("generated/app")
  private static let rules = BuiltPackage.viper.appendingPathComponent(".swift-format")

  private static let userFiles = [
    "Package.swift": """
    // swift-tools-version: 6.3
    import PackageDescription

    func products(_ names: String...) -> [Target.Dependency] {
      names.map { .product(name: $0, package: "swift-viper") }
    }
    let libraries = products("Signals", "VIPER", "Services", "REPL")

    let package = Package(
      name: "app",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "swift-viper", path: "../swift-viper")],
      targets: [
        .target(name: "App", dependencies: libraries, swiftSettings: [.treatAllWarnings(as: .error)]),
        .executableTarget(name: "app-program", dependencies: ["App"] + products("REPLTools")),
        .testTarget(
          name: "AppTests", dependencies: ["App"] + libraries + products("SignalsTesting", "VIPERTesting"),
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
    import REPLTools

    exit(await app.main(Array(CommandLine.arguments.dropFirst())))

    """,
    "Flows/home.flow": "> :open home\n> :quit\n",
  ]

  /// A module with an option for every place.
  private static let placed = [
    "placed", "--target", "App", "--modules", "Sources/App/Screens", "--tests", "Tests/AppTests/Screens", "--flows",
    "Flows/Screens", "--root", "Sources/App/App.swift",
  ]

  /// Every template with every choice of layers, and the most difficult names.
  private static var choices: [[String]] {
    get throws {
      var choices: [[String]] = []
      let catalog = TemplateCatalog(of: BuiltPackage.viper)
      for template in catalog.names {
        let layers = try catalog.template(template).layerNames
        for set in 0..<(1 << layers.count) {
          let without = layers.indices.filter { set & (1 << $0) != 0 }.map { layers[$0] }
          let name = ([template, without.isEmpty ? "whole" : "but"] + without).joined(separator: " ")
          choices.append(
            [name, "--template", template] + (without.isEmpty ? [] : ["--without", without.joined(separator: ",")]))
        }
      }
      return choices + [
        ["class"], ["default"], ["App"], ["Z", "--set", "Item=Entry", "--author", "Jane Doe", "--company", "Acme"],
        [String(repeating: "Long", count: 10), "--description", "Has a long name", "--set", "Item=Occasion"],
        ["own", "--template", "my-screen"],
        placed, placed + ["--overwrite", "--description", "Written twice."],
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
    for path in ["Package.swift", ".viper-generate.json", ".swift-format"] {
      files[path] = try String(contentsOf: BuiltPackage.viper.appendingPathComponent(path), encoding: .utf8)
    }
    // The tests of this package are built elsewhere. SwiftPM ignores targets without files.
    let manifest = try String(contentsOf: BuiltPackage.viper.appendingPathComponent("Package.swift"), encoding: .utf8)
    let paths = manifest.matches(of: /path: "(Tests\/\w+)"/).map { String($0.1) }
    for path in paths + manifest.matches(of: /name: "(\w+Tests)"/).map({ "Tests/\($0.1)" }) {
      let isProgram = path == "Tests/StoreWriter" || path == "Tests/FlowVictim"
      files["\(path)/Empty.swift"] = isProgram ? "@main enum Empty { static func main() {} }\n" : "\n"
    }
    try Self.own.write(files)
    try Self.own.keep(Set(files.keys))
  }

  /// The package that depends on this one, with a module of every choice in it.
  private func makeUserPackage() throws {
    try copyOwnPackage()
    // Made in its own folder and then copied, so that unchanged files are not built again.
    let made = try TestProject(Self.userFiles)
    try made.write(".swift-format", String(contentsOf: Self.rules, encoding: .utf8))
    #expect(made.run("template", "create", "my-screen").code == 0)
    for choice in try Self.choices {
      let answer = made.run(arguments: choice + ["--add-route"])
      #expect(answer.code == 0, "\(choice): \(answer.text)\(answer.errors)")
      #expect(!answer.text.contains("warning"), "\(choice): \(answer.text)\(answer.errors)")
    }
    try StoreOperation.add(to: "Default") { file in
      try #require(made.text("Sources/App/Default/Default\(file)"))
    } write: { file, text in
      try made.write("Sources/App/Default/Default\(file)", text)
    }
    try made.write(
      "Flows/Default/delete.flow",
      """
      > :open default
        Default
        (nothing here yet)
        text: -
      default> text Buy milk
        text: Buy milk
      default> add
        1. Buy milk
        text: -
      default> delete 1
        (nothing here yet)
      default> :quit

      """)
    let files = made.files.filter { $0.value != "(a folder)" && !$0.key.hasPrefix(".") }
    try Self.user.write(files)
    try Self.user.keep(Set(files.keys))
  }

  @Test("every template with every choice of layers builds without a warning, passes its tests and flows, and the lint")
  func everything() async throws {
    try makeUserPackage()
    let test = try await Self.user.run(["swift", "test", "--disable-xctest"] + Self.build)
    #expect(test.code == 0, "\(test.text.suffix(3000))")
    #expect(!Self.hasWarning(test), "\(test.text.suffix(3000))")
    try await differing()
    let binary = try await Self.user.run(["swift", "build", "--show-bin-path"] + Self.build)
    let program = binary.text.split(separator: "\n").last.map { "\($0)/app-program" } ?? ""
    let flows = try await Self.user.run([program, "run", "--coverage", "Flows"])
    // A module that opens alone is the root, and cannot go back.
    let missed = flows.text.split(separator: "\n").filter {
      $0.hasPrefix("  no flow") && !$0.hasSuffix("Flow") && !$0.hasPrefix("  no flow types back on ")
    }
    #expect(flows.code == 0, "\(missed) \(flows.text.suffix(3000))")
    #expect(missed.isEmpty, "\(missed) \(flows.text.suffix(3000))")
    let lint = try await Self.user.run(
      [
        "swift", "format", "lint", "--strict", "--recursive", "--parallel", "--configuration", Self.rules.path,
        "Sources",
        "Tests",
      ])
    #expect(lint.code == 0, "\(lint.text.suffix(3000))")
    #expect(lint.text.isEmpty, "\(lint.text.suffix(3000))")
  }

  /// A flow that differs fails its test with the difference.
  private func differing() async throws {
    let flow = Self.user.folder.appendingPathComponent("Flows/Default/differing.flow")
    defer { try? FileManager.default.removeItem(at: flow) }
    try "> :open default\n  (many notes)\n".write(to: flow, atomically: true, encoding: .utf8)
    let test = try await Self.user.run(
      ["swift", "test", "--disable-xctest", "--skip-build", "--filter", "DefaultFlowTests"] + Self.build)
    #expect(test.code != 0, "\(test.text.suffix(3000))")
    #expect(test.text.contains("-   (many notes)"), "\(test.text.suffix(3000))")
  }

  /// Whether a build has a warning; that the compiler ignores SwiftPM's batches in favour of whole modules is none.
  private static func hasWarning(_ build: ToolRun) -> Bool {
    build.text.split(separator: "\n").contains { $0.contains("warning:") && !$0.contains("'-enable-batch-mode'") }
  }

  /// Runs the program and then the plugin, each on the package as `restore` leaves it. Returns their output and files, which are
  /// the same.
  private func generate(
    _ arguments: [String], in package: BuiltPackage, restore: () throws -> Void
  ) async throws -> (text: String, files: [String: String]) {
    // The files contain the date.
    let environment = ["SOURCE_DATE_EPOCH": "1400673600"], arguments = arguments + ["--author", "Jane Doe"]
    var results: [(text: String, files: [String: String])] = []
    for tool in try Self.documentedCommands {
      try restore()
      // Git has to have the files that the generator changes.
      let commit =
        "git init -q; git add -A; git -c user.name=A -c user.email=a@example.com commit -qm All --allow-empty"
      #expect(try await package.run(["sh", "-c", commit]).code == 0)
      let before = try Self.contents(of: package)
      let answer = try await package.run(tool + arguments, environment: environment)
      #expect(answer.code == 0, "\(answer.text.suffix(3000))")
      // SwiftPM's own lines come first.
      let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != arguments[0] }
      let after = try Self.contents(of: package)
      results.append((lines.joined(separator: "\n"), after.filter { before[$0.key] != $0.value }))
    }
    #expect(results[0] == results[1])
    #expect(results[0].text.contains("written: "))
    #expect(!results[0].files.isEmpty)
    return results[0]
  }

  /// The program and the plugin as their article has them, up to the module's name, with the build folder of these tests.
  private static var documentedCommands: [[String]] {
    get throws {
      let article = BuiltPackage.viper.appendingPathComponent("Sources/VIPER/VIPER.docc/GeneratingAModule.md")
      // A backslash continues a command on the next line.
      let text = try String(contentsOf: article, encoding: .utf8).replacing(#/ \\\n\s*/#, with: " ")
      let lines = text.split(separator: "\n").filter { $0.hasPrefix("swift ") && $0.hasSuffix(" Notes --add-route") }
      #expect(lines.count == 2)
      return lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        return words[..<2] + build + words[2...].dropLast(2)
      }
    }
  }

  private static func contents(of package: BuiltPackage) throws -> [String: String] {
    let paths = BuiltPackage.files(in: package.folder)
    return Dictionary(
      try paths.map { ($0, try String(contentsOf: package.folder.appendingPathComponent($0), encoding: .utf8)) }
    ) { $1 }
  }

  @Test("plugin and program do the same in a package that depends on this one") func dependent() async throws {
    try makeUserPackage()
    let before = try Self.contents(of: Self.user)
    func restore() throws {
      try Self.user.write(before)
      try Self.user.keep(Set(before.keys))
    }
    let made = try await generate(["Extra", "--add-route"], in: Self.user, restore: restore).files
    let isDated =
      made["Sources/App/Extra/ExtraPresenter.swift"]?.hasPrefix("// Made by Jane Doe on 2014-05-21.") == true
    #expect(isDated)
    #expect(made["Sources/App/App.swift"]?.contains("ExtraModule.all(for: session)") == true)
    // A refused run has an exit code, and changes no file.
    let plugin = try #require(try Self.documentedCommands.last)
    let refused = try await Self.user.run(plugin + ["Extra"])
    #expect(refused.code == 1)
    #expect(refused.text.contains("viper-generate: Extra already exists"))
    try restore()
  }

  @Test("plugin and program do the same in this package, and their module builds and passes its tests and its flow")
  func own() async throws {
    let made = try await generate(["Notes", "--add-route"], in: Self.own, restore: copyOwnPackage)
    let root = made.files["Playground/Home/PlaygroundApp.swift"]
    #expect(root?.contains("modules: NotesModule.all(for: session) + HomeModules(") == true)
    #expect(!made.text.contains("warning:"))
    #expect(made.files.keys.contains("Playground/Home/Notes/NotesPresenter.swift"))
    let test = try await Self.own.run(
      ["swift", "test", "--disable-xctest"] + Self.build, environment: ["PART": "PlaygroundTests"])
    let isRun = ["NotesFlow", "NotesInteractor"].allSatisfy { test.text.contains("Suite \($0)Tests passed") }
    #expect(test.code == 0, "\(test.text.suffix(3000))")
    #expect(isRun, "\(test.text.suffix(3000))")
    #expect(!Self.hasWarning(test), "\(test.text.suffix(3000))")
    let flows = try await Self.own.run(
      ["swift", "run", "--skip-build"] + Self.build + ["playground", "run", "Playground/Home/Flows/Notes"])
    #expect(flows.code == 0, "\(flows.text.suffix(3000))")
    #expect(flows.text.contains("2 passed, 0 failed"), "\(flows.text.suffix(3000))")
    let lint = try await Self.own.run(
      ["swift", "format", "lint", "--strict", "--configuration", Self.rules.path]
        + made.files.keys.filter { $0.hasSuffix(".swift") })
    #expect(lint.code == 0, "\(lint.text.suffix(3000))")
    #expect(lint.text.isEmpty, "\(lint.text.suffix(3000))")
  }
}
