import BuiltPackage
import Effort
import Foundation
import Testing
import VIPERTesting

/// A reader who follows the tutorial gets the promised results.
@Suite struct TutorialTests {
  private static let path = "Sources/REPL/REPL.docc/BuildingALogin.md"

  /// Follows the tutorial from an empty folder with a copy of this package. Only SwiftPM's build products are reused between
  /// runs.
  @Test(
    "followed command by command, the tutorial prints its own output and ends with flows that pass",
    .enabled(if: Effort.isFull, "TESTS=full builds the tutorial's package")
  )
  func following() async throws {
    var folder = BuiltPackage("tutorial").folder, files: [String: URL] = [:]
    try BuiltPackage("tutorial/login").keep([])
    let copy = folder.appendingPathComponent("swift-viper")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: copy, withDestinationURL: BuiltPackage.viper)
    let steps = Tutorial(try Document(Self.path)).steps
    #expect(steps.count > 10)
    for (line, step) in steps {
      let place = "\(Self.path):\(line)"
      switch step {
      case .file(let name, let text):
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        files[file.pathExtension] = file
      case .command(let command):
        let answer = try await shell(command, in: folder)
        try #require(answer.code == 0, "\(place): \(command)\n\(answer.printed)\(answer.errors.suffix(3000))")
        // The shell stays in the folder that it changed to.
        if command.hasPrefix("cd ") { folder.appendPathComponent(String(command.dropFirst(3))) }
      case .session(let command, let transcript):
        let answer = try await shell(command, in: folder, typing: Tutorial.typed(in: transcript))
        // The tutorial shows a terminal. Off it, the program also types the time, and gives no hints.
        let printed = answer.printed.replacing(/> :now \S+\n/, with: "")
        let expected = transcript.replacing(/# (?:saved;|help lists) .*\n/, with: "")
        try #require(printed == expected, "\(place): \(command)\n\(printed)\(answer.errors.suffix(3000))")
        let hasProblem = ["\nFAIL ", "\n1 finding\n"].contains { transcript.contains($0) }
        #expect(answer.code == (hasProblem ? 1 : 0), "\(place): \(command)")
      case .result(let language, let text):
        let file = try #require(files[language], "\(place): no file has become this")
        #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(place): \(file.lastPathComponent)")
      }
    }
    #expect(try Layers.violations(in: folder.appendingPathComponent("Sources").path) == [])
  }

  private func shell(
    _ command: String, in folder: URL, typing input: String = ""
  ) async throws -> (code: Int32, printed: String, errors: String) {
    let errors = folder.appendingPathComponent(".build-errors"), typed = folder.appendingPathComponent(".typed")
    defer { for file in [errors, typed] { try? FileManager.default.removeItem(at: file) } }
    return try await onOwnThread {
      try input.write(to: typed, atomically: true, encoding: .utf8)
      // SwiftPM's own lines go to standard error; its caches and settings stay out of the user's home. The reader, who accepts
      // flows, is a person.
      let home = BuiltPackage("own-caches").folder.path
      let run = try ToolRun(
        ["bash", "-c", "{ \(command)\n} < .typed 2> .build-errors"], in: folder,
        environment: ["HOME": home, "CI": "false"])
      return (run.code, run.text, (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
    }
  }
}
