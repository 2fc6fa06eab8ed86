import Foundation
import Testing

/// The Swift compiler, with the modules this package has just built.
struct Compiler {
  struct Output {
    let succeeded: Bool
    let text: String

    /// The lines that say where something is wrong; all there is, if none of them does.
    var errors: String {
      let errors = text.split(separator: "\n").filter { $0.contains(#/^\S+:\d+:\d+: error: /#) }
      return errors.isEmpty ? text : errors.joined(separator: "\n")
    }
  }

  /// What samples are made with; they need not import it.
  static let imports =
    ["Foundation", "Signals", "VIPER", "Services", "REPL", "SignalsTesting", "VIPERTesting", "Testing"]
    .map { "import \($0)\n" }.joined()

  /// Where the modules are: beside the tests.
  let modules: URL

  init() throws {
    var folder = URL(
      fileURLWithPath: CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0])
    while folder.path != "/" {
      let modules = folder.appendingPathComponent("Modules")
      if FileManager.default.fileExists(atPath: modules.appendingPathComponent("REPL.swiftmodule").path) {
        self.modules = modules
        return
      }
      folder.deleteLastPathComponent()
    }
    modules = try #require(nil as URL?, "the folder of built modules was not found beside the tests")
  }

  /// Type-checks a program with the files it stands on.
  func typeCheck(_ program: String, with files: [URL] = []) throws -> Output {
    try inFolder(of: program, with: files) { folder, sources in
      try swift("swiftc", ["-typecheck", "-suppress-warnings", "-swift-version", "6", "-I", modules.path] + sources)
    }
  }

  /// Builds a program and gives what it printed.
  func run(_ program: String, with files: [URL] = []) throws -> Output {
    try inFolder(of: program, with: files) { folder, sources in
      let binary = folder.appendingPathComponent("program").path
      let built = try swift(
        "swiftc",
        ["-suppress-warnings", "-swift-version", "6", "-I", modules.path, "-o", binary] + sources
          + objects(of: ["Signals", "VIPER", "Services", "REPL", "SignalsTesting", "VIPERTesting"]))
      return built.succeeded ? try swift(binary, []) : built
    }
  }

  /// Runs a tool of the toolchain.
  func swift(_ tool: String, _ arguments: [String]) throws -> Output {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [tool] + arguments
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Output(succeeded: process.terminationStatus == 0, text: String(decoding: data, as: UTF8.self))
  }

  /// Does something with a program as a file, in a folder that goes afterwards.
  private func inFolder(
    of program: String, with files: [URL], _ body: (_ folder: URL, _ sources: [String]) throws -> Output
  ) throws -> Output {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("samples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appendingPathComponent("main.swift")
    try (Self.imports + program).write(to: main, atomically: true, encoding: .utf8)
    return try body(folder, [main.path] + files.map(\.path))
  }

  private func objects(of targets: [String]) throws -> [String] {
    try targets.flatMap { target in
      let folder = modules.deletingLastPathComponent().appendingPathComponent("\(target).build").path
      return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift.o") }
        .map { "\(folder)/\($0)" }
    }
  }
}
