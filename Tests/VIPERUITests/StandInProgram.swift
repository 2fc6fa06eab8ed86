#if !canImport(UIKit) && !canImport(SwiftUI)
  import BuiltPackage
  import Foundation

  /// A program of the libraries for UI frameworks and their tests. It is compiled against stand-ins for the frameworks, and
  /// linked with the other libraries as just built. Unchanged modules are not compiled again.
  struct StandInProgram {
    /// Compiled one after another; each can import those before it.
    private static let modules: [(name: String, folder: String)] = [
      ("UIKit", "Tests/StandIns/UIKit"), ("SwiftUI", "Tests/StandIns/SwiftUI"), ("VIPERUI", "Sources/VIPERUI"),
      ("VIPERUITesting", "Sources/VIPERUITesting"), ("Todo", "Playground/Todo"), ("Login", "Playground/Login"),
      ("Search", "Playground/Search"), ("Home", "Playground/Home"),
    ]
    /// Linked as they are.
    private static let libraries: [(name: String, folder: String)] = [
      ("PlainText", "Sources/PlainText"), ("Signals", "Sources/Signals"),
      ("SignalsTesting", "Sources/SignalsTesting"), ("VIPER", "Sources/VIPER"),
      ("VIPERTesting", "Sources/VIPERTesting"), ("REPL", "Sources/REPL"), ("Services", "Sources/Services"),
      ("Language", "Playground/Language"), ("LoopbackServer", "Playground/LoopbackServer"),
      ("SampleNetwork", "Playground/SampleNetwork"),
    ]
    private static let tests = ["Tests/VIPERUITests", "Tests/StandIns/Program"]

    private let built: URL
    private let folder = BuiltPackage("stand-ins").folder

    /// - Parameter built: the folder of the modules that were built with these tests.
    init(built: URL) { self.built = built }

    var path: String { folder.appendingPathComponent("program").path }

    /// Compiles the changed modules and the modules after them, and links. Returns the run that failed.
    func build() throws -> ToolRun? {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let objects = Self.libraries.flatMap { BuiltModules.objects(of: $0.name, from: $0.folder) }
      var newest = Self.newest(of: objects)
      for (name, sources) in Self.modules {
        let object = folder.appendingPathComponent("\(name).o"), sources = Self.sources(in: sources)
        newest = max(newest, Self.newest(of: sources))
        if let date = Self.date(of: object), date >= newest { continue }
        let module = folder.appendingPathComponent("\(name).swiftmodule").path
        let run = try compile(
          (name.hasPrefix("VIPERUI") ? Self.enabling(["InternalImportsByDefault"]) : [])
            + ["-c", "-module-name", name, "-emit-module", "-emit-module-path", module, "-o", object.path], sources)
        if !run.succeeded { return run }
        // The compiler leaves an object alone that would be the same, with its old date.
        newest = .now
        try FileManager.default.setAttributes([.modificationDate: newest], ofItemAtPath: object.path)
      }
      let tests = Self.tests.flatMap(Self.sources), program = URL(fileURLWithPath: path)
      newest = max(newest, Self.newest(of: tests))
      if let date = Self.date(of: program), date > newest { return nil }
      let links = objects + Self.modules.map { folder.appendingPathComponent("\($0.name).o") }
      let run = try compile(
        ["-module-name", "StandInTests", "-D", "STAND_INS", "-o", path], tests, links.map(\.path))
      return run.succeeded ? nil : run
    }

    /// Type-checks the Swift samples of a page.
    func check(samplesOf page: String) throws -> ToolRun {
      let text = try String(contentsOf: BuiltPackage.viper.appendingPathComponent(page), encoding: .utf8)
      let samples = text.matches(of: #/\n```swift\n((?s).*?)\n```\n/#).map { $0.1 }
      let file = folder.appendingPathComponent("samples.swift")
      try samples.joined(separator: "\n").write(to: file, atomically: true, encoding: .utf8)
      return try compile(["-typecheck"], [file])
    }

    /// Type-checks an app with the app settings of Swift 6.2.
    func checkModernApp() throws -> ToolRun {
      try compile(
        [
          "-typecheck", "-module-name", "ModernApp", "-default-isolation", "MainActor", "-enable-upcoming-feature",
          "NonisolatedNonsendingByDefault",
        ], Self.sources(in: "Tests/ReleaseClient/Sources/ModernApp"))
    }

    private func compile(_ arguments: [String], _ sources: [URL], _ more: [String] = []) throws -> ToolRun {
      try ToolRun(
        ["swiftc", "-wmo", "-parse-as-library", "-swift-version", "6", "-warnings-as-errors"]
          // The same as in Package.swift.
          + Self.enabling(["ExistentialAny", "MemberImportVisibility", "NonisolatedNonsendingByDefault"])
          + ["-package-name", BuiltPackage.name, "-I", folder.path, "-I", built.path] + arguments + sources.map(\.path)
          + more)
    }

    private static func enabling(_ features: [String]) -> [String] {
      features.flatMap { ["-enable-upcoming-feature", $0] }
    }

    private static func sources(in folder: String) -> [URL] {
      let folder = BuiltPackage.viper.appendingPathComponent(folder)
      return BuiltPackage.files(in: folder).filter { $0.hasSuffix(".swift") }.map(folder.appendingPathComponent)
    }

    private static func newest(of files: [URL]) -> Date { files.compactMap(date).max() ?? .distantPast }

    private static func date(of file: URL) -> Date? {
      try? FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
    }
  }
#endif
