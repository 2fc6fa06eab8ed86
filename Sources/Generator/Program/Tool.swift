import Foundation

/// A program of the machine.
enum Tool {
  /// Runs it to its end; gives its exit code and what it said.
  ///
  /// - Parameter environment: what differs from this program's own; nil for what is left out.
  static func run(
    _ name: String, _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> (code: Int32, text: String) {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }
}
