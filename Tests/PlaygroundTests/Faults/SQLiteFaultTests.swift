import Effort
import Fixtures
import Foundation
import Home
import SQLiteStores
import Services
import Testing
import Todo

@testable import REPL

/// The to-do list in a database, with each call of SQLite failing once.
@MainActor @Suite(.inTurn) struct SQLiteFaultTests {
  /// The error codes for a busy database, a failing disk and a damaged file.
  private static let codes = Effort.some(2, of: [5, 10, 11] as [Int32])

  @Test("after each failed call of SQLite the app reports it, loses no acknowledged data and works again")
  func sweep() async throws {
    let folder = try TemporaryFolder(inMemory: true)
    var ledger = Ledger(MemoryStore(), holding: [])
    let sweep = FaultSweep(try .sample("Todo/Flows/Store/failing-changes.flow"), Self.codes) { code, fault in
      let file = folder.file(UUID().uuidString).appendingPathComponent("todo.sqlite")
      let store = SQLiteStore(at: file, schema: TodoItem.schema, libraries: nil) { fault.strikes() ? code : nil }
      ledger = Ledger(store, holding: [])
      var stage = FaultStage()
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
