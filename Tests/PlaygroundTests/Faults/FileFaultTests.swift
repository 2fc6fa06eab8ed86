import Effort
import Foundation
import Home
import Services
import Signals
import Testing
import Todo

@testable import REPL

/// The to-do list in a file, with each call of the disk failing once.
@MainActor @Suite(.inTurn) struct FileFaultTests {
  private static let file = URL(fileURLWithPath: "/data/todo.json")

  @Test(
    "after each failed call of the disk the app reports it, loses no acknowledged data and works again",
    arguments: Effort.some(short: 2, full: 4, of: FlowTests.todo), FaultyFileSystem.Kind.allCases)
  func sweep(_ name: String, _ kind: FaultyFileSystem.Kind) async throws {
    let flow = try Flow.sample(name), items = try Self.items(of: flow)
    var ledger = Ledger(MemoryStore(), holding: [])
    let sweep = FaultSweep(flow, [kind]) { kind, fault in
      let disk = MemoryFileSystem(), faulty = FaultyFileSystem(disk: disk, kind: kind, fault: fault)
      if let text = flow.files["todo.json"] {
        disk.write(Data(text.utf8), to: Self.file)
      } else {
        Self.store(disk).commit(items.map { .save($0) }).start()
      }
      let kept = Self.store(disk).all, before = disk.contents(of: Self.file)
      ledger = Ledger(Self.store(faulty), holding: kept ?? [])
      var stage = FaultStage()
      stage.seams.store = ledger
      stage.problem = { [ledger] in
        if kept == nil { return disk.contents(of: Self.file) == before ? nil : "a file that is no list was changed" }
        // Another store opens the file.
        return Self.store(disk).all.map { ledger.problem(with: $0) } ?? "it cannot be read any more"
      }
      return stage
    } proof: { runner in
      await TodoProof(store: ledger)(runner)
    }
    let outcome = await sweep.run()
    #expect(outcome.problem == nil)
    // An invalid file is only read.
    #expect(outcome.calls > 0 || kind == .after)
  }

  private static func items(of flow: Flow) throws -> [TodoItem] {
    // A few items serve as well as ten thousand.
    let text = (flow.files["store.json"] ?? "[]").replacing(#/"times": \d{4}/#, with: #""times": 7"#)
    return try WrittenItems.read(Data(text.utf8), .utc)
  }

  private static func store(_ files: any FileSystem) -> FileStore<TodoItem> {
    FileStore(at: file, schema: TodoItem.schema, files: files)
  }

  @Test(
    "the same holds for each call of the disk of pictures", arguments: FaultyFileSystem.Kind.allCases)
  func pictures(_ kind: FaultyFileSystem.Kind) async throws {
    let sweep = FaultSweep(try .sample("Search/Flows/details.flow"), [kind]) { kind, fault in
      var stage = FaultStage()
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
