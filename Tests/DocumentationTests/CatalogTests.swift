import Foundation
import Testing

/// The catalogs build without a warning, and leave out nothing that is public.
@Suite struct CatalogTests {
  private static let libraries = ["Signals", "SignalsTesting", "VIPER", "VIPERTesting", "Services", "REPL"]

  /// What the compiler knows of a library's public symbols.
  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { let precise: String }
      struct Comment: Decodable { let lines: [Line] }
      struct Line: Decodable { let text: String }
      struct Location: Decodable {
        let uri: String
        let position: Position
      }
      struct Position: Decodable { let line: Int }
      let identifier: Identifier
      let pathComponents: [String]
      let docComment: Comment?
      let location: Location?
    }
    let symbols: [Symbol]
  }

  /// Extracts a library's symbols into a folder; for what it adds to another library there is a file more.
  private func extract(_ library: String, into folder: URL) throws {
    let compiler = try Compiler(), info = try compiler.swift("swiftc", ["-print-target-info"])
    let target = try #require(info.text.firstMatch(of: /"triple": "([^"]+)"/)?.1)
    let output = try compiler.swift(
      "swift-symbolgraph-extract",
      [
        "-module-name", library, "-I", compiler.modules.path, "-target", "\(target)", "-output-dir", folder.path,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-skip-inherited-docs",
      ])
    try #require(output.succeeded, "\(output.text)")
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("a catalog builds without a warning", arguments: libraries) func building(_ library: String) throws {
    try withFolder { folder in
      try extract(library, into: folder)
      let catalog = Document.root.appendingPathComponent("Sources/\(library)/\(library).docc")
      let output = try Compiler().swift(
        "docc",
        [
          "convert", catalog.path, "--additional-symbol-graph-dir", folder.path, "--output-path",
          folder.appendingPathComponent("archive").path, "--warnings-as-errors",
        ])
      #expect(output.succeeded, "\(output.text)")
    }
  }

  @Test("every public symbol is documented", arguments: libraries) func coverage(_ library: String) throws {
    try withFolder { folder in
      try extract(library, into: folder)
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      #expect(files.contains { $0.lastPathComponent == "\(library).symbols.json" })
      for file in files {
        let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
        #expect(!graph.symbols.isEmpty)
        for symbol in graph.symbols where symbol.docComment?.lines.contains(where: { !$0.text.isEmpty }) != true {
          guard let location = symbol.location else { continue }
          Issue.record(
            "\(location.uri):\(location.position.line + 1): \(symbol.pathComponents.joined(separator: ".")) says nothing"
          )
        }
      }
    }
  }
}
