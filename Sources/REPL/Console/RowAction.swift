import PlainText
public import Signals

/// A command for a row of a list.
@MainActor public struct RowAction<Row: Sendable> {
  package let command: (_ list: String, Property<[Row]>, _ text: @escaping (Row) -> String) -> ConsoleCommand
  package let work: any ConsoleWork

  /// An action that `name N` executes with the row of that number, and `name TEXT` with the row whose text is, or is the only one
  /// to begin with, TEXT. `help` describes its effect.
  public static func row<O: Sendable, F: Error>(
    _ name: String, _ command: Command<Row, O, F>, help: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    RowAction(
      command: { list, rows, text in
        ConsoleCommand(
          name: name, argument: .row, help: help.map { help in { _ in help } }, source: (file, line),
          obstacle: { command.obstacle() }, value: { texts in texts.rowsNow(list, rows.value.count) },
          rows: { rows.value.map(text) },
          run: { typed, texts in
            let rows = rows.value
            guard !rows.isEmpty else { return texts.noRows(name, list) }
            let found = RowName.indices(of: typed, in: rows.map(text))
            if found.count > 1 { return texts.severalRows(name, Printable.quote(typed), found.count) }
            guard let index = found.first else {
              return texts.noSuchRow(name, Printable.quote(typed), list, rows.count)
            }
            command.execute(rows[index])
            return nil
          })
      },
      work: command)
  }
}

/// The names of rows in a line.
enum RowName {
  /// The rows that an argument can mean: a number or a whole text means one, the beginning of a text possibly several.
  static func indices(of typed: String, in texts: [String]) -> [Int] {
    if typed.isEmpty { return [] }
    if let number = Int(typed), texts.indices.contains(number - 1) { return [number - 1] }
    let whole = texts.indices.filter { texts[$0] == typed }
    return whole.isEmpty ? texts.indices.filter { texts[$0].hasPrefix(typed) } : whole
  }
}
