import Foundation

/// The rule that entities stop at the interactor, checked in the sources of an app.
public enum Layers {
  /// The types of Services that belong to the layers behind the interactor.
  private static let behind: Set = [
    "Store", "MemoryStore", "FileStore", "SQLiteStore", "NamedStore", "ScheduledStore", "StoreFailure", "StoreChange",
    "Query", "HTTPClient", "HTTPTransport", "HTTPStreaming", "HTTPRequest", "HTTPResponse", "HTTPCall", "AnyTransport",
    "AnyStreaming",
    "ServiceFailure", "URLSession",
  ]
  private static let shown = ["Presenter", "View", "ViewController", "Screen", "Texts"]

  /// The places where a layer names a type that it must not know, sorted, as
  /// `List/ListPresenter.swift:7: names the entity Item; let the interactor make a type for the screen of it`.
  ///
  /// A file belongs to the layer that its name ends in. Presenters, views, screens and texts name no entity, which is a type of the
  /// folder that is `Codable` and `Identifiable`, or `Decodable`; no store, no transport, and not their failures. Nor does what an
  /// interactor declares for its presenter: its members that are not private, without initializers. Presenters and interactors
  /// import no library of views.
  ///
  ///     @Test func layers() throws {
  ///       #expect(try Layers.violations(in: "../../Sources/App") == [])
  ///     }
  ///
  /// - Parameters:
  ///   - folder: the path of the sources, relative to the file of the test.
  ///   - file: the file of the test.
  /// - Throws: an error of Foundation if the folder cannot be read, or an ``EmptyFolder``.
  public static func violations(in folder: String, file: StaticString = #filePath) throws -> [String] {
    let root = URL(fileURLWithPath: folder, relativeTo: URL(fileURLWithPath: "\(file)").deletingLastPathComponent())
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
    let sources = try paths.sorted().map { path in
      (path, code(try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)))
    }
    let entities = Set(sources.flatMap { Self.entities(in: $0.1) })
    let found = sources.map { path, lines in (path, lines, layer(path)) }.filter { $0.2 != "" }
    guard !found.isEmpty else { throw EmptyFolder(path: root.path) }
    return found.flatMap { path, lines, layer in
      var depth = 0
      return lines.enumerated().flatMap { index, line in
        defer { depth += line.count { $0 == "{" } - line.count { $0 == "}" } }
        return problems(line, layer, isMember: depth < 2, entities).map { "\(path):\(index + 1): \($0)" }
      }
    }
  }

  /// There is no source of a presenter, an interactor or a view in the folder, so nothing would be checked.
  public struct EmptyFolder: Error, CustomStringConvertible {
    let path: String
    /// The folder, and the names that are expected.
    public var description: String { "no file in \(path) has a name that ends in Presenter, Interactor or View" }
  }

  private static func layer(_ path: String) -> String {
    (shown + ["Interactor"]).first { path.hasSuffix("\($0).swift") } ?? ""
  }

  /// The lines without comments and texts in quotes.
  private static func code(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.replacing(/"[^"]*"/, with: "").split(separator: "//").first ?? "")
    }
  }

  private static func entities(in lines: [String]) -> [String] {
    lines.compactMap { line in
      let words = words(line), all = Set(words)
      // The input of a route is `Codable`, too, but has no identity of its own.
      guard all.contains("Decodable") || all.isSuperset(of: ["Codable", "Identifiable"]),
        all.isDisjoint(with: ["extension", "private", "fileprivate"]),
        let kind = words.firstIndex(where: { ["struct", "class", "enum", "actor"].contains($0) }),
        words.indices.contains(kind + 1)
      else { return nil }
      return words[kind + 1]
    }
  }

  private static func words(_ line: String) -> [String] {
    line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  private static func problems(
    _ line: String, _ layer: String, isMember: Bool, _ entities: Set<String>
  ) -> [String] {
    // The body of a member may use all types.
    let line = layer == "Interactor" && !line.contains("case ") ? String(line.prefix { $0 != "{" }) : line
    let words = words(line), isPresenting = shown.contains(layer)
    if words.first == "import" || words.dropFirst().first == "import" {
      let library = words.last ?? ""
      let isView = ["REPL", "UIKit", "SwiftUI", "VIPERUI"].contains(library)
      if isPresenting, library == "Services" { return ["imports Services; let the interactor use it"] }
      return isView && ["Presenter", "Interactor"].contains(layer) ? ["imports \(library), which is for views"] : []
    }
    let isShown = isMember && !Set(words).isDisjoint(with: ["let", "var", "func", "case", "enum"])
    guard isPresenting || isShown && Set(words).isDisjoint(with: ["private", "fileprivate", "init"]) else { return [] }
    return Set(words).intersection(entities.union(behind)).sorted().map { name in
      entities.contains(name)
        ? "names the entity \(name); let the interactor make a type for the screen of it"
        : "names \(name); let the interactor give a failure or a value of its own"
    }
  }
}
