import Foundation

/// The exit code and the output of a tool.
package struct ToolRun: Sendable {
  package let code: Int32
  package let text: String
  package var succeeded: Bool { code == 0 }

  /// Prefixes of the variables that assign a part of the tests to a CI machine. Nested runs must not inherit them.
  private static let partial = [
    "TEST_SHARD", "TEST_TOTAL_SHARDS", "CIRCLE_NODE", "BUILDKITE_PARALLEL", "CI_NODE", "SEMAPHORE_JOB",
  ]

  /// Runs a tool, found by `PATH`, and blocks the thread until it ends.
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
