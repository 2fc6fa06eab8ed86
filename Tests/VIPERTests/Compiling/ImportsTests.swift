import Foundation
import Testing

@Suite struct ImportsTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")
  private static let cLibraries: Set = ["Android", "Darwin", "Glibc", "Musl"]

  /// What the files of a target import, all the way down; where it is none of these, with the file.
  private func strangers(in target: String, but allowed: Set<String>) throws -> [String] {
    let folder = Self.sources.appendingPathComponent(target)
    let files = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".swift") }
    #expect(files.count > 2)
    return try files.sorted().flatMap { file in
      let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
      return source.matches(of: /(?m)^ *(?:@\w+ )*(?:\w+ )?import (\w+)/)
        .map { String($0.1) }.filter { !allowed.contains($0) }.map { "\(target)/\(file): \($0)" }
    }
  }

  @Test func signalsNeedNoFoundation() throws {
    #expect(try strangers(in: "Signals", but: Self.cLibraries.union(["Dispatch", "Synchronization"])) == [])
  }

  /// They are linked into people's apps and previews: a test framework is theirs to choose.
  @Test(arguments: ["SignalsTesting", "VIPERTesting"])
  func whatHelpsTestingDependsOnNoTestFramework(target: String) throws {
    let allowed = Self.cLibraries.union(["Dispatch", "Foundation", "Signals", "Synchronization", "VIPER"])
    #expect(try strangers(in: target, but: allowed) == [])
  }
}
