import BuiltPackage
import Foundation
import Testing

/// The Swift compiler, with the modules that this package has just built.
struct Compiler {
  /// The imports that all samples share; a sample need not repeat them.
  private static let imports =
    [
      "Foundation", "Signals", "VIPER", "NamedCalls", "Services", "SQLiteStores", "REPL", "REPLTools", "SignalsTesting",
      "VIPERTesting", "Testing",
    ]
    .map { "import \($0)\n" }.joined()

  /// The folder of the modules: beside the tests.
  let modules: URL

  init() throws {
    modules = try #require(BuiltModules.folder, "the folder of built modules was not found beside the tests")
  }

  /// Compiles a program as far as the compiler finds mistakes: a missing `return` passes the type check.
  func compile(_ program: String) async throws -> ToolRun {
    try await inFolder(of: Self.imports + program, with: []) { _, sources in
      let options = ["-emit-sil", "-o", "/dev/null", "-suppress-warnings", "-swift-version", "6", "-I", modules.path]
      return try swift("swiftc", options + sources)
    }
  }

  /// Type-checks files, by name, as one module.
  func typeCheck(_ files: [String: String]) async throws -> ToolRun {
    try await onOwnThread { [modules] in
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("compiling-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let paths = try files.map { name, source in
        let file = folder.appendingPathComponent("\(name).swift")
        try source.write(to: file, atomically: true, encoding: .utf8)
        return file.path
      }
      let options = ["-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-I", modules.path]
      return try ToolRun(["swiftc"] + options + paths)
    }
  }

  /// Builds and runs a program; returns its output.
  func run(_ program: String, with files: [URL] = []) async throws -> ToolRun {
    try await inFolder(of: Self.imports + program, with: files) { folder, sources in
      let binary = folder.appendingPathComponent("program").path
      let built = try swift(
        "swiftc",
        ["-suppress-warnings", "-swift-version", "6", "-I", modules.path, "-o", binary] + sources
          + [
            "PlainText", "Signals", "VIPER", "NamedCalls", "Services", "SQLiteStores", "REPL", "REPLTools",
            "SignalsTesting",
            "VIPERTesting",
          ]
          .flatMap { target in
            BuiltModules.objects(of: target, from: "Sources/\(target)").map(\.path)
          })
      return built.succeeded ? try swift(binary, []) : built
    }
  }

  /// Runs a tool of the toolchain, and blocks the thread until it ends.
  func swift(_ tool: String, _ arguments: [String]) throws -> ToolRun {
    try ToolRun([tool] + arguments)
  }

  /// Writes a program to a file in a temporary folder, and runs `body` with it, on a thread of its own.
  private func inFolder(
    of program: String, with files: [URL],
    _ body: @escaping @Sendable (_ folder: URL, _ sources: [String]) throws -> ToolRun
  ) async throws -> ToolRun {
    try await onOwnThread {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("samples-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let main = folder.appendingPathComponent("main.swift")
      try program.write(to: main, atomically: true, encoding: .utf8)
      return try body(folder, [main.path] + files.map(\.path))
    }
  }
}

extension ToolRun {
  /// The error lines; the whole output if there are none.
  var errors: String {
    let errors = text.split(separator: "\n").filter { $0.contains(#/^\S+:\d+:\d+: error: /#) }
    return errors.isEmpty ? text : errors.joined(separator: "\n")
  }
}
