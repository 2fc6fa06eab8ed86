/// The console's own messages to the users of an app, in one language: English unless the app sets others.
///
/// Two kinds of text are not translated. The names of commands, fields and routes are the same in every language, so that
/// flows and scripts are. Texts for the developers of an app are English: session commands, which begin with a colon, complaints of
/// the harness, the command line and its reports.
///
/// An app with another language or other words copies the English set, changes it, and assigns it to its session's
/// ``Console/texts`` when it is built:
///
///     var texts = ConsoleTexts.english
///     texts.busy = { "\($0) is under way; please wait" }
///     print(texts.busy("save"))
///     // Prints "save is under way; please wait"
public struct ConsoleTexts: Sendable {
  /// The first line of a session at a terminal.
  public var hint: String
  /// The reply to Ctrl-C if there is nothing to cancel.
  public var wayOut: String
  /// A command is disabled, for a reason if the app gives one.
  public var disabled: @Sendable (_ command: String, _ reason: String?) -> String
  /// A command is executing, and cannot execute a second time.
  public var busy: @Sendable (_ command: String) -> String
  /// The screen, nil while nothing is open, has no such command; the nearest name, if there is one.
  public var unknownCommand: @Sendable (_ name: String, _ screen: String?, _ nearest: String?) -> String
  /// There is a text after a command that takes none.
  public var leftOver: @Sendable (_ command: String, _ text: String) -> String
  /// A field cannot take a text, and keeps its value.
  public var refused: @Sendable (_ field: String, _ text: String, _ value: String) -> String
  /// A command needs a row of a list that is empty.
  public var noRows: @Sendable (_ command: String, _ list: String) -> String
  /// A command needs a row of a list, and no row has the text or that number; the text may be empty.
  public var noSuchRow: @Sendable (_ command: String, _ text: String, _ list: String, _ count: Int) -> String
  /// A command needs one row, and several begin with the text.
  public var severalRows: @Sendable (_ command: String, _ text: String, _ count: Int) -> String
  /// The help of a field that has no help of its own.
  public var changesField: @Sendable (_ field: String) -> String
  /// The rows of a list that a command can take now.
  public var rowsNow: @Sendable (_ list: String, _ count: Int) -> String
  /// The screen has no commands.
  public var noCommands: String
  /// Ctrl-C or `:cancel` cancelled work of the screen.
  public var cancelled: String
  /// There was no work to cancel.
  public var nothingToCancel: String
  /// The help of `back`.
  public var goesBack: String
  /// The duration of running work.
  public var elapsed: @Sendable (_ seconds: Int) -> String
  /// The placeholders for a text and for the number of a row in lists of commands.
  public var textToType: String, rowToType: String

  /// English.
  public static let english = ConsoleTexts(
    hint: "help lists the commands of a screen, :help those of the session; quit leaves",
    wayOut: "quit or Ctrl-D leaves",
    disabled: { command, reason in "\(command) is disabled\(reason.map { ": \($0)" } ?? "")" },
    busy: { "\($0) is busy" },
    unknownCommand: { name, screen, nearest in
      let place = screen.map { "on \($0)" } ?? "while nothing is open"
      return "there is no command '\(name)' \(place); "
        + (nearest.map { "did you mean '\($0)'?" } ?? "help lists the commands")
    },
    leftOver: { command, text in "\(command) takes no argument; remove '\(text)'" },
    refused: { field, text, value in "\(field) cannot be '\(text)'; it stays '\(value)'" },
    noRows: { command, list in "\(command): the list '\(list)' is empty" },
    noSuchRow: { command, text, list, count in
      let problem = text.isEmpty ? "needs the number or the text of a row" : "cannot take '\(text)'"
      return "\(command) \(problem); \(list) has \(count == 1 ? "1 row" : "rows 1 to \(count)")"
    },
    severalRows: { command, text, count in
      "\(command): \(count) rows begin with '\(text)'; type more of one, or its number"
    },
    changesField: { "changes \($0)" },
    rowsNow: { list, count in
      count == 0 ? "the list '\(list)' is empty" : "\(list) has \(count == 1 ? "1 row" : "rows 1 to \(count)")"
    },
    noCommands: "no commands here; :help lists those of the session",
    cancelled: "cancelled",
    nothingToCancel: "nothing is under way",
    goesBack: "goes back to the screen before this one",
    elapsed: { "\($0)s" },
    textToType: "TEXT", rowToType: "N")
}
