#if canImport(UIKit) && !os(watchOS)
  /// The content of a list: rows by identity, in sections.
  struct RowSections<Row: Identifiable & Equatable> {
    /// The headings, and the rows under each. Without headings there is one section, whose title is nil.
    private(set) var sections: [(title: String?, rows: [Row])] = []
    private(set) var rowsByID: [Row.ID: Row] = [:]

    /// Rows with the same heading are in one section, at the place of the first of them; an empty heading is none. Of rows with the
    /// same id, only the first is used.
    init(_ rows: [Row], by section: (Row) -> String?) {
      var places: [String?: Int] = [:]
      for row in rows where rowsByID.updateValue(rowsByID[row.id] ?? row, forKey: row.id) == nil {
        let title = section(row).flatMap { $0.isEmpty ? nil : $0 }
        if let place = places[title] {
          sections[place].rows.append(row)
        } else {
          places[title] = sections.count
          sections.append((title, [row]))
        }
      }
    }

    /// All rows, from top to bottom.
    var rows: [Row] { sections.flatMap(\.rows) }

    /// The ids of rows that existed before and have changed.
    func changed(since before: Self) -> [Row.ID] {
      rows.filter { row in before.rowsByID[row.id].map { $0 != row } ?? false }.map(\.id)
    }
  }
#endif
