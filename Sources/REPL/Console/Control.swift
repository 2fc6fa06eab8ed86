import PlainText
public import Signals

/// One control of a console view, declared by binding it to an output of the presenter: rendering, typed commands, help,
/// completion and coverage follow.
@MainActor public struct Control {
  /// The lines it prints; none if it is hidden.
  var region: () -> [String] = { [] }
  /// These lines as a console prints them.
  var lines: [String] { region().compactMap(Mark.screenLine) }
  /// Whether it is the screen's title, which a terminal prints in bold.
  var isTitle = false
  /// Whether it holds the user's input: such regions are printed again after an alert, to show that nothing is lost.
  var isInput = false
  /// Whether it shows progress: a terminal redraws it in place.
  package var isLive = false
  /// Whether an exploration compares the screens without it.
  var isIgnored = false
  package var isBusy: () -> Bool = { false }
  package var commands: [ConsoleCommand] = []
  /// The texts of its rows; nil if it is no list.
  var rows: (() -> [String])?
  var works: [any ConsoleWork] = []
  /// Sends a value whenever the region may have changed; nil for a constant region.
  var changes: Signal<Void, Never>?
  /// The texts of its alerts; nil if it has none.
  package var alerts: Signal<String, Never>?

  /// The same control for `explore` to compare screens without: for what shows how the user came there, such as a number of attempts
  /// or a log. Flows compare it.
  public func ignoredByExplore() -> Control {
    var control = self
    control.isIgnored = true
    return control
  }

  /// The title of the screen, on its own line.
  public static func title(_ text: some PropertyProtocol<String>) -> Control {
    Control(region: { [text.value] }, isTitle: true, changes: text.changes.map { _ in })
  }
  /// A title of the screen that never changes.
  public static func title(_ text: String) -> Control { title(Property(constant: text)) }

  /// A text on its own line, after the name if that is not empty: `status: connected`. Prints nothing while the text is empty.
  public static func label(_ name: String, _ text: some PropertyProtocol<String>) -> Control {
    Control(
      region: { text.value.isEmpty ? [] : [name.isEmpty ? text.value : "\(name): \(text.value)"] },
      changes: text.changes.map { _ in })
  }
  /// A text that never changes.
  public static func label(_ name: String, _ text: String) -> Control { label(name, Property(constant: text)) }

  /// A field for a text: `name TEXT` sets it. A secret is never shown, completed or traced. While `problem` has a text, the field is
  /// disabled for that reason. `help` describes its purpose.
  public static func field(
    _ name: String, _ value: MutableProperty<String>, secret: Bool = false, because problem: Property<String?>? = nil,
    help: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Control {
    var field = field(
      name, value, because: problem, help: help, print: { secret && !$0.isEmpty ? "***" : $0 }, parse: { $0 },
      file: file, line: line)
    for index in field.commands.indices { field.commands[index].isSecret = secret }
    return field
  }

  /// A field for a value: `name TEXT` sets it to the result of `parse`. If `parse` returns nil, the text is refused; if it throws,
  /// the error is the reason. While `problem` has a text, the field is disabled for that reason. `help` describes its purpose.
  public static func field<V: Sendable>(
    _ name: String, _ value: MutableProperty<V>, because problem: Property<String?>? = nil, help: String? = nil,
    print: @escaping (V) -> String, parse: @escaping (String) throws -> V?, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Control {
    let region = { ["\(name): \(Mark.field(print(value.value)))"] }
    let set = ConsoleCommand(
      name: name, argument: .text, help: { help ?? $0.changesField(name) }, source: (file, line),
      obstacle: { problem?.value.map { .disabled($0) } }, value: { _ in region()[0] },
      run: { text, texts in
        do {
          guard let parsed = try parse(text) else { return texts.refused(name, text, print(value.value)) }
          value.value = parsed
          return nil
        } catch { return "\(name): \(ErrorText.of(error))" }
      })
    return Control(region: region, isInput: true, commands: [set], changes: value.changes.map { _ in })
  }

  /// A button: `name` executes the command. While the command is disabled, `name` prints the reason: `problem`, or else the
  /// command's own `disabledReason`. `help` describes its effect.
  public static func button<O: Sendable, F: Error>(
    _ name: String, _ command: Command<Void, O, F>, because problem: Property<String?>? = nil, help: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Control {
    Control(
      commands: [
        ConsoleCommand(
          name: name, argument: .nothing, help: help.map { help in { _ in help } }, source: (file, line),
          obstacle: { command.obstacle(because: problem) },
          run: { _, _ in
            command.execute(())
            return nil
          })
      ],
      works: [command])
  }

  /// A touch anywhere on the screen: `touch` executes the command.
  public static func touch<O: Sendable, F: Error>(
    _ command: Command<Void, O, F>, help: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Control {
    button("touch", command, help: help, file: file, line: line)
  }

  /// Prints `…` while the property is true, as the last line of the screen and under each command; at a terminal with the elapsed
  /// seconds. A screen with several busy controls prints one line.
  public static func busy(_ isBusy: some PropertyProtocol<Bool>) -> Control {
    Control(isBusy: { isBusy.value }, changes: isBusy.changes.map { _ in })
  }
  /// Prints `…` while the command executes. Ctrl-C cancels the command, as it cancels the commands of buttons and rows.
  public static func busy<I, O, F: Error>(_ command: Command<I, O, F>) -> Control {
    var control = busy(command.isExecuting)
    control.works = [command]
    return control
  }

  /// A line of progress, such as a bar; nothing while the text is empty. A terminal redraws it in place.
  public static func progress(_ text: some PropertyProtocol<String>) -> Control {
    var progress = label("", text)
    progress.isLive = true
    return progress
  }

  /// A progress bar, while the amount is known: `[#####---------------]  25% 1000/4000`.
  public static func progress(_ amount: some PropertyProtocol<(count: Int, total: Int)?>) -> Control {
    progress(
      amount.asProperty.map { amount in
        guard let (count, total) = amount else { return "" }
        let share = total > 0 ? min(max(Double(count) / Double(total), 0), 1) : 1, full = Int(share * 20)
        let percent = "\(Int(share * 100))", blanks = String(repeating: " ", count: 3 - percent.count)
        let bar = String(repeating: "#", count: full) + String(repeating: "-", count: 20 - full)
        return "[\(bar)] \(blanks)\(percent)% \(count)/\(total)"
      })
  }

  /// Prints an alert for each text, after the title if that is not empty.
  public static func alert(_ title: String, _ text: Signal<String, Never>, button: String = "OK") -> Control {
    Control(alerts: text.map { title.isEmpty ? "! \($0)" : "! \(title): \($0) [\(button)]" })
  }
}

/// Work that a control can start and cancel.
package protocol ConsoleWork: AnyObject, Sendable {
  /// Read on demand instead of observed, because it is rarely needed.
  var isUnderWay: Bool { get }

  func cancel()
}

extension Command: ConsoleWork {}
