import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// Databases that are damaged or belong to another program. They are reported and stay unchanged.
@Suite struct SQLiteDamageTests: SQLiteSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test(
    "a file that is not a database is rejected and left unchanged",
    arguments: ["rubbish", "SQLite format 3\u{0}rubbish"])
  func foreign(_ text: String) throws {
    let content = Data(repeatElement(Data(text.utf8), count: 1000).joined())
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: url)
    let failure = StoreFailure.invalid(file: url.path, reason: "file is not a database")
    #expect(store().failureOfEveryCall(with: Note(1)) == failure)
    #expect(try bytes() == content)
  }

  @Test("a damaged page is reported when SQLite reads it; the file stays unchanged")
  func damagedPage() throws {
    let notes = (0..<1_000).map { Note($0, String(repeating: "long ", count: 100)) }, store = store()
    try self.store().commit(notes.map { .save($0) }).answer()
    #expect(try store.entity(0).answer() == notes[0])
    var damaged = try bytes()
    let place = try #require(damaged.range(of: Data(#""id":500,"text":"long long"#.utf8))).lowerBound / 4096 * 4096
    damaged.replaceSubrange(place..<place + 8, with: Data(repeating: 7, count: 8))
    let file = try FileHandle(forWritingTo: url)
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: Data(repeating: 7, count: 8))
    try file.close()
    for store in [store, self.store()] {
      #expect(try store.entity(0).answer() == notes[0], "another page can be read")
      let failure = StoreFailure.invalid(file: url.path, reason: "database disk image is malformed")
      #expect(outcome(store.entities(Query())).failure == failure)
    }
    #expect(try bytes() == damaged)
  }

  @Test("a damaged row is reported by reading it; other rows stay usable") func damagedRow() throws {
    let notes = (0..<100).map { Note($0, String(repeating: "long ", count: 100), due: Double($0)) }
    try store().commit(notes.map { .save($0) }).answer()
    var damaged = try bytes()
    let place = try #require(damaged.range(of: Data(#""id":50,"text":"long long"#.utf8))).lowerBound
    damaged[place] = UInt8(ascii: "}")
    try damaged.write(to: url)
    let store = store(), told = StoreFailure.invalid(file: url.path, reason: "entities[50] is not valid JSON")
    #expect(outcome(store.entities(Query())).failure == told)
    #expect(try store.entity(1).answer() == notes[1])
    #expect(try bytes() == damaged)
    // A live query notices what was replaced together with the damaged row.
    let live = Recorder(store.observe(Query().filter(\.due, equals: notes[1].due)).map { $0.map(\.id) })
    try store.commit([.save(Note(50)), .save(Note(1))]).answer()
    #expect(live.values == [[1], []])
    #expect(try store.all.count == 100)
    live.dispose()
  }

  @Test("rows of another type, or a database of another program, are no damage; the file stays unchanged")
  func otherProgram() throws {
    struct Other: Codable, Identifiable { let id: Int, title: String }
    try store().save(Note(1)).answer()
    let type = outcome(SQLiteStore<Other>(at: url).entities(Query())).failure
    var content = try bytes()
    content.replaceSubrange(68..<72, with: Data("abcd".utf8))
    try content.write(to: url)
    let failures = [type, store().failureOfEveryCall(with: Note(2))]
    let reasons = ["entities[0].title is missing", "it is a database of another program"]
    #expect(failures == reasons.map { .invalid(file: url.path, reason: $0) })
    #expect(try bytes() == content)
  }

  @Test("opening a file repeatedly leaks no descriptors, damaged or not", arguments: [true, false])
  func descriptors(_ isDamaged: Bool) throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    if isDamaged { try Data(repeating: 7, count: 10_000).write(to: url) }
    for _ in 0..<100 { #expect((outcome(store().save(Note(1))).failure != nil) == isDamaged) }
    let path = folder.url.lastPathComponent
    let open = (0..<4096).filter { descriptor in
      // Where the system does not report the path of a descriptor, there is none.
      let opened = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      return opened?.contains(path) ?? false
    }
    #expect(open == [])
  }

  @Test("a failed statement is a failure of the call, and no damage") func notDamaged() throws {
    let next = MutableProperty<Int32?>(nil)
    let store = SQLiteStore<Note>(at: url, schema: .indexed, libraries: nil) { next.value }
    try store.save(Note(1)).answer()
    var failures: [StoreFailure?] = []
    for call in [store.entities(Query()).map { _ in }, store.save(Note(2))] {
      next.value = 1  // SQLITE_ERROR
      failures.append(outcome(call).failure)
      next.value = nil
      #expect(try store.all == [Note(1)])
    }
    let reason = "not an error"
    #expect(failures == [.unreadable(file: url.path, reason: reason), .unwritable(file: url.path, reason: reason)])
  }
}
