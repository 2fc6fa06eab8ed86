public import Signals
public import VIPER

extension Control {
  /// A button `back` for `Command(back: router)`, which has a reason for a root. `help` describes its effect; the default is
  /// ``ConsoleTexts/goesBack``.
  public static func back<Result: Sendable>(
    _ router: Router<Result>, help: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Control { back(Command(back: router), help: help, file: file, line: line) }

  /// A button `back` for a presenter's command. `help` describes its effect; the default is ``ConsoleTexts/goesBack``.
  public static func back(
    _ command: Command<Void, Void, RouteError>, help: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Control {
    var back = button("back", command, file: file, line: line)
    for index in back.commands.indices { back.commands[index].help = { help ?? $0.goesBack } }
    return back
  }

  /// A button `cancel` that cancels these commands, as `Command.cancel()` does. It is disabled while none is executing. `help`
  /// describes its effect.
  ///
  ///     let search = Command<Void, Void, Never> { .never }
  ///     let view = ConsoleView(
  ///       .button("search", search), .busy(search),
  ///       .cancel(search, help: "cancels the search"))
  public static func cancel<each I: Sendable, each O: Sendable, each F: Error>(
    _ commands: repeat Command<each I, each O, each F>, help: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) -> Control {
    var works: [any ConsoleWork] = []
    repeat works.append(each commands)
    let name = "cancel"
    return Control(
      commands: [
        ConsoleCommand(
          name: name, argument: .nothing, help: help.map { help in { _ in help } }, source: (file, line),
          obstacle: { works.contains(where: \.isUnderWay) ? nil : .nothingToCancel },
          run: { _, _ in
            for work in works { work.cancel() }
            return nil
          })
      ])
  }
}
