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
      for code in cells[2].matches(of: /`+([^`]+)`+/).map(\.1) {
        // Of `Signal/prefix(until:)` it is `prefix`, of `title.bind(to: label) { … }` it is `bind`.
        let call = code.split(whereSeparator: { "({".contains($0) }).first ?? code
        let name = call.split(whereSeparator: { !$0.isLetter && $0 != "_" }).last ?? call
        let isCompiled = document.program.contains(name)
        #expect(isCompiled, "\(name), of \(row)")
      }
    }
  }
}
