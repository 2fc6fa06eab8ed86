import Foundation

/// A program on this machine.
enum Tool {
  /// Runs a program to its end and returns its exit code, output and error output.
  ///
  /// - Parameter environment: changes to this program's own environment; nil removes a variable.
  static func run(
    _ name: String, _ arguments: [String], environment: [String: String?] = [:]
  ) throws -> (code: Int32, text: String, errors: String) {
    let process = Process(), output = Pipe()
    // A file: a second pipe could fill up while the first one is read.
    let errors = FileManager.default.temporaryDirectory.appending(path: "viper-generate-\(UUID().uuidString)")
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.environment = environment.reduce(into: ProcessInfo.processInfo.environment) { $0[$1.key] = $1.value }
    process.arguments = [name] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let said = try Data(contentsOf: errors)
    return (process.terminationStatus, String(decoding: data, as: UTF8.self), String(decoding: said, as: UTF8.self))
  }
}
