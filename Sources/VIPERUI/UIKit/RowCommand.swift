#if canImport(UIKit) && !os(watchOS)
  import Signals

  /// What the user can do to a row of a list.
  public struct RowCommand<Row: Sendable>: Sendable {
    /// Finds it in tests, as an accessibility identifier finds a button.
    public let name: String
    /// The words on its button; a command for the selection of a row has no button.
    public let title: String
    /// Whether it deletes something: its button has the colour of that.
    public let isDestructive: Bool
    /// Whether it would do something now.
    public let isEnabled: Property<Bool>
    /// Why it would not, for its user.
    public let disabledReason: Property<String?>
    /// Executes it with a row.
    public let execute: @MainActor @Sendable (Row) -> Void

    /// Executes `command` with the row.
    public init<O: Sendable, F: Error>(
      _ name: String, _ command: Command<Row, O, F>, title: String = "", isDestructive: Bool = false
    ) { self.init(name, command, title: title, isDestructive: isDestructive) { $0 } }

    /// Executes `command` with what `input` makes of the row.
    public init<I: Sendable, O: Sendable, F: Error>(
      _ name: String, _ command: Command<I, O, F>, title: String = "", isDestructive: Bool = false,
      input: @escaping @MainActor @Sendable (Row) -> I
    ) {
      (self.name, self.title, self.isDestructive) = (name, title, isDestructive)
      (isEnabled, disabledReason) = (command.isEnabled, command.disabledReason)
      execute = { command.execute(input($0)) }
    }
  }
#endif
