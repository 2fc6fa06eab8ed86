import BuiltPackage
import Fixtures
import Foundation
import Testing

/// A program of this package, built beside the tests.
enum Program {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The sample program.
  static var playground: URL { program("playground") }
  /// The program whose commands and screens crash and hang.
  static var victim: URL { program("flow-victim") }

  /// Runs the victim, whose crashes print no backtrace, and without the variable `CI`, with which nothing is accepted.
  ///
  /// - Parameter isNobody: whether it runs without the rights of the superuser.
  static func runVictim(_ arguments: [String], in folder: TemporaryFolder? = nil, isNobody: Bool = false) async throws
    -> ToolRun
  {
    let nobody = isNobody ? ["AS_NOBODY": "1"] : [:]
    return try await onOwnThread {
      try ToolRun(
        [victim.path] + arguments, in: folder?.url,
        environment: ["SWIFT_BACKTRACE": "enable=no", "CI": "false"].merging(nobody) { $1 })
    }
  }

  private static func program(_ name: String) -> URL {
    let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name)
    let isBeside = FileManager.default.isExecutableFile(atPath: beside.path)
    return isBeside ? beside : root.appendingPathComponent(".build/debug/\(name)")
  }
}

extension TemporaryFolder {
  /// A report on one line, without the folder.
  func shown(_ text: String) -> String {
    text.replacing(/\s+/, with: " ").replacing("\(path)/", with: "")
  }

  /// Creates a pipe, and returns its path.
  func pipe(_ name: String = "pipe") throws -> String {
    try #require(mkfifo(file(name).path, 0o600) == 0)
    return file(name).path
  }

  /// Writes flows that crash or exit the program made for that, and two that pass.
  func writeVictims() throws {
    try write("a.flow", "> :open home\n  Home\n  password: -\n")
    try write("b.flow", "# Fine.\n> :open home\n  Home\n  password: -\n# Bad.\nhome> fine\nhome> crash\n")
    try write("c.flow", "> :open home\n  Home\n  password: -\nhome> leave\n")
    try write("d.flow", "> :open home\n  Home\n  password: -\nhome> fine\n")
  }
}
