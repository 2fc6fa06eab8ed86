#if canImport(UIKit) && !os(watchOS)
  /// Rows by identity, in sections: what a list shows.
  struct RowSections<Row: Identifiable & Equatable> {
    /// The headings, and the rows under each; without headings one section whose title is nil.
    private(set) var sections: [(title: String?, rows: [Row])] = []
    private(set) var rowsByID: [Row.ID: Row] = [:]

    /// Rows under the same heading are in one section, where the first of them is. Of rows with the same id, the first is taken.
    init(_ rows: [Row], by section: (Row) -> String?) {
      var places: [String?: Int] = [:]
      for row in rows where rowsByID.updateValue(rowsByID[row.id] ?? row, forKey: row.id) == nil {
        let title = section(row)
        if let place = places[title] {
          sections[place].rows.append(row)
        } else {
          places[title] = sections.count
          sections.append((title, [row]))
        }
      }
    }

    /// From top to bottom.
    var rows: [Row] { sections.flatMap(\.rows) }

    /// The ids of rows that were there before and have changed.
    func changed(since before: Self) -> [Row.ID] {
      rows.filter { row in before.rowsByID[row.id].map { $0 != row } ?? false }.map(\.id)
    }
  }
#endif
