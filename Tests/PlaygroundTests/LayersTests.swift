import Foundation
import Testing

/// The dependencies between layers, checked in their sources.
@Suite struct LayersTests {
  private static let playground = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Playground")

  private func sources(_ isWanted: (String) -> Bool) throws -> [(name: String, text: String)] {
    let paths = FileManager.default.enumerator(atPath: Self.playground.path)?.compactMap { $0 as? String } ?? []
    return try paths.filter { $0.hasSuffix(".swift") && isWanted($0) }.map { path in
      (path, try String(contentsOf: Self.playground.appendingPathComponent(path), encoding: .utf8))
    }
  }

  @Test("no presenter, view or display data mentions the entity or its store")
  func entities() throws {
    let sources = try sources { name in
      ["Presenter.swift", "View.swift", "Screen.swift", "Texts.swift"].contains { name.hasSuffix($0) }
    }
    #expect(sources.count >= 15)
    for (name, text) in sources {
      let words = [
        "TodoItem", "TodoDataManager", "Store", "User", "PictureElement", "PictureService", "SearchDataManager",
        "HTTPTransport",
      ]
      let known = Set(text.split { !$0.isLetter }.map(String.init))
      #expect(known.isDisjoint(with: words), "\(name)")
    }
  }

  @Test("the clock, the calendar, the locale and the ids come from the environment")
  func environment() throws {
    let sources = try sources { _ in true }
    #expect(sources.count >= 15)
    for (name, text) in sources {
      for word in ["Date()", "Date.now", "Calendar.current", "Locale.current", "TimeZone.current", "UUID()"] {
        #expect(!text.contains(word), "\(name)")
      }
    }
  }

  @Test("presenters and screens contain no texts: all are in the tables of texts")
  func texts() throws {
    let sources = try sources { $0.hasSuffix("Presenter.swift") || $0.hasSuffix("Screen.swift") }
    #expect(sources.count >= 9)
    for (name, text) in sources {
      let code = text.split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.joined(
        separator: "\n")
      for literal in code.matches(of: /"([^"\n]*)"/).map(\.output.1) where literal != " " {
        #expect(!literal.contains { $0 == " " || !$0.isASCII }, "\(name): \(literal)")
      }
    }
  }

  @Test("each layer is optional, as the README says")
  func optional() throws {
    func roles(_ folder: String) throws -> Set<String> {
      let names = try sources { $0.hasPrefix("\(folder)/") }.map(\.name)
      let all = ["ConsoleView", "Presenter", "Interactor", "DataManager", "Screen"]
      return Set(names.flatMap { name in all.filter { name.hasSuffix("\($0).swift") } })
    }
    #expect(try roles("Todo") == ["ConsoleView", "Presenter", "Interactor", "DataManager"])
    for folder in ["Home", "Search/Setting"] {
      #expect(try roles(folder) == ["ConsoleView", "Presenter"], "\(folder)")
    }
    #expect(try roles("Login") == ["ConsoleView", "Presenter", "Interactor"])
    #expect(try roles("Search/About") == ["Screen"])
    // Two modules share one.
    #expect(try roles("Search/Data") == ["DataManager", "Interactor"])
    let modules = try #require(try sources { $0 == "Search/SearchModules.swift" }.first).text
    #expect(modules.components(separatedBy: "SearchInteractor(data)").count == 3)
  }

  @Test("interactors do not use the console, and presenters do not use a view")
  func imports() throws {
    for (name, text) in try sources({ $0.hasSuffix("Interactor.swift") || $0.hasSuffix("Presenter.swift") }) {
      #expect(!text.contains("import REPL"), "\(name)")
    }
  }
}
