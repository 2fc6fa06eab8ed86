import Fixtures
import Foundation

/// A program of this package, built beside the tests.
enum Program {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  /// The sample program.
  static var playground: URL { program("playground") }
  /// The program whose commands and screens crash and hang.
  static var victim: URL { program("flow-victim") }

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

  /// Writes flows that crash or exit the program made for that, and two that pass.
  func writeVictims() throws {
    try write("a.flow", "> :open home\n  Home\n  password: -\n")
    try write("b.flow", "# Fine.\n> :open home\n  Home\n  password: -\n# Bad.\nhome> fine\nhome> crash\n")
    try write("c.flow", "> :open home\n  Home\n  password: -\nhome> leave\n")
    try write("d.flow", "> :open home\n  Home\n  password: -\nhome> fine\n")
  }
}
