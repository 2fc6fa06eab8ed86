import Foundation

/// A program of the machine.
enum Tool {
  /// Runs it to its end; gives its exit code and what it said.
  static func run(
    _ name: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (code: Int32, text: String) {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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
