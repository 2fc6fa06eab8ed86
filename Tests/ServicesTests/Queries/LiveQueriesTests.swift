import Effort
import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// Observing a store, tested with each kind of store.
@Suite struct LiveQueriesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test(
    "an observer gets the current state, and a new one after each commit that changes its entities",
    arguments: StoreKind.allCases)
  func changes(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    try store.save(Note(11)).answer()
    let query = Query<Note>().between(\.id, 10, 20).ordered(by: \.id, .descending).limited(to: 2)
    let live = Recorder(store.observe(query).map { $0.map { "\($0.id)\($0.text)" } })
    try store.commit((5...15).map { .save(Note($0)) }).answer()
    try store.commit([.save(Note(1)), .delete(5), .delete(99)]).answer()
    try store.commit([]).answer()
    try store.save(Note(15, "new")).answer()
    try store.delete(14).answer()
    #expect(live.values == [["11"], ["15", "14"], ["15new", "14"], ["15new", "13"]])
    #expect(!live.isCompleted)
    live.dispose()
    try store.delete(15).answer()
    #expect(live.values.count == 4)
  }

  @Test("an entity that one commit replaces twice leaves the queries it matched before", arguments: StoreKind.allCases)
  func replacedTwice(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    try store.save(Note(1, "a")).answer()
    let live = Recorder(store.observe(Query<Note>().filter(\.text, equals: "a")).map { $0.map(\.id) })
    try store.commit([.save(Note(1, "b")), .save(Note(1, "c"))]).answer()
    #expect(live.values == [[1], []])
    live.dispose()
  }

  @Test("changes made by an observer are delivered in order, up to the final state", arguments: StoreKind.allCases)
  func reentrance(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    let observed = store.observe(Query<Note>()).map(\.count).doValue { count in
      // Two changes while the observer is busy are delivered as one.
      if count == 1 { store.commit([.save(Note(2))]).then { store.save(Note(3)) }.start() }
    }
    let live = Recorder(observed)
    try store.save(Note(1)).answer()
    let late = Recorder(store.observe(Query<Note>()).map(\.count))
    #expect([live.values, late.values] == [[0, 1, 3], [3]])
  }

  @Test("with several writing threads, every observer ends with the final state", arguments: StoreKind.allCases)
  func concurrency(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed)
    let lives = (0..<4).map { Recorder(store.observe(Query<Note>().between(\.id, $0 / 2 * 10, 100)).map(\.count)) }
    DispatchQueue.concurrentPerform(iterations: 40) { id in store.save(Note(id)).start() }
    // No outdated state is delivered.
    #expect(lives.map { $0.values.last } == [40, 40, 30, 30])
    #expect(lives.allSatisfy { $0.values == $0.values.sorted() })
  }

  @Test("a store without owners is released with its last observation", arguments: StoreKind.allCases)
  func lifetime(_ kind: StoreKind) throws {
    weak var store: AnyObject?
    do {
      let owned: any Store<Note> = kind.store(in: folder)
      store = owned as AnyObject
      Recorder(owned.observe(Query())).dispose()
    }
    #expect(store == nil)
  }

  @Test("in 10,000 writes of SQLite, a live query makes each write cost the same, and takes no memory")
  func manyWrites() async {
    // Runs in a child process, so that the memory is that of the writes.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder(inMemory: true), calls = MutableProperty(0)
      let store = SQLiteStore<Note>(at: folder.file("notes"), schema: .indexed, libraries: nil) {
        calls.increase()
        return nil
      }
      let last = MutableProperty<[Int]>([])
      let live = store.observe(Query().ordered(by: \.due, .descending).limited(to: 10)).observe { event in
        if case .value(let notes) = event { last.value = notes.map(\.id) }
      }
      var costs: [Int] = [], memory: [Int] = []
      let writes = Effort.runs(short: 2_000, full: 10_000)
      for id in 0..<writes {
        let before = calls.value
        try store.save(Note(id, due: Double(id))).answer()
        costs.append(calls.value - before)
        if id == 1_000 || id == writes - 1 { memory.append(HostileServerTests.memory ?? 0) }
      }
      precondition(last.value == (writes - 10..<writes).reversed())
      precondition(Set(costs.dropFirst(20)).count == 1, "\(Set(costs))")
      precondition(memory[1] - memory[0] < 10_000, "it took \(memory) KB")
      live.dispose()
    }
  }

  @Test("a change that failed after writing the file is delivered, too") func halfWay() throws {
    let files = ScriptedFileSystem(), url = URL(fileURLWithPath: "/data/notes.json")
    let store = FileStore<Note>(at: url, files: files)
    try store.save(Note(1)).answer()
    let live = Recorder(store.observe(Query()).map { $0.map(\.id) })
    // A change that failed before writing has changed nothing, and is not delivered.
    let failures = [ScriptedFileSystem.Step.synchronizeFolder, .rename].enumerated().map { number, step in
      files.fail(step, with: "Input/output error")
      defer { files.fail(step, with: nil) }
      return outcome(store.save(Note(2 + number))).failure
    }
    let failure = StoreFailure.unwritable(file: url.path, reason: "Input/output error")
    try store.save(Note(4)).answer()
    #expect(failures == [failure, failure])
    #expect(live.values == [[1], [1, 2], [1, 2, 4]])
  }

  @Test("a live query fails when the store can no longer be read; observing it again reads again")
  func failing() throws {
    let files = ScriptedFileSystem(), url = URL(fileURLWithPath: "/notes.json"), query = Query<Note>()
    let store = FileStore<Note>(at: url, files: files)
    try store.save(Note(1)).answer()
    let repaired = store.observe(query).catch { _ in
      files.disk.remove(url)
      return store.observe(query)
    }
    let lives = [store.observe(query), repaired, store.observe(query)].map { Recorder($0) }
    files.disk.write(Data("rubbish".utf8), to: url)
    _ = outcome(store.entity(1))
    let failure = StoreFailure.invalid(file: url.path, reason: "the file is not valid JSON")
    #expect(lives.map(\.failure) == [failure, nil, nil])
    #expect(lives.dropFirst().map(\.values) == [[[Note(1)], []], [[Note(1)], []]])
    #expect(Recorder(store.observe(query)).values == [[]])
  }

  @Test("another program's change of the file is delivered with the next call", arguments: StoreKind.onDisk)
  func foreignChange(_ kind: StoreKind) throws {
    func open() -> any Store<Note> { kind.store(in: folder, .indexed) }
    let store = open(), live = Recorder(store.observe(Query<Note>()).map { $0.map(\.id) })
    try open().save(Note(7)).answer()
    _ = outcome(store.entity(1))
    try open().save(Note(8)).answer()
    _ = outcome(store.entities(Query().limited(to: 1)))
    // Nothing was changed.
    _ = outcome(store.entity(1))
    #expect(live.values == [[], [7], [7, 8]])
    for name in folder.names { try FileManager.default.removeItem(at: folder.file(name)) }
    _ = outcome(store.entity(1))
    try store.save(Note(9)).answer()
    #expect(live.values.dropFirst(3) == [[], [9]])
  }

  @Test("a program that changes the file constantly does not block an answer") func restless() throws {
    let url = URL(fileURLWithPath: "/notes.json"), files = ScriptedFileSystem(), count = MutableProperty(0)
    let other = FileStore<Note>(at: url, files: files.disk), store = FileStore<Note>(at: url, files: files)
    let live = Recorder(store.observe(Query<Note>()).map(\.count))
    files.onLook.value = {
      // Bounded, so that the test ends even if it fails.
      let number = count.increase()
      if number < 50 { other.save(Note(number)).start() }
    }
    let first = try store.entity(1).answer(), looks = count.value
    #expect(try [first, store.entity(3).answer()] == [Note(1), Note(3)])
    #expect(looks == 2)
    #expect(live.values == [0, 2, 4])
  }
}
