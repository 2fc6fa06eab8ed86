import Signals

extension Control {
  /// Rows, numbered from 1, under a heading wherever `section` changes; each action is a command of its own: `open 2`.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - rows: the rows, from top to bottom.
  ///   - empty: what is printed instead of no rows; nothing, while it is empty itself.
  ///   - section: the heading a row belongs under.
  ///   - line: the text of a row.
  ///   - actions: what can be done to a row.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: some PropertyProtocol<[Row]>, empty: String = "",
    section: @escaping (Row) -> String? = { _ in nil }, line: @escaping (Row) -> String, _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows.asProperty, empty: Property(constant: empty), section: section, cells: { [line($0)] }, actions)
  }

  /// Rows, as above; what is printed instead of no rows may change.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: some PropertyProtocol<[Row]>, empty: some PropertyProtocol<String>,
    section: @escaping (Row) -> String? = { _ in nil }, line: @escaping (Row) -> String, _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows.asProperty, empty: empty.asProperty, section: section, cells: { [line($0)] }, actions)
  }

  /// Rows, as above, of several texts each: they are in columns, as wide as the terminal shows them.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: some PropertyProtocol<[Row]>, empty: String = "",
    section: @escaping (Row) -> String? = { _ in nil }, columns: @escaping (Row) -> [String],
    _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows.asProperty, empty: Property(constant: empty), section: section, cells: columns, actions)
  }

  private static func list<Row: Sendable>(
    _ name: String, _ rows: Property<[Row]>, empty: Property<String>, section: @escaping (Row) -> String?,
    cells: @escaping (Row) -> [String], _ actions: [RowAction<Row>]
  ) -> Control {
    Control(
      region: {
        let rows = rows.value
        if rows.isEmpty { return empty.value.isEmpty ? [] : [empty.value] }
        // Measured as they are shown.
        let texts = Columns.aligned(rows.map { cells($0).map(Printable.line) }), digits = "\(rows.count)".count
        var lines: [String] = [], heading: String?
        for (index, row) in rows.enumerated() {
          if let section = section(row), section != heading {
            lines.append(section)
            heading = section
          }
          let number = "\(index + 1)", blanks = String(repeating: " ", count: digits - number.count)
          lines.append("\(heading == nil ? "" : "  ")\(blanks)\(number). \(texts[index])")
        }
        return lines
      },
      commands: actions.map { $0.command(name, rows) },
      works: actions.map(\.work),
      changes: Signal.merge([rows.changes.map { _ in }, empty.changes.map { _ in }]))
  }
}
