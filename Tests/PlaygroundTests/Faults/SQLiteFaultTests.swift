import Effort
import Fixtures
import Foundation
import Home
import Services
import Testing
import Todo

@testable import REPL

/// The to-do list in a database, of whose library one call after the other fails.
@MainActor @Suite(.inTurn) struct SQLiteFaultTests {
  /// What SQLite says: it is busy, the disk fails, the file is damaged.
  private nonisolated static let codes = Effort.some(2, of: [5, 10, 11] as [Int32])

  @Test(
    "each call of SQLite fails once: the app says so, loses nothing that was acknowledged, and works again",
    arguments: codes)
  func sweep(_ code: Int32) async throws {
    let folder = try TemporaryFolder(inMemory: true)
    var ledger = Ledger(MemoryStore(), holding: [])
    var sweep = FaultSweep(try FaultSweep.flow("Todo/Flows/Store/failing-changes.flow")) { fault in
      let file = folder.file(UUID().uuidString).appendingPathComponent("todo.sqlite")
      let store = SQLiteStore(at: file, schema: TodoItem.schema, libraries: nil) { fault.strikes() ? code : nil }
      ledger = Ledger(store, holding: [])
      var stage = FaultSweep.Stage()
      stage.seams.store = ledger
      stage.problem = { [ledger] in
        let kept = SQLiteStore(at: file, schema: TodoItem.schema).all
        return kept.map { ledger.problem(with: $0) } ?? "it cannot be read any more"
      }
      return stage
    } proof: { runner in
      await TodoProof(store: ledger)(runner)
    }
    let outcome = await sweep.run()
    #expect(outcome.problem == nil)
    #expect(outcome.calls > 30)
  }
}
