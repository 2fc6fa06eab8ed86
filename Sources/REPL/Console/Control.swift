import Signals

/// One control of a console view, declared by binding it to an output of the presenter: rendering, typed commands, help,
/// completion and coverage follow.
@MainActor public struct Control {
  /// The lines it prints; none, if it is not to be seen.
  var region: () -> [String] = { [] }
  /// Whether it holds what the user typed: such regions are printed again after an alert, to show that nothing is lost.
  var isInput = false
  /// What can be typed.
  var commands: [ConsoleCommand] = []
  /// A value whenever the region may have changed, if it ever does.
  var changes: Signal<Void, Never>?
  /// What it says by itself, if anything.
  var alerts: Signal<String, Never>?

  /// The screen's name, on a line of its own.
  public static func title(_ text: Property<String>) -> Control {
    Control(region: { [text.value] }, changes: text.changes.map { _ in })
  }

  /// A text, on a line of its own, behind the name if there is one: `status: connected`. Nothing while it is empty.
  public static func label(_ name: String, _ text: Property<String>) -> Control {
    Control(
      region: { text.value.isEmpty ? [] : [name.isEmpty ? text.value : "\(name): \(text.value)"] },
      changes: text.changes.map { _ in })
  }

  /// `name TEXT` sets it; a secret is never shown, completed or traced.
  public static func field(_ name: String, _ value: MutableProperty<String>, secret: Bool = false) -> Control {
    var field = field(name, value, print: { secret && !$0.isEmpty ? "***" : $0 }, parse: { $0 })
    for index in field.commands.indices { field.commands[index].isSecret = secret }
    return field
  }

  /// `name TEXT` sets it to what `parse` makes of the text. Where that is nil, the text is refused; what it throws is given
  /// as the reason.
  public static func field<V: Sendable>(
    _ name: String, _ value: MutableProperty<V>, print: @escaping (V) -> String,
    parse: @escaping (String) throws -> V?
  ) -> Control {
    let set = ConsoleCommand(name: name, argument: .text) { text in
      do {
        guard let parsed = try parse(text) else {
          return ["! \(name) cannot be '\(text)'; it stays '\(print(value.value))'"]
        }
        value.value = parsed
        return []
      } catch { return ["! \(name): \(error)"] }
    }
    let region = {
      let text = print(value.value)
      return ["\(name): \(text.isEmpty ? "-" : text)"]
    }
    return Control(region: region, isInput: true, commands: [set], changes: value.changes.map { _ in })
  }

  /// `name` executes it; while disabled it says so, and why.
  public static func button<O: Sendable, F: Error>(
    _ name: String, _ command: Command<Void, O, F>, because problem: Property<String?>? = nil
  ) -> Control {
    let press = ButtonPress(name: name, command: command, problem: problem)
    return Control(
      commands: [ConsoleCommand(name: name, argument: .nothing, run: { _ in press(()) }, cancel: command.cancel)])
  }

  /// A touch anywhere: `touch`.
  public static func touch<O: Sendable, F: Error>(_ command: Command<Void, O, F>) -> Control {
    button("touch", command)
  }

  /// `…` while something is going on; at a terminal it tells for how long.
  public static func busy(_ isBusy: Property<Bool>) -> Control {
    Control(region: { isBusy.value ? [busyLine] : [] }, changes: isBusy.changes.map { _ in })
  }
  static var busyLine: String { "…" }

  /// Says each text, behind the title if there is one.
  public static func alert(_ title: String, _ text: Signal<String, Never>, button: String = "OK") -> Control {
    Control(alerts: text.map { title.isEmpty ? "! \($0)" : "! \(title): \($0) [\(button)]" })
  }

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
    _ name: String, _ rows: Property<[Row]>, empty: String = "", section: @escaping (Row) -> String? = { _ in nil },
    line: @escaping (Row) -> String, _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows, empty: Property(constant: empty), section: section, line: line, actions)
  }

  /// Rows, as above; what is printed instead of no rows may change.
  public static func list<Row: Sendable>(
    _ name: String, _ rows: Property<[Row]>, empty: Property<String>,
    section: @escaping (Row) -> String? = { _ in nil }, line: @escaping (Row) -> String, _ actions: RowAction<Row>...
  ) -> Control {
    list(name, rows, empty: empty, section: section, line: line, actions)
  }

  private static func list<Row: Sendable>(
    _ name: String, _ rows: Property<[Row]>, empty: Property<String>, section: @escaping (Row) -> String?,
    line: @escaping (Row) -> String, _ actions: [RowAction<Row>]
  ) -> Control {
    let commands = actions.map { $0.command(name, rows) }
    return Control(
      region: {
        let rows = rows.value
        if rows.isEmpty { return empty.value.isEmpty ? [] : [empty.value] }
        var lines: [String] = [], heading: String?
        for (index, row) in rows.enumerated() {
          if let section = section(row), section != heading {
            lines.append(section)
            heading = section
          }
          lines.append("\(heading == nil ? "" : "  ")\(index + 1). \(line(row))")
        }
        return lines
      },
      commands: commands,
      changes: Signal.merge([rows.changes.map { _ in }, empty.changes.map { _ in }]))
  }
}

/// What can be done to a row of a list.
@MainActor public struct RowAction<Row: Sendable> {
  let command: (_ list: String, Property<[Row]>) -> ConsoleCommand

  /// `name N` executes `command` with the row of that number.
  public static func row<O: Sendable, F: Error>(_ name: String, _ command: Command<Row, O, F>) -> Self {
    RowAction { list, rows in
      let press = ButtonPress(name: name, command: command)
      var typed = ConsoleCommand(name: name, argument: .row) { text in
        let rows = rows.value
        guard !rows.isEmpty else { return ["! \(name): there is nothing in \(list)"] }
        let range = rows.count == 1 ? "1 row" : "rows 1 to \(rows.count)"
        guard let number = Int(text), rows.indices.contains(number - 1) else {
          let given = text.isEmpty ? "needs the number of a row" : "cannot take '\(Printable.quote(text))'"
          return ["! \(name) \(given); \(list) has \(range)"]
        }
        return press(rows[number - 1])
      }
      typed.cancel = command.cancel
      return typed
    }
  }
}
