import Foundation
import Testing

/// The table of floors in *Inside the REPL*: a folder's code names only types of lower floors.
@Suite struct FloorsTests {
  private static let targets = ["REPL", "REPLTools"]

  /// The folders of each floor as `target/folder`, from top to bottom, as the table has them.
  private static func floors(in article: String) -> [Set<String>] {
    article.matches(of: /(?m)^\| (REPL\w*) \| ([\w, ]+) \|/).map { row in
      Set(row.2.split(separator: ", ").map { "\(row.1)/\($0)" })
    }
  }

  /// The names that folders use although their types are not on a lower floor: `REPL/Text names Session of REPL/Session`.
  private static func climbs(_ sources: [String: String], _ floors: [Set<String>]) -> [String] {
    let folder = { (path: String) in path.split(separator: "/").prefix(2).joined(separator: "/") }
    var homes: [String: String] = [:]
    for (path, text) in sources {
      for type in text.matches(
        of: /(?m)^(?!\s|.*\bprivate\b).*\b(?:class|struct|enum|protocol|actor|typealias) ([A-Z]\w*)/)
      where !type.0.hasPrefix("extension") { homes[String(type.1)] = folder(path) }
    }
    let floor = { (folder: String) in floors.firstIndex { $0.contains(folder) } ?? -1 }
    var climbs: Set<String> = []
    for (path, text) in sources {
      let code = text.replacing(/\/\/.*|"(?:\\.|[^"\\\n])*"/, with: ""), user = folder(path)
      // Simple: by default, there is no boundary in `Type.member`.
      let words = code.matches(of: /\b[A-Z]\w*\b/.wordBoundaryKind(.simple)).map { String($0.0) }
      for word in Set(words) {
        guard let home = homes[word], home != user, floor(home) <= floor(user) else { continue }
        climbs.insert("\(user) names \(word) of \(home)")
      }
    }
    return climbs.sorted()
  }

  @Test("each folder of REPL names only types of lower floors") func table() throws {
    let floors = Self.floors(in: try Document("Sources/REPL/REPL.docc/InsideTheREPL.md").text)
    var sources: [String: String] = [:]
    for path in Self.targets.flatMap({ Document.paths(in: "Sources/\($0)", endingIn: ".swift") }) {
      sources[String(path.trimmingPrefix("Sources/"))] = try Document(path).text
    }
    let folders = Set(sources.keys.map { $0.split(separator: "/").prefix(2).joined(separator: "/") })
    #expect(floors.reduce(into: []) { $0.formUnion($1) } == folders)
    #expect(Self.climbs(sources, floors) == [])
  }

  @Test("a folder that names a type of its own or a higher floor is found") func planted() {
    let floors = Self.floors(in: "| REPL | Top | t |\n| REPL | Left, Right | two |\n| REPL | Down | d |\n")
    let sources = [
      "REPL/Top/Top.swift": "struct Top { let left: Left, down: Down }",
      "REPL/Left/Left.swift": "struct Left { let right = Right.one }",
      "REPL/Right/Right.swift": "enum Right {}", "REPL/Down/Down.swift": "// Top\nstruct Down { let top: Top }",
    ]
    #expect(Self.climbs(sources, floors) == ["REPL/Down names Top of REPL/Top", "REPL/Left names Right of REPL/Right"])
  }
}
