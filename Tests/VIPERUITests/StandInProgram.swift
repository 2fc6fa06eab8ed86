#if !canImport(UIKit) && !canImport(SwiftUI)
  import BuiltPackage
  import Foundation

  /// A program of the libraries for UI frameworks and their tests. It is compiled against stand-ins for the frameworks, and
  /// linked with the other libraries as just built. Unchanged modules are not compiled again.
  ///
  /// For another platform, copies of the sources are only type-checked: in their conditions, `os(…)` is true for that platform
  /// alone. The stand-ins have conditions, too, where a platform lacks a part of a framework.
  struct StandInProgram {
    enum Platform: String, CaseIterable { case iOS, macOS, tvOS, watchOS, visionOS }

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
      ("VIPERTesting", "Sources/VIPERTesting"), ("REPL", "Sources/REPL"), ("NamedCalls", "Sources/NamedCalls"),
      ("Services", "Sources/Services"),
      ("SQLiteStores", "Sources/SQLiteStores"),
      ("Language", "Playground/Language"), ("LoopbackServer", "Playground/LoopbackServer"),
      ("SampleNetwork", "Playground/SampleNetwork"),
    ]
    private static let tests = ["Tests/VIPERUITests", "Tests/StandIns/Program"]

    private let built: URL
    private let package: BuiltPackage
    private let platform: Platform?
    private var folder: URL { package.folder }

    /// - Parameters:
    ///   - built: the folder of the modules that were built with these tests.
    ///   - platform: the platform for which it is type-checked; nil for a program of this platform.
    init(built: URL, for platform: Platform? = nil) {
      (self.built, self.platform) = (built, platform)
      package = BuiltPackage(platform.map { "stand-ins-\($0)" } ?? "stand-ins")
    }

    var path: String { folder.appendingPathComponent("program").path }

    /// Compiles the changed modules and the modules after them, and links. Returns the run that failed.
    func build() throws -> ToolRun? {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let objects = Self.libraries.flatMap { BuiltModules.objects(of: $0.name, from: $0.folder) }
      var newest = Self.newest(of: objects)
      for (name, sources) in Self.modules {
        let sources = try self.sources(in: sources)
        // A framework that the platform does not have.
        if sources.isEmpty { continue }
        let module = folder.appendingPathComponent("\(name).swiftmodule")
        let object = folder.appendingPathComponent("\(name).o"), product = platform == nil ? object : module
        newest = max(newest, Self.newest(of: sources))
        if let date = Self.date(of: product), date >= newest { continue }
        let run = try compile(
          (name.hasPrefix("VIPERUI") ? Self.enabling(["InternalImportsByDefault"]) : [])
            + ["-module-name", name, "-emit-module", "-emit-module-path", module.path]
            + (platform == nil ? ["-c", "-o", object.path] : []), sources)
        if !run.succeeded { return run }
        // The compiler leaves an object alone that would be the same, with its old date.
        newest = .now
        try FileManager.default.setAttributes([.modificationDate: newest], ofItemAtPath: product.path)
      }
      guard platform == nil else { return nil }
      let tests = try Self.tests.flatMap(sources), program = URL(fileURLWithPath: path)
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
        ], sources(in: "Tests/ReleaseClient/Sources/ModernApp"))
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

    private func sources(in path: String) throws -> [URL] {
      let original = BuiltPackage.viper.appendingPathComponent(path), copy = folder.appendingPathComponent(path)
      let names = BuiltPackage.files(in: original).filter { $0.hasSuffix(".swift") }
      guard let platform else { return names.map(original.appendingPathComponent) }
      // There is no UIKit on a Mac, and one without views on a watch.
      let isThere = { $0 == "Images.swift" ? platform != .macOS : platform != .macOS && platform != .watchOS }
      let kept = path.hasSuffix("/UIKit") ? names.filter(isThere) : names
      let files = try kept.map { name in
        let text = try String(contentsOf: original.appendingPathComponent(name), encoding: .utf8)
        return ("\(path)/\(name)", Self.deciding(platform, in: text))
      }
      try package.write(Dictionary(uniqueKeysWithValues: files))
      return kept.map(copy.appendingPathComponent)
    }

    /// A source whose conditions hold for a platform. The compiler itself decides `os(…)` only by its target, which it has here for
    /// this platform alone.
    private static func deciding(_ platform: Platform, in text: String) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        guard line.contains(#/^ *#(if|elseif) /#) else { return String(line) }
        return String(line.replacing(#/os\((\w+)\)/#) { "\($0.1 == platform.rawValue)" })
      }
      return lines.joined(separator: "\n")
    }

    private static func newest(of files: [URL]) -> Date { files.compactMap(date).max() ?? .distantPast }

    private static func date(of file: URL) -> Date? {
      try? FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
    }
  }
#endif
