import PlainText
public import Signals

extension Control {
  /// A list of rows, numbered from 1, with a heading wherever `section` changes. Each action, such as
  /// `.row("open", presenter.open)`, is a command with the number or the text of a row: `open 2`, `open Milk`.
  ///
  /// - Parameters:
  ///   - name: the name of the list in messages.
  ///   - rows: the rows, from top to bottom.
  ///   - empty: the line for an empty list; an empty text prints nothing.
  ///   - section: the heading of a row; nil for none.
  ///   - line: the text of a row.
  ///   - actions: the commands for a row.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: some PropertyProtocol<[Row]>, empty: String = "",
    section: @escaping (Row) -> String? = { _ in nil }, line: @escaping (Row) -> String, _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows.asProperty, empty: Property(constant: empty), section: section, cells: { [line($0)] }, actions)
  }

  /// A list of rows, with a line for the empty list that may change.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: some PropertyProtocol<[Row]>, empty: some PropertyProtocol<String>,
    section: @escaping (Row) -> String? = { _ in nil }, line: @escaping (Row) -> String, _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows.asProperty, empty: empty.asProperty, section: section, cells: { [line($0)] }, actions)
  }

  /// A list of rows with several texts each, aligned in columns by their width on a terminal.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: some PropertyProtocol<[Row]>, empty: String = "",
    section: @escaping (Row) -> String? = { _ in nil }, columns: @escaping (Row) -> [String],
    _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows.asProperty, empty: Property(constant: empty), section: section, cells: columns, actions)
  }

  /// A list of rows in columns, with a line for the empty list that may change.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: some PropertyProtocol<[Row]>, empty: some PropertyProtocol<String>,
    section: @escaping (Row) -> String? = { _ in nil }, columns: @escaping (Row) -> [String],
    _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows.asProperty, empty: empty.asProperty, section: section, cells: columns, actions)
  }

  /// Rows, as above, with actions that only the caller knows.
  package static func list<Row: Sendable>(
    _ name: String, _ rows: Property<[Row]>, empty: Property<String>, section: @escaping (Row) -> String?,
    cells: @escaping (Row) -> [String], _ actions: [RowAction<Row>]
  ) -> Control {
    // A typed text has no blanks at its beginning.
    let text = { row in
      TypedLine.trimmed(cells(row).filter { !$0.isEmpty }.map(Printable.line).joined(separator: " "))
    }
    return Control(
      region: {
        let rows = rows.value
        if rows.isEmpty { return empty.value.isEmpty ? [] : [empty.value] }
        // Aligned after control characters are written out, which changes the width.
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
      commands: actions.map { $0.command(name, rows, text) }, rows: { rows.value.map(text) },
      works: actions.map(\.work),
      changes: Signal.merge([rows.changes.map { _ in }, empty.changes.map { _ in }]))
  }
}
