import Testing

/// The sample under a table of names contains every row of the table, and it compiles. A table maps another library's names to
/// these.
@Suite struct MigrationTests {
  private static let documents = Document.all.filter { $0.path.contains("/Migrating/") }

  @Test("there is a table for each library") func tables() {
    #expect(Self.documents.count == 4)
  }

  @Test("each name in the table of a migration compiles", arguments: documents) func rows(_ document: Document) {
    let rows = document.text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 8)
    for row in rows {
      let cells = row.split(separator: "|", omittingEmptySubsequences: false)
      guard cells.count == 5 else {
        Issue.record("not three cells: \(row)")
        continue
      }
      let names = Self.names(in: cells[cells[2].contains("the same names") ? 1 : 2])
      let isSaid = !names.isEmpty || ["—", "above", "in VIPER"].contains { cells[2].contains($0) }
      #expect(isSaid, "nothing to compile: \(row)")
      for name in names {
        let calls = document.program.matches(of: /\w+/).lazy.map(\.0)
        #expect(calls.contains(name[...]), "\(name), of \(row)")
      }
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
