import Effort
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
    // In memory, where there is such a folder: it takes a tenth of the time, most of which is waiting for the disk.
    let memory = URL(fileURLWithPath: "/dev/shm"), isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("sqlite-faults-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var ledger = Ledger(MemoryStore(), holding: [])
    var sweep = FaultSweep(try FaultSweep.flow("Todo/Flows/Store/failing-changes.flow")) { fault in
      let file = folder.appendingPathComponent(UUID().uuidString).appendingPathComponent("todo.sqlite")
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
