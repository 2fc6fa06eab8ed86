import Fixtures
import Foundation
import Testing

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
    recorded.pipe(lines + [":save \(file)"])
    #expect(await recorded.run(by: app) == code)
    return recorded.text.components(separatedBy: ":save \(file)\n").last ?? ""
  }

  /// The report of the flow.
  func report(_ app: ConsoleApp = SmallApp.console()) async -> FlowReport {
    await app.run(flow: folder.file("saved.flow"))
  }
}
