import PlainText
public import Signals

/// A command for a row of a list.
@MainActor public struct RowAction<Row: Sendable> {
  package let command: (_ list: String, Property<[Row]>) -> ConsoleCommand
  package let work: any ConsoleWork

  /// An action that `name N` executes with the row of that number. `help` describes its effect.
  public static func row<O: Sendable, F: Error>(
    _ name: String, _ command: Command<Row, O, F>, help: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let press = ButtonPress(name: name, command: command), place = SourcePlace(file, line)
    return RowAction(
      command: { list, rows in
        ConsoleCommand(
          name: name, argument: .row, help: help.map { help in { _ in help } }, place: place,
          state: { texts in
            command.isEnabled.value ? texts.rowsNow(list, rows.value.count) : press.obstacle(texts)
          },
          run: { text, texts in
            let rows = rows.value
            guard !rows.isEmpty else { return .mistake(texts.noRows(name, list)) }
            guard let number = Int(text), rows.indices.contains(number - 1) else {
              return .mistake(texts.noSuchRow(name, Printable.quote(text), list, rows.count))
            }
            return press(rows[number - 1], texts)
          })
      },
      work: command)
  }
}
