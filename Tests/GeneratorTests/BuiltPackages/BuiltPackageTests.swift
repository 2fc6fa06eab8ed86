import BuiltPackage
import Foundation
import Testing

/// The assumptions of tests that run programs.
@Suite struct BuiltPackageTests {
  @Test("variables that give a machine its part of the tests do not reach nested programs; all others do")
  func environment() async {
    await #expect(processExitsWith: .success) {
      let partial = [
        "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", "CIRCLE_NODE_INDEX", "BUILDKITE_PARALLEL_JOB", "CI_NODE_TOTAL",
      ]
      for name in partial + ["TEST_OTHER"] { setenv(name, "1", 1) }
      let package = BuiltPackage("nested/environment")
      try package.write(["empty": ""])
      let lines = try await package.run(["env"], environment: ["GIVEN": "2"]).text.split(separator: "\n")
      let found = (partial + ["TEST_OTHER"]).filter { lines.contains("\($0)=1") }
      #expect(found == ["TEST_OTHER"] && lines.contains("GIVEN=2"))
    }
  }

  @Test("SwiftPM with its own caches writes no files to the home folder") func home() async throws {
    let package = BuiltPackage("nested/home")
    let manifest = "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(name: \"home\")\n"
    try package.write(["Package.swift": manifest])
    let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let answer = try await package.run(
      ["swift", "package"] + BuiltPackage.ownCaches + ["describe"], environment: ["HOME": home.path])
    #expect(answer.code == 0, "\(answer.text)")
    // It still creates an empty folder there.
    #expect(FileManager.default.subpaths(atPath: home.path)?.contains { $0.contains("swiftpm/") } == false)
  }
}
