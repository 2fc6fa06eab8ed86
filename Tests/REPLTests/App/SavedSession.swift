import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// A typed session that is saved as a flow.
@MainActor struct SavedSession {
  let folder: TemporaryFolder
  let recorded = RecordedTerminal()

  init() throws { folder = try TemporaryFolder() }

  var file: String { folder.path + "/saved.flow" }

  /// What the flow says.
  var text: String { get throws { try folder.read("saved.flow") } }

  /// What a session prints for lines that are piped in, after its own `:save`; it ends with `code`.
  func saving(_ lines: String..., app: ConsoleApp = SmallApp.console(), code: Int32 = 0) async -> String {
    for line in lines { recorded.type(line) }
    recorded.type(":save \(file)")
    recorded.endInput()
    let environment = AppEnvironment.fixed(by: VirtualDate(VirtualTimeScheduler()))
    #expect(await app.main([], terminal: recorded.terminal(), machine: [:], environment: environment) == code)
    return recorded.text.components(separatedBy: ":save \(file)\n").last ?? ""
  }
}
