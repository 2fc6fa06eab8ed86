import BuiltPackage
import Foundation
import Testing

/// The Swift compiler, with the modules this package has just built.
struct Compiler {
  /// What samples are made with; they need not import it.
  private static let imports =
    ["Foundation", "Signals", "VIPER", "Services", "REPL", "SignalsTesting", "VIPERTesting", "Testing"]
    .map { "import \($0)\n" }.joined()

  /// Where the modules are: beside the tests.
  let modules: URL

  init() throws {
    modules = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
  }

  /// Type-checks a program with the files it stands on.
  func typeCheck(_ program: String, with files: [URL] = []) throws -> ToolRun {
    try inFolder(of: Self.imports + program, with: files) { _, sources in
      try swift("swiftc", ["-typecheck", "-suppress-warnings", "-swift-version", "6", "-I", modules.path] + sources)
    }
  }

  /// Builds a program and gives what it printed when it ran.
  func run(_ program: String, with files: [URL] = []) throws -> ToolRun {
    try inFolder(of: Self.imports + program, with: files) { folder, sources in
      let binary = folder.appendingPathComponent("program").path
      let built = try swift(
        "swiftc",
        ["-suppress-warnings", "-swift-version", "6", "-I", modules.path, "-o", binary] + sources
          + ["Signals", "VIPER", "Services", "REPL", "SignalsTesting", "VIPERTesting"].flatMap { target in
            BuiltModules.objects(of: target, from: "Sources/\(target)").map(\.path)
          })
      return built.succeeded ? try swift(binary, []) : built
    }
  }

  /// Runs a tool of the toolchain.
  func swift(_ tool: String, _ arguments: [String]) throws -> ToolRun {
    try ToolRun([tool] + arguments)
  }

  /// Does something with a program as a file, in a folder that goes afterwards.
  private func inFolder(
    of program: String, with files: [URL], _ body: (_ folder: URL, _ sources: [String]) throws -> ToolRun
  ) throws -> ToolRun {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appendingPathComponent("main.swift")
    try program.write(to: main, atomically: true, encoding: .utf8)
    return try body(folder, [main.path] + files.map(\.path))
  }
}

extension ToolRun {
  /// The lines that say where something is wrong; all there is, if none of them does.
  var errors: String {
    let errors = text.split(separator: "\n").filter { $0.contains(#/^\S+:\d+:\d+: error: /#) }
    return errors.isEmpty ? text : errors.joined(separator: "\n")
  }
}
