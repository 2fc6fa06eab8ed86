import BuiltPackage
import Effort
import Foundation
import Testing

/// The catalogs build without a warning and cover every public symbol.
@Suite struct CatalogTests {
  private static let libraries = [
    "Signals", "SignalsTesting", "VIPER", "VIPERTesting", "NamedCalls", "Services", "SQLiteStores", "REPL",
  ]

  @Test(
    "a catalog builds without a warning, and its overview has everything by purpose",
    .enabled(if: Effort.isFull, "TESTS=full builds the catalogs"), arguments: libraries)
  func building(_ library: String) async throws {
    let sections = try await onOwnThread { try Self.overview(of: library) }.topicSections
    let leftOut = sections.filter { Self.kinds.contains($0.title) }.flatMap(\.identifiers)
    #expect(sections.count > 1, "\(library).md groups by purpose")
    #expect(leftOut == [], "\(library).md groups by purpose")
  }

  /// Builds the catalog of a library; returns its overview.
  private static func overview(of library: String) throws -> Page {
    try SymbolGraph.withFolder { folder in
      try SymbolGraph.extract(library, into: folder)
      let catalog = Document.root.appendingPathComponent("Sources/\(library)/\(library).docc")
      let output = try Compiler().swift(
        "docc",
        [
          "convert", catalog.path, "--additional-symbol-graph-dir", folder.path, "--output-path",
          folder.appendingPathComponent("archive").path, "--warnings-as-errors",
        ])
      try #require(output.succeeded, "\(output.text)")
      let page = folder.appendingPathComponent("archive/data/documentation/\(library.lowercased()).json")
      return try JSONDecoder().decode(Page.self, from: Data(contentsOf: page))
    }
  }

  /// The default groups of DocC, for symbols without a purpose.
  private static let kinds = [
    "Articles", "Classes", "Enumerations", "Functions", "Protocols", "Structures", "Type Aliases", "Variables",
  ]

  /// The page that DocC builds from an overview.
  private struct Page: Decodable {
    struct Section: Decodable {
      let title: String
      let identifiers: [String]
    }
    let topicSections: [Section]
  }

  @Test("every public symbol is documented", arguments: libraries + ["REPLTools"])
  func coverage(_ library: String) async throws {
    let symbols = try await onOwnThread { try SymbolGraph.all(of: library) }.flatMap(\.symbols)
    let silent = symbols.filter { $0.comment.allSatisfy(\.isWhitespace) && $0.place != nil }
    #expect(!symbols.isEmpty)
    #expect(silent.map { "\($0.place ?? ""): \($0.path)" } == [])
  }

  /// The articles that answer a newcomer's questions or record a decision.
  private static let answers = [
    "Signals": [
      "WhichOperator", "Operators/OperatorsDrawn", "WhichScheduler", "HotOrCold", "BindingAView", "Contract",
      "HowItCompares", "Decisions/OneStreamType", "Decisions/MethodsInsteadOfOperators",
      "Decisions/NoLockWhileCallingOut",
    ],
    "VIPER": [
      "TestingAScreen", "GeneratingAModule", "GoingBackWithAResult", "UIKitAndSwiftUI", "PlainScreens",
      "InsideTheNavigator", "Decisions/NoRegistry",
    ],
    "Services": ["DataManager", "InsideServices"],
    "REPL": [
      "WritingAFlow", "ExploringAnApp", "WhatExploringTries", "BuildingALogin", "InsideTheREPL",
      "Decisions/FlowsAsText",
    ],
  ]

  @Test("an article answers each question, and the overview leads to it; the package index has each library's pages")
  func articles() throws {
    var missing: [String] = []
    for (library, paths) in Self.answers {
      let catalog = "Sources/\(library)/\(library).docc", overview = try Document("\(catalog)/\(library).md").text
      for path in paths {
        let isArticle = (try? Document("\(catalog)/\(path).md").text.hasPrefix("# ")) == true
        if !isArticle || !overview.contains("<doc:\(path.split(separator: "/").last ?? "")>") { missing.append(path) }
      }
    }
    #expect(missing == [])
    let libraries = try Document("Package.swift").text.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    let targets = try Document(".spi.yml").text.firstMatch(of: /documentation_targets: \[(.*)\]/)?.1
    #expect(targets?.components(separatedBy: ", ").sorted() == libraries.sorted())
  }
}
