#if canImport(UIKit) && !os(watchOS)
  public import Signals

  /// A command that the user can execute for a row of a list.
  public struct RowCommand<Row: Sendable>: Sendable {
    /// The name by which tests find it, like the accessibility identifier of a button.
    public let name: String
    /// The title of its button; the command for the selection of a row has no button.
    public let title: String
    /// Whether it deletes something; its button then has the colour of destructive actions.
    public let isDestructive: Bool
    /// Whether it is enabled.
    public let isEnabled: Property<Bool>
    /// The reason why it is disabled, for the user.
    public let disabledReason: Property<String?>
    /// Executes it with a row.
    public let execute: @MainActor @Sendable (Row) -> Void

    /// Executes `command` with the row.
    public init<O: Sendable, F: Error>(
      _ name: String, _ command: Command<Row, O, F>, title: String = "", isDestructive: Bool = false
    ) { self.init(name, command, title: title, isDestructive: isDestructive) { $0 } }

    /// Executes `command` with the result of `input` for the row.
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
