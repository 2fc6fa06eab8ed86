import Foundation
import Testing

@Suite struct ImportsTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")
  private static let cLibraries: Set = ["Android", "Darwin", "Glibc", "Musl"]

  /// The modules that the files of a target import, its dependencies included; an unexpected one with its file.
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

  /// Apps and previews link these libraries, and the app chooses the test framework.
  @Test(arguments: ["SignalsTesting", "VIPERTesting"])
  func testingLibrariesDependOnNoTestFramework(target: String) throws {
    let allowed = Self.cLibraries.union(["Dispatch", "Foundation", "Signals", "Synchronization", "VIPER"])
    #expect(try strangers(in: target, but: allowed) == [])
  }

  @Test("a file that imports the C library does so for each platform")
  func platforms() throws {
    let root = Self.sources.deletingLastPathComponent()
    var count = 0
    for folder in ["Sources", "Playground"] {
      let folder = root.appendingPathComponent(folder)
      let files = try #require(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String })
      for file in files where file.hasSuffix(".swift") {
        let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        let imported = ["Darwin", "Glibc", "Musl", "Android"].filter { source.contains("import \($0)\n") }
        if imported.isEmpty { continue }
        count += 1
        #expect(imported == ["Darwin", "Glibc", "Musl", "Android"], "\(file)")
      }
    }
    #expect(count > 10)
  }
}
