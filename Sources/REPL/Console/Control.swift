import Signals

/// One control of a console view, declared by binding it to an output of the presenter: rendering, typed commands, help,
/// completion and coverage follow.
@MainActor public struct Control {
  /// The lines it prints; none, if it is not to be seen.
  var region: () -> [String] = { [] }
  /// Whether it holds what the user typed: such regions are printed again after an alert, to show that nothing is lost.
  var isInput = false
  /// Whether it shows how far something is: at a terminal it is drawn in one place.
  var isLive = false
  /// Whether it shows that the screen is busy.
  var isBusy: () -> Bool = { false }
  /// What can be typed.
  var commands: [ConsoleCommand] = []
  /// What it may have begun.
  var works: [any ConsoleWork] = []
  /// A value whenever the region may have changed, if it ever does.
  var changes: Signal<Void, Never>?
  /// What it says by itself, if anything.
  var alerts: Signal<String, Never>?

  /// The screen's name, on a line of its own.
  public static func title(_ text: some PropertyProtocol<String>) -> Control {
    Control(region: { [text.value] }, changes: text.changes.map { _ in })
  }
  /// The screen's name, where it never changes.
  public static func title(_ text: String) -> Control { title(Property(constant: text)) }

  /// A text, on a line of its own, behind the name if there is one: `status: connected`. Nothing while it is empty.
  public static func label(_ name: String, _ text: some PropertyProtocol<String>) -> Control {
    Control(
      region: { text.value.isEmpty ? [] : [name.isEmpty ? text.value : "\(name): \(text.value)"] },
      changes: text.changes.map { _ in })
  }
  /// A text that never changes.
  public static func label(_ name: String, _ text: String) -> Control { label(name, Property(constant: text)) }

  /// `name TEXT` sets it; a secret is never shown, completed or traced. While `problem` has a text it cannot be changed, and says
  /// so; `help` says what it is for.
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

  /// `name TEXT` sets it to what `parse` makes of the text. Where that is nil, the text is refused; what it throws is given
  /// as the reason. While `problem` has a text it cannot be changed, and says so; `help` says what it is for.
  public static func field<V: Sendable>(
    _ name: String, _ value: MutableProperty<V>, because problem: Property<String?>? = nil, help: String? = nil,
    print: @escaping (V) -> String, parse: @escaping (String) throws -> V?, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Control {
    let region = {
      let text = print(value.value)
      return ["\(name): \(text.isEmpty ? "-" : text)"]
    }
    func obstacle(_ texts: ConsoleTexts) -> String? { problem?.value.map { texts.disabled(name, $0) } }
    let set = ConsoleCommand(
      name: name, argument: .text, help: { help ?? $0.changesField(name) }, place: SourcePlace(file, line),
      state: { obstacle($0) ?? region()[0] },
      run: { text, texts in
        if let obstacle = obstacle(texts) { return .refused(obstacle) }
        do {
          guard let parsed = try parse(text) else { return .mistake(texts.refused(name, text, print(value.value))) }
          value.value = parsed
          return .done
        } catch { return .mistake("\(name): \(ErrorText.of(error))") }
      })
    return Control(region: region, isInput: true, commands: [set], changes: value.changes.map { _ in })
  }

  /// `name` executes it; while disabled it says so, and why: `problem`, or else the command's own
  /// `disabledReason`. `help` says what it does.
  public static func button<O: Sendable, F: Error>(
    _ name: String, _ command: Command<Void, O, F>, because problem: Property<String?>? = nil, help: String? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Control {
    let press = ButtonPress(name: name, command: command, problem: problem)
    return Control(
      commands: [
        ConsoleCommand(
          name: name, argument: .nothing, help: help.map { help in { _ in help } }, place: SourcePlace(file, line),
          state: press.obstacle, run: { _, texts in press((), texts) })
      ],
      works: [command])
  }

  /// A touch anywhere: `touch`.
  public static func touch<O: Sendable, F: Error>(
    _ command: Command<Void, O, F>, help: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Control {
    button("touch", command, help: help, file: file, line: line)
  }

  /// `…` while something is going on, as the last line of the screen and under each command; at a terminal with the seconds
  /// it has taken. A screen that is busy in two ways prints one.
  public static func busy(_ isBusy: some PropertyProtocol<Bool>) -> Control {
    Control(isBusy: { isBusy.value }, changes: isBusy.changes.map { _ in })
  }
  /// `…` while the command executes. Ctrl-C ends it, as it ends what buttons and rows have begun.
  public static func busy<I, O, F: Error>(_ command: Command<I, O, F>) -> Control {
    var control = busy(command.isExecuting)
    control.works = [command]
    return control
  }

  /// How far something is, such as a bar; nothing while it is empty. At a terminal each takes the place of the one before.
  public static func progress(_ text: some PropertyProtocol<String>) -> Control {
    var progress = label("", text)
    progress.isLive = true
    return progress
  }

  /// How much of something there is, while that is known: `[#####---------------]  25% 1000/4000`.
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

  /// Says each text, behind the title if there is one.
  public static func alert(_ title: String, _ text: Signal<String, Never>, button: String = "OK") -> Control {
    Control(alerts: text.map { title.isEmpty ? "! \($0)" : "! \(title): \($0) [\(button)]" })
  }
}

/// What a control may have begun, and how it is ended.
protocol ConsoleWork: AnyObject, Sendable {
  /// Asked, and not observed: most of what a screen offers is never asked for.
  var isUnderWay: Bool { get }

  func cancel()
}

extension Command: ConsoleWork {}
