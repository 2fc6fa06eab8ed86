import VIPER
import Signals
import Testing

@testable import REPL

/// The small app on a console, without the session's own commands.
@MainActor struct SmallConsole {
  private let session = Session(scripted: SmallApp.console())
  var console: Console { session.console }

  func open(_ link: String) {
    do { try session.start().open(link).start() } catch { Issue.record(error) }
  }

  func lines() -> [String] { console.takeChanges() }

  func run(_ line: String) -> [String] {
    _ = console.takeChanges()
    return console.run(line)
  }
}
