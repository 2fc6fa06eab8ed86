import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// Observing a store, tested with each kind of store.
@Suite struct LiveQueriesTests {
  @Test("an observer gets the current state and each later one, from any change", arguments: StoreTests.Kind.allCases)
  func changes(_ kind: StoreTests.Kind) throws {
    let kept = try kind.make(), store = kept.store
    try outcome(store.save(Note(1))).get()
    let live = Recorder(store.observe(Query().ordered(by: \.id, .descending)))
    try outcome(store.save(Note(2))).get()
    try outcome(store.save(Note(1, "new"))).get()
    try outcome(store.delete(2)).get()
    #expect(live.values == [[Note(1)], [Note(2), Note(1)], [Note(2), Note(1, "new")], [Note(1, "new")]])
    #expect(!live.isCompleted)
    live.dispose()
    try outcome(store.save(Note(3))).get()
    #expect(live.values.count == 4)
  }

  @Test(
    "a commit is delivered as one change, and a commit without matching entities is not delivered",
    arguments: StoreTests.Kind.allCases)
  func commits(_ kind: StoreTests.Kind) throws {
    let kept = try kind.make(), store = kept.store
    let live = Recorder(store.observe(Query().between(\.id, 10, 20).limited(to: 2)).map { $0.map(\.id) })
    try outcome(store.commit((5...15).map { .save(Note($0)) })).get()
    try outcome(store.commit([.save(Note(1)), .delete(5), .delete(99)])).get()
    try outcome(store.commit([])).get()
    #expect(live.values == [[], [10, 11]])
    try outcome(store.delete(10)).get()
    #expect(live.values.last == [11, 12])
  }

  @Test(
    "changes made by an observer are delivered in order, up to the final state",
    arguments: StoreTests.Kind.allCases)
  func reentrance(_ kind: StoreTests.Kind) throws {
    let kept = try kind.make(), store = kept.store
    let observed = store.observe(Query<Note>()).map(\.count).doNext { count in
      // Two changes while the observer is busy are delivered as one.
      if count == 1 { store.commit([.save(Note(2))]).then { store.save(Note(3)) }.start() }
    }
    let live = Recorder(observed), late = MutableProperty<[Int]>([])
    try outcome(store.save(Note(1))).get()
    #expect(live.values == [0, 1, 3])
    store.observe(Query<Note>()).map(\.count).first().observe { event in
      if case .value(let count) = event { late.modify { $0.append(count) } }
    }
    #expect(late.value == [3])
  }

  @Test("with several writing threads, every observer ends with the final state", arguments: StoreTests.Kind.allCases)
  func concurrency(_ kind: StoreTests.Kind) throws {
    let kept = try kind.make(), store = kept.store
    let lives = (0..<4).map { Recorder(store.observe(Query<Note>().between(\.id, $0 / 2 * 10, 100)).map(\.count)) }
    DispatchQueue.concurrentPerform(iterations: 40) { id in store.save(Note(id)).start() }
    #expect(lives.map { $0.values.last } == [40, 40, 30, 30])
    for live in lives { #expect(live.values == live.values.sorted(), "an outdated state was delivered") }
  }

  @Test(
    "an observation retains its store, and the store does not retain the observation",
    arguments: StoreTests.Kind.allCases)
  func lifetime(_ kind: StoreTests.Kind) throws {
    weak var store: AnyObject?
    var live: Recorder<[Note], StoreFailure>?
    do {
      let kept = try kind.make()
      store = kept.store as AnyObject
      live = Recorder(kept.store.observe(Query()))
      #expect(store != nil)
      live?.dispose()
      live = nil
    }
    #expect(store == nil)
  }

  @Test("a hundred observers of one query share one read for each change; an unaffected query is not read")
  func sharing()
    throws
  {
    let url = URL(fileURLWithPath: "/notes.json"), questions = MutableProperty(0)
    let store = FileStore<Counted>(at: url, files: MemoryFileSystem())
    try outcome(store.save(Counted(id: 1, key: Key(number: 1, comparisons: questions)))).get()
    let query = Query<Counted>().between(\.key, Key(number: 0), Key(number: 5))
    let lives = (0..<100).map { _ in Recorder(store.observe(query).map(\.count)) }
    questions.value = 0
    try outcome(store.save(Counted(id: 2, key: Key(number: 2, comparisons: questions)))).get()
    #expect(lives.allSatisfy { $0.values == [1, 2] })
    #expect(questions.value < 20, "one query compares a few keys, a hundred would many")
  }

  @Test("a change that failed after writing the file is delivered, too") func halfWay() throws {
    let files = ScriptedFileSystem(), url = URL(fileURLWithPath: "/data/notes.json")
    let store = FileStore<Note>(at: url, files: files)
    try outcome(store.save(Note(1))).get()
    let live = Recorder(store.observe(Query()).map { $0.map(\.id) })
    files.fail(.synchronizeFolder, with: "Input/output error")
    #expect(outcome(store.save(Note(2))).failure == .unwritable(file: url.path, reason: "Input/output error"))
    #expect(live.values == [[1], [1, 2]])
    files.fail(.synchronizeFolder, with: nil)
    // A change that failed before has changed nothing, and is not delivered.
    files.fail(.rename, with: "Input/output error")
    #expect(outcome(store.save(Note(3))).failure != nil)
    files.fail(.rename, with: nil)
    try outcome(store.save(Note(4))).get()
    #expect(live.values == [[1], [1, 2], [1, 2, 4]])
  }

  @Test("a live query fails when the store can no longer be read, and the next observer reads again") func failing()
    throws
  {
    let files = ScriptedFileSystem(), url = URL(fileURLWithPath: "/notes.json")
    let store = FileStore<Note>(at: url, files: files)
    try outcome(store.save(Note(1))).get()
    let live = Recorder(store.observe(Query<Note>()))
    files.disk.write(Data("rubbish".utf8), to: url)
    _ = outcome(store.entity(1))
    #expect(
      live.failure == .invalid(file: "/notes.json", reason: "the file is not valid JSON", copy: "/notes.json.damaged"))
    files.disk.remove(url)
    #expect(Recorder(store.observe(Query<Note>())).values == [[]])
  }

