import Testing

/// The sample under a table of names contains every row of the table, and it compiles. A table maps another library's names to
/// these.
@Suite struct MigrationTests {
  private static let documents = Document.all.filter { $0.path.contains("/Migrating/") }

  @Test("there is a table for each library, and each name in it compiles") func rows() {
    #expect(
      Self.documents.map { $0.text.split(separator: "\n").count { $0.hasPrefix("| ") } > 9 } == [
        true, true, true, true,
      ])
    #expect(Self.documents.flatMap(Self.problems) == [])
  }

  private static func problems(of document: Document) -> [String] {
    let words = Set(document.program.matches(of: /\w+/).map { String($0.0) })
    return document.text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().flatMap { row -> [String] in
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 5 else { return ["not three cells: \(row)"] }
      let names = names(in: cells[cells[2].contains("the same names") ? 1 : 2])
      let isSaid = !names.isEmpty || ["—", "above", "in VIPER"].contains { cells[2].contains($0) }
      return (isSaid ? [] : ["nothing to compile: \(row)"])
        + names.filter { !words.contains($0) }.map { "\($0), of \(row)" }
    }
  }

  /// For ``Signal/prefix(until:)`` it is `prefix`, for `title.bind(to: label) { … }` it is `bind`.
  private static func names(in cell: Substring) -> [String] {
    cell.matches(of: /`+([^`]+)`+/).map { code in
      let call = code.1.split(whereSeparator: { "({".contains($0) }).first ?? code.1
      return String(call.split(whereSeparator: { !$0.isLetter && $0 != "_" }).last ?? call)
    }
  }
}
