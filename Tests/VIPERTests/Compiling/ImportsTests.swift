import Foundation
import Testing

@Suite struct ImportsTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let cLibraries = ["Darwin", "Glibc", "Musl", "Android"]

  /// The Swift files of a folder, in it and below, with their sources.
  private func files(in folder: String) throws -> [(name: String, source: String)] {
    let folder = Self.root.appendingPathComponent(folder)
    let names = try #require(FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String })
    return try names.filter { $0.hasSuffix(".swift") }.sorted()
      .map { ($0, try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)) }
  }

  private static let signalsAndTheTestingLibrariesImportOnlyLibrariesOfEveryAppRows: [(String, [String])] = [
    ("Signals", ["Dispatch", "Synchronization"]),
    ("SignalsTesting", ["Dispatch", "Foundation", "PlainText", "Signals", "Synchronization", "VIPER"]),
    ("VIPERTesting", ["Dispatch", "Foundation", "Signals", "Synchronization", "VIPER"]),
  ]

  /// Signals needs no Foundation. Apps and previews link the testing libraries, and the app chooses the test framework.
  @Test(arguments: signalsAndTheTestingLibrariesImportOnlyLibrariesOfEveryAppRows)
  func signalsAndTheTestingLibrariesImportOnlyLibrariesOfEveryApp(target: String, allowed: [String]) throws {
    let files = try files(in: "Sources/\(target)")
    let strangers = files.flatMap { name, source in
      source.matches(of: /(?m)^ *(?:@\w+ )*(?:\w+ )?import (\w+)/).map { String($0.1) }
        .filter { !(Self.cLibraries + allowed).contains($0) }.map { "\(name): \($0)" }
    }
    #expect(files.count > 2)
    #expect(strangers == [])
  }

  @Test("a file that imports the C library does so for each platform") func platforms() throws {
    let importing = try (files(in: "Sources") + files(in: "Playground")).map { name, source in
      (name: name, libraries: Self.cLibraries.filter { source.contains("import \($0)\n") })
    }.filter { !$0.libraries.isEmpty }
    #expect(!importing.isEmpty)
    #expect(importing.filter { $0.libraries != Self.cLibraries }.map(\.name) == [])
  }
}
