import Foundation
import Signals

/// What can be done to a row of a list.
@MainActor public struct RowAction<Row: Sendable> {
  let command: (_ list: String, Property<[Row]>) -> ConsoleCommand

  /// `name N` executes `command` with the row of that number.
  public static func row<O: Sendable, F: Error>(_ name: String, _ command: Command<Row, O, F>) -> Self {
    RowAction { list, rows in
      ConsoleCommand(name: name, argument: .row) { text in
        let rows = rows.value
        guard !rows.isEmpty else { return ["! \(name): there is nothing in \(list)"] }
        let range = rows.count == 1 ? "1" : "1 to \(rows.count)"
        let text = text.trimmingCharacters(in: .whitespaces)
        guard let number = Int(text), rows.indices.contains(number - 1) else {
          let given = text.isEmpty ? "needs the number of a row" : "cannot take \(Printable.quoted(text))"
          return ["! \(name) \(given); \(list) has \(range)"]
        }
        return ConsoleCommand.button(name, command, rows[number - 1])
      }
    }
  }
}
