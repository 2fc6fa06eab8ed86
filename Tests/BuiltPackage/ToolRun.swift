import Foundation

/// A tool that ran: its exit code, and what it said.
package struct ToolRun: Sendable {
  package let code: Int32
  package let text: String
  package var succeeded: Bool { code == 0 }

  /// How the variables begin that give a machine its part of the tests. What runs nested here is whole.
  private static let partial = ["TEST_SHARD", "TEST_TOTAL_SHARDS", "CIRCLE_NODE", "BUILDKITE_PARALLEL", "CI_NODE"]

  /// Runs a tool, found as a shell finds it, to its end. Blocks the thread.
  package init(_ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]) throws {
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
      !Self.partial.contains(where: name.hasPrefix)
    }
    process.environment = inherited.merging(environment) { $1 }
    process.currentDirectoryURL = folder
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    code = process.terminationStatus
    text = String(decoding: data, as: UTF8.self)
  }
}
