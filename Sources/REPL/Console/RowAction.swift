import Signals

/// What can be done to a row of a list.
@MainActor public struct RowAction<Row: Sendable> {
  let command: (_ list: String, Property<[Row]>) -> ConsoleCommand
  let work: any ConsoleWork

  /// `name N` executes `command` with the row of that number.
  public static func row<O: Sendable, F: Error>(_ name: String, _ command: Command<Row, O, F>) -> Self {
    let press = ButtonPress(name: name, command: command)
    return RowAction(
      command: { list, rows in
        ConsoleCommand(name: name, argument: .row) { text, texts in
          let rows = rows.value
          guard !rows.isEmpty else { return ["! " + texts.noRows(name, list)] }
          guard let number = Int(text), rows.indices.contains(number - 1) else {
            return ["! " + texts.noSuchRow(name, Printable.quote(text), list, rows.count)]
          }
          return press(rows[number - 1], texts)
        }
      },
      work: command)
  }
}
