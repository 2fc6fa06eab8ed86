import BuiltPackage
import Foundation

/// A child process with its output.
final class ChildProcess {
  private let process = Process(), output = Pipe()
  private var buffer = Data()

  /// Starts a program of this package.
  init(_ name: String, _ arguments: [String]) throws {
    process.executableURL = BuiltModules.program(name)
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
  }

  deinit { end() }

  /// Kills the process if it still runs, and waits for its end.
  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The next line of its output; nil after the last one.
  func line() -> String? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      buffer += more
    }
  }

  /// The remaining lines, up to the end of the process.
  func lines() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }
}
