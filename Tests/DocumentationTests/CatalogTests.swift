import Foundation
import Testing

/// The catalogs build without a warning, and leave out nothing that is public.
@Suite struct CatalogTests {
  private static let libraries = ["Signals", "SignalsTesting", "VIPER", "VIPERTesting", "Services", "REPL"]

  @Test("a catalog builds without a warning", arguments: libraries) func building(_ library: String) throws {
    try SymbolGraph.withFolder { folder in
      try SymbolGraph.extract(library, into: folder)
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
    for graph in try SymbolGraph.all(of: library) {
      #expect(!graph.symbols.isEmpty)
      for symbol in graph.symbols where symbol.comment.allSatisfy(\.isWhitespace) {
        if let place = symbol.place { Issue.record("\(place): \(symbol.path) says nothing") }
      }
    }
  }

  /// What a newcomer asks, and what was decided, with the articles that say it.
  private static let answers = [
    "Signals": [
      "WhichOperator", "Operators/OperatorsDrawn", "WhichScheduler", "HotOrCold", "BindingAView", "Contract",
      "HowItCompares", "Decisions/OneStreamType", "Decisions/MethodsInsteadOfOperators",
      "Decisions/NoLockWhileCallingOut",
    ],
    "VIPER": ["TestingAScreen", "GoingBackWithAResult", "UIKitAndSwiftUI", "PlainScreens", "Decisions/NoRegistry"],
    "REPL": ["WritingAFlow", "BuildingALogin", "Decisions/FlowsAsText"],
  ]

  @Test("an article answers each question, and the overview leads to it", arguments: answers.keys.sorted())
  func articles(_ library: String) throws {
    let overview = try Document("Sources/\(library)/\(library).docc/\(library).md").text
    for path in Self.answers[library] ?? [] {
      #expect(try Document("Sources/\(library)/\(library).docc/\(path).md").text.hasPrefix("# "))
      #expect(overview.contains("<doc:\(path.split(separator: "/").last ?? "")>"), "\(path)")
    }
  }
}
