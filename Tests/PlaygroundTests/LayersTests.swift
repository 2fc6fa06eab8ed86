import Foundation
import Testing
import VIPERTesting

/// The dependencies between layers, checked in their sources.
@Suite struct LayersTests {
  /// The sources of the samples, by their paths.
  private static let sources: [String: String] = {
    let paths = FileManager.default.enumerator(atPath: FlowTests.folder.path)?.compactMap { $0 as? String } ?? []
    let texts = paths.filter { $0.hasSuffix(".swift") }.compactMap { path in
      (try? String(contentsOf: FlowTests.folder.appendingPathComponent(path), encoding: .utf8)).map { (path, $0) }
    }
    return Dictionary(uniqueKeysWithValues: texts)
  }()

  /// The sources of these roles, whose code contains what is found.
  private func places(_ roles: [String], _ find: (_ text: String) -> [String]) -> [String] {
    let sources = Self.sources.filter { source in roles.contains { source.key.hasSuffix("\($0).swift") } }
    #expect(sources.count >= 9)
    return sources.flatMap { source in find(source.value).map { "\(source.key): \($0)" } }
  }

  @Test(
    "entities, stores and transports stop at the interactor",
    arguments: [
      "Playground/Todo", "Playground/Login", "Playground/Search", "Sources/Generator/Templates/module/Code",
      "Sources/Generator/Templates/screen/Code",
    ])
  func entities(folder: String) throws { #expect(try Layers.violations(in: "../../\(folder)") == []) }

  @Test("the clock, the calendar, the locale and the ids come from the environment")
  func environment() {
    let words = ["Date()", "Date.now", "Calendar.current", "Locale.current", "TimeZone.current", "UUID()"]
    #expect(places([""]) { text in words.filter(text.contains) } == [])
  }

  @Test("presenters and screens contain no texts: all are in the tables of texts")
  func texts() {
    let texts = places(["Presenter", "Screen"]) { text in
      let code = text.split(separator: "\n").filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
      let literals = code.flatMap { $0.matches(of: /"([^"]*)"/).map { String($0.output.1) } }
      return literals.filter { $0 != " " && $0.contains { $0 == " " || !$0.isASCII } }
    }
    #expect(texts == [])
  }

  @Test("each layer is optional, as the README says; two modules share an interactor")
  func optional() {
    func roles(_ folder: String) -> String {
      let names = Self.sources.keys.filter { $0.hasPrefix("\(folder)/") }
      let roles = ["ConsoleView", "Presenter", "Interactor", "DataManager", "Screen"]
      return "\(folder): "
        + roles.filter { role in names.contains { $0.hasSuffix("\(role).swift") } }.joined(separator: " ")
    }
    let expected = [
      "Todo: ConsoleView Presenter Interactor DataManager", "Login: ConsoleView Presenter Interactor",
      "Home: ConsoleView Presenter", "Search/Setting: ConsoleView Presenter", "Search/Data: Interactor DataManager",
      "Search/About: Screen",
    ]
    #expect(["Todo", "Login", "Home", "Search/Setting", "Search/Data", "Search/About"].map(roles) == expected)
    #expect(Self.sources["Search/SearchModules.swift"]?.components(separatedBy: "SearchInteractor(data)").count == 3)
  }
}
