import Fixtures
import Foundation
import LoopbackServer
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// Stores that work and answer on schedulers.
@Suite struct ScheduledStoreTests {
  private let work = VirtualTimeScheduler(), answers = VirtualTimeScheduler()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test("a call returns before its work starts, and is answered on the other scheduler", arguments: StoreKind.allCases)
  func schedulers(_ kind: StoreKind) throws {
    let kept = kind.store(in: folder, .indexed), store = kept.working(on: work, answeringOn: answers)
    let saved = Recorder(store.save(Note(1))), read = Recorder(store.entities(Query())), one = Recorder(store.entity(1))
    let empty = try kept.all
    work.advance(by: .zero)
    #expect(try [empty, kept.all] == [[], [Note(1)]])
    #expect(saved.events.isEmpty)
    #expect(read.events.isEmpty)
    #expect(one.events.isEmpty)
    answers.advance(by: .zero)
    #expect(saved.isCompleted)
    #expect(read.values == [[Note(1)]])
    #expect(one.values == [Note(1)])
  }

  @Test("a call completes together with its answer; answer() does not wait for a later one") func ending() {
    /// A store whose calls answer but never complete.
    struct Lingering: Store {
      let kept = MemoryStore([Note(1)])
      func entity(_ id: Int) -> Signal<Note?, StoreFailure> { kept.entity(id).concat(.never) }
      func entities(_ query: Query<Note>) -> Signal<[Note], StoreFailure> { kept.entities(query).concat(.never) }
      func commit(_ changes: [StoreChange<Note>]) -> Signal<Void, StoreFailure> { kept.commit(changes).concat(.never) }
      func observe(_ query: Query<Note>) -> Signal<[Note], StoreFailure> { kept.observe(query) }
    }
    let store = Lingering().working(on: .immediate, answeringOn: .immediate),
      saved = outcome(store.save(Note(2))).failure
    #expect(saved == nil)
    #expect(outcome(store.entity(1)) == .success(Note(1)))
    #expect(outcome(store.entities(Query())) == .success([Note(1), Note(2)]))
    let later = MemoryStore<Note>().working(on: work, answeringOn: answers)
    #expect(throws: StoreFailure.other("the store did not answer")) { try later.entity(1).answer() }
    work.run()
  }

  @Test("calls run in the order in which they were made; one that is disposed before its work starts does nothing")
  func order() throws {
    let kept = MemoryStore<Note>(), store = kept.working(on: work, answeringOn: answers)
    let first = Recorder(store.save(Note(2))), dropped = Recorder(store.save(Note(3)))
    let seen = (1...20).map { number in
      store.save(Note(1, "\(number)")).start()
      return Recorder(store.entity(1).map { $0?.text })
    }
    dropped.dispose()
    work.advance(by: .zero)
    first.dispose()
    answers.advance(by: .zero)
    #expect(seen.map(\.values) == (1...20).map { ["\($0)"] })
    #expect(first.events.isEmpty)
    #expect(dropped.events.isEmpty)
    #expect(try kept.all == [Note(2), Note(1, "20")])
  }

  @Test("commitIfStored is the store's own, so a named store below it names the call") func commitIfStored() {
    let calls = RecordedNames(), named = MemoryStore([Note(1)]).named("notes", calls)
    let store = named.working(on: .immediate, answeringOn: .immediate)
    let changes: [StoreChange<Note>] = [.save(Note(1, "a")), .delete(2), .delete(1)]
    #expect(changes.map { outcome(store.commitIfStored([$0])) } == [.success(true), .success(false), .success(true)])
    #expect(calls.names.value == ["notes.save", "notes.delete", "notes.delete"])
  }

  @Test("live queries get each change, from any caller", arguments: StoreKind.allCases)
  func observing(_ kind: StoreKind) throws {
    let kept = kind.store(in: folder, .indexed), store = kept.working(on: work, answeringOn: answers)
    let live = Recorder(store.observe(Query()).map { $0.map(\.id) })
    store.save(Note(1)).start()
    work.advance(by: .zero)
    try kept.save(Note(2)).answer()
    answers.advance(by: .zero)
    #expect(live.values == [[], [1], [1, 2]])
    live.dispose()
  }

  @Test(
    "a live query hears of another program's changes within a second, and nothing polls without one",
    arguments: StoreKind.onDisk)
  func foreignChanges(_ kind: StoreKind) throws {
    let store = kind.store(in: folder, .indexed).working(on: work, answeringOn: .immediate)
    let other: any Store<Note> = kind.store(in: folder, .indexed)
    try other.save(Note(1)).answer()
    let live = (0..<2).map { _ in Recorder(store.observe(Query()).map { $0.map(\.id) }) }
    work.advance(by: .zero)
    #expect(live.map(\.values) == [[[1]], [[1]]])
    #expect(work.pending == 1, "one timer for all observers")
    try other.save(Note(2)).answer()
    work.advance(by: .seconds(1))
    #expect(live.map(\.values) == [[[1], [1, 2]], [[1], [1, 2]]])
    work.advance(by: .seconds(9))
    #expect(live.map(\.values.count) == [2, 2])
    for recorder in live { recorder.dispose() }
    #expect(work.pending == 0)
  }

  @Test("a database locked by another program does not block the caller") func busy() async throws {
    let url = folder.file("notes.sqlite"), told = Gate()
    try SQLiteStore<Note>(at: url).save(Note(1)).answer()
    let holder = try ChildProcess("store-writer", ["hold", url.path]), isHeld = holder.line() == "held"
    // The timeout is longer than any test: the lock is released first.
    let kept = SQLiteStore<Note>(at: url, libraries: nil, busyTimeout: 600_000)
    let store = kept.working(answeringOn: .queue(DispatchQueue(label: "answers")))
    let saved = MutableProperty<[String]>([])
    store.save(Note(2)).then { store.entities(Query()) }.observe { event in
      saved.modify { $0.append(event.isTerminal ? "\(event)" : "answered") }
      if event.isTerminal { told.open() }
    }
    #expect(isHeld, "it returned while the database was held")
    #expect(saved.value == [], "it returned while the database was held")
    holder.end()
    await passed(told)
    #expect(saved.value == ["answered", "completed"])
  }
}