  @Test("an observer that retries after a failure gets an answer") func retrying() throws {
    let files = ScriptedFileSystem(), url = URL(fileURLWithPath: "/notes.json")
    let store = FileStore<Note>(at: url, files: files)
    try outcome(store.save(Note(1))).get()
    let query = Query<Note>(),
      mended = store.observe(query).catch { _ in
        files.disk.remove(url)
        return store.observe(query)
      }
    let lives = [Recorder(store.observe(query)), Recorder(mended), Recorder(store.observe(query))]
    files.disk.write(Data("rubbish".utf8), to: url)
    _ = outcome(store.entity(1))
    #expect(lives.map { $0.failure == nil } == [false, true, false])
    #expect(lives[1].values == [[Note(1)], []])
  }

  @Test(
    "another program's change of the file is delivered with the next call",
    arguments: [StoreTests.Kind.fileOnDisk, .sqlite])
  func foreignChange(_ kind: StoreTests.Kind) throws {
    let folder = try TemporaryFolder(), url = folder.file("notes")
    func open() -> any Store<Note> {
      kind == .sqlite ? SQLiteStore<Note>(at: url, schema: .indexed) : FileStore<Note>(at: url)
    }
    let store = open(), live = Recorder(store.observe(Query<Note>()).map { $0.map(\.id) })
    try outcome(open().save(Note(7))).get()
    _ = outcome(store.entity(1))
    #expect(live.values == [[], [7]])
    try outcome(open().save(Note(8))).get()
    _ = outcome(store.entities(Query().limited(to: 1)))
    #expect(live.values == [[], [7], [7, 8]])
    _ = outcome(store.entity(1))
    #expect(live.values.count == 3, "nothing was changed")
    for name in folder.names { try FileManager.default.removeItem(at: folder.file(name)) }
    _ = outcome(store.entity(1))
    #expect(live.values.last == [])
    try outcome(store.save(Note(9))).get()
    #expect(live.values.dropFirst(3) == [[], [9]])
  }

  @Test("a program that changes the file constantly does not block an answer") func restless() throws {
    let url = URL(fileURLWithPath: "/notes.json"), files = ScriptedFileSystem(),
      other = FileStore<Note>(at: url, files: files.disk)
    let store = FileStore<Note>(at: url, files: files), count = MutableProperty(0)
    let live = Recorder(store.observe(Query<Note>()).map(\.count))
    files.onLook.value = {
      // Bounded, so that the test ends even if it fails.
      let number = count.modify {
        $0 += 1; return $0
      }
      if number < 50 { other.save(Note(number)).start() }
    }
    #expect(outcome(store.entity(1)) == .success(Note(1)))
    #expect(live.values == [0, 2] && count.value == 2)
    #expect(outcome(store.entity(3)) == .success(Note(3)))
    #expect(live.values == [0, 2, 4])
  }
}

/// Counts its comparisons, and thereby the reads of the query.
private struct Key: Comparable, Codable, Sendable {
  let number: Int
  var comparisons: MutableProperty<Int>?

  init(number: Int, comparisons: MutableProperty<Int>? = nil) {
    self.number = number
    self.comparisons = comparisons
  }
  init(from decoder: any Decoder) throws { self.init(number: try decoder.singleValueContainer().decode(Int.self)) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
  static func == (left: Key, right: Key) -> Bool { left.number == right.number }
  static func < (left: Key, right: Key) -> Bool {
    _ = (left.comparisons ?? right.comparisons)?.modify { $0 += 1 }
    return left.number < right.number
  }
}

private struct Counted: Codable, Sendable, Identifiable {
  let id: Int
  let key: Key
}
