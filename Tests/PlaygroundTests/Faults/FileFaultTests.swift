import Effort
import Foundation
import Home
import Services
import Signals
import Testing
import Todo

@testable import REPL

/// The to-do list in a file, on a disk on which one call after the other fails.
@MainActor @Suite(.inTurn) struct FileFaultTests {
  private static let file = URL(fileURLWithPath: "/data/todo.json")

  @Test(
    "each call of the disk fails once: the app says so, loses nothing that was acknowledged, and works again",
    arguments: Effort.some(3, of: FlowTests.todo), FaultyFileSystem.Kind.allCases)
  func sweep(_ name: String, _ kind: FaultyFileSystem.Kind) async throws {
    let flow = try FaultSweep.flow(name), items = try Self.items(of: flow)
    var ledger = Ledger(MemoryStore(), holding: [])
    var sweep = FaultSweep(flow) { fault in
      let disk = MemoryFileSystem(), faulty = FaultyFileSystem(disk: disk, kind: kind, fault: fault)
      if let text = flow.files["todo.json"] {
        disk.write(Data(text.utf8), to: Self.file)
      } else {
        Self.store(disk).commit(items.map { .save($0) }).start()
      }
      let kept = Self.store(disk).all, before = disk.contents(of: Self.file)
      ledger = Ledger(Self.store(faulty), holding: kept ?? [])
      var stage = FaultSweep.Stage()
      stage.seams.store = ledger
      stage.problem = { [ledger] in
        if kept == nil { return disk.contents(of: Self.file) == before ? nil : "a file that is no list was changed" }
        // Somebody else opens it.
        return Self.store(disk).all.map { ledger.problem(with: $0) } ?? "it cannot be read any more"
      }
      return stage
    } proof: { runner in
      await TodoProof(store: ledger)(runner)
    }
    let outcome = await sweep.run()
    #expect(outcome.problem == nil)
    // A file that is no list is only looked at.
    #expect(outcome.calls > 0 || kind == .after)
  }

  private static func items(of flow: Flow) throws -> [TodoItem] {
    // A few of ten thousand do as well.
    let text = (flow.files["store.json"] ?? "[]").replacing(#/"times": \d{4}/#, with: #""times": 7"#)
    return try WrittenItems.read(Data(text.utf8), .utc)
  }

  private static func store(_ files: any FileSystem) -> FileStore<TodoItem> {
    FileStore(at: file, schema: TodoItem.schema, files: files)
  }

  @Test(
    "each call of the disk that pictures go to fails once, too", arguments: ["Search/Flows/details.flow"],
    FaultyFileSystem.Kind.allCases)
  func pictures(_ name: String, _ kind: FaultyFileSystem.Kind) async throws {
    var sweep = FaultSweep(try FaultSweep.flow(name)) { fault in
      var stage = FaultSweep.Stage()
      stage.seams.disk = FaultyFileSystem(disk: MemoryFileSystem(), kind: kind, fault: fault)
      return stage
    } proof: {
      await NetworkProof.of($0)
    }
    let outcome = await sweep.run()
    #expect(outcome.problem == nil)
    #expect(outcome.calls >= 3)
  }
}
