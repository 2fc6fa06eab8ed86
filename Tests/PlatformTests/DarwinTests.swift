#if !canImport(Darwin)
  import BuiltPackage
  import Foundation
  import Testing

  /// The branches for Apple platforms, type-checked with Darwin's types: a stand-in for the module makes `canImport(Darwin)` true.
  @Suite struct DarwinTests {
    /// The targets with such branches, and their folders.
    private static let targets = [
      "Signals": "Sources/Signals", "Services": "Sources/Services", "SQLiteStores": "Sources/SQLiteStores",
      "REPL": "Sources/REPL", "REPLTools": "Sources/REPLTools", "LoopbackServer": "Playground/LoopbackServer",
    ]
    private static let standIn = BuiltPackage("darwin")

    /// The modules of the stand-in. Each exports the one before it; sources import the last one as Foundation.
    private static let modules: Task<[String], any Error> = Task {
      var problems: [String] = []
      for module in ["DarwinTypes", "Darwin", "AppleFoundation"] {
        let source = BuiltPackage.viper.appendingPathComponent("Tests/StandIns/Darwin/\(module)/\(module).swift")
        try standIn.write([source.lastPathComponent: String(contentsOf: source, encoding: .utf8)])
        let run = try await standIn.run([
          "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6", "-module-name", module, "-I", ".",
          source.lastPathComponent,
        ])
        if !run.succeeded { problems.append(run.text) }
      }
      return problems
    }

    /// The errors in the files that name a platform or a part of its C library. All others are read for their declarations.
    private static func errors(in sources: [String: String], of module: String) async throws -> [String] {
      let problems = try await modules.value
      guard problems.isEmpty else { return problems }
      let built = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
      try standIn.write(sources.mapValues { $0.replacing(/\bimport Foundation\n/, with: "import AppleFoundation\n") })
      let system = /\b(?:Darwin|Glibc|SIG[A-Z]+|STD[A-Z]+_FILENO|termios|poll|stat)\b/
      let files = sources.keys.sorted().flatMap { path in
        sources[path]?.contains(system) == true ? ["-primary-file", path] : [path]
      }
      // The same features as in Package.swift.
      let features =
        ["ExistentialAny", "MemberImportVisibility", "NonisolatedNonsendingByDefault"]
        + (module == "LoopbackServer" ? [] : ["InternalImportsByDefault"])
      let run = try await standIn.run(
        ["swiftc", "-frontend", "-typecheck", "-parse-as-library", "-swift-version", "6", "-module-name", module]
          + ["-package-name", BuiltPackage.name, "-D", "DEBUG", "-I", ".", "-I", built.path]
          + features.flatMap { ["-enable-upcoming-feature", $0] } + files)
      let errors = run.text.split(separator: "\n").filter { !$0.hasPrefix(" ") && $0.contains(": error: ") }
      return run.succeeded ? [] : errors.isEmpty ? [run.text] : errors.map(String.init)
    }

    @Test("the sources for Apple platforms fit Darwin's types", arguments: targets.keys.sorted())
    func sources(_ target: String) async throws {
      let folder = try #require(Self.targets[target])
      let paths = BuiltPackage.files(in: BuiltPackage.viper.appendingPathComponent(folder)).filter {
        $0.hasSuffix(".swift")
      }
      var sources: [String: String] = [:]
      for path in paths.map({ "\(folder)/\($0)" }) {
        sources[path] = try String(contentsOf: BuiltPackage.viper.appendingPathComponent(path), encoding: .utf8)
      }
      let errors = try await Self.errors(in: sources, of: target)
      #expect(errors == [])
    }

    @Test(
      "what Linux has and Darwin lacks, or has with another type, is an error",
      arguments: [
        ("stat().st_mtim", "value of type 'stat' has no member 'st_mtim'"),
        ("CInt(MSG_NOSIGNAL)", "'MSG_NOSIGNAL' is unavailable"), ("SOCK_STREAM.rawValue", "has no member 'rawValue'"),
        ("termios().c_lflag & UInt32(ECHO)", "binary operator '&' cannot be applied"),
      ])
    func mistakes(_ expression: String, _ error: String) async throws {
      let source = "import Foundation\n#if canImport(Darwin)\n  import Darwin\n#endif\nfunc f() { _ = \(expression) }\n"
      let name = "\(expression.filter(\.isLetter)).swift"
      let errors = try await Self.errors(in: [name: source], of: "Mistake")
      #expect(errors.contains { $0.contains(error) }, "\(errors)")
    }
  }
#endif
