import Testing

/// Every row of a table from another library's names to these is in the sample under it, which is compiled.
@Suite struct MigrationTests {
  private static let documents = Document.all.filter { $0.path.contains("/Migrating/") }

  @Test("there is a table for each library") func tables() {
    #expect(Self.documents.count == 4)
  }

  @Test("each name of a row is compiled", arguments: documents) func rows(_ document: Document) {
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

  /// Of ``Signal/prefix(until:)`` it is `prefix`, of `title.bind(to: label) { … }` it is `bind`.
  private static func names(in cell: Substring) -> [String] {
    cell.matches(of: /`+([^`]+)`+/).map { code in
      let call = code.1.split(whereSeparator: { "({".contains($0) }).first ?? code.1
      return String(call.split(whereSeparator: { !$0.isLetter && $0 != "_" }).last ?? call)
    }
  }
}
