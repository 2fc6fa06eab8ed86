import Fixtures
import Foundation
import Services
import SignalsTesting
import Testing

/// Databases that came to harm, or are somebody else's: they are told, copied and left as they are.
@Suite struct SQLiteDamageTests: SQLiteSuite {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  @Test("a version that was not written is damage, not news") func damagedVersion() throws {
    try outcome(store().save(Note(1))).get()
    var damaged = try bytes()
    // The last byte of the version in the header.
    damaged[63] = 7
    try damaged.write(to: url)
    let reason = "it has format 7 in one place and 1 in another"
    #expect(
      outcome(store().entities(Query())).failure
        == .invalid(file: url.path, reason: reason, copy: url.path + ".damaged"))
    #expect(try bytes() == damaged && Data(contentsOf: url.appendingPathExtension("damaged")) == damaged)
  }

  @Test("a program that was killed while the log was moved into the file has lost nothing") func halfMoved() throws {
    let log = URL(fileURLWithPath: url.path + "-wal")
    let notes = (0..<100).map { Note($0, String(repeating: "long ", count: 100)) }
    var store: SQLiteStore<Note>? = store()
    try outcome(self.store().save(Note(-1))).get()
    try store.map { try outcome($0.commit(notes.map { .save($0) })).get() }
    let (before, logged) = (try bytes(), try Data(contentsOf: log))
    // The last to go moves all of the log.
    store = nil
    let after = try bytes()
    #expect(after.count > before.count)
    // Killed after the first page.
    try (after.prefix(4096) + before.dropFirst(4096)).write(to: url)
    try logged.write(to: log)
    #expect(outcome(self.store().entities(Query())).map(\.count) == .success(101))
  }

  @Test(
    "a file of another kind is refused, copied and left as it is",
    arguments: ["rubbish", "SQLite format 3\u{0}rubbish"])
  func foreign(_ text: String) throws {
    let content = Data(repeatElement(Data(text.utf8), count: 1000).joined())
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: url)
    for _ in 1...2 {
      let copy = url.path + ".damaged"
      guard case .failure(.invalid(url.path, _, copy)) = outcome(store().save(Note(1))) else {
        Issue.record("\(outcome(store().save(Note(1))))")
        return
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == content)
    }
    #expect(try bytes() == content)
  }

  @Test("a damaged file with a log beside it is left as it is, and so is the log; both are copied")
  func damagedWithLog()
    throws
  {
    let log = URL(fileURLWithPath: url.path + "-wal")
    let notes = (0..<100).map { Note($0, String(repeating: "long ", count: 100)) }
    try outcome(store().commit(notes.map { .save($0) })).get()
    var writer: SQLiteStore<Note>? = store()
    try writer.map { try outcome($0.save(Note(100))).get() }
    // As a killed program leaves them, and noise in the file besides.
    var (damaged, logged) = (try bytes(), try Data(contentsOf: log))
    writer = nil
    let place = try #require(damaged.range(of: Data(#""text":"long long"#.utf8))).upperBound
    damaged[place] ^= 1
    try damaged.write(to: url)
    try logged.write(to: log)
    for _ in 1...2 {
      guard case .failure(.invalid(url.path, _, let copy?)) = outcome(store().save(Note(1))) else {
        Issue.record("\(outcome(store().save(Note(1))))")
        return
      }
      #expect(copy == url.path + ".damaged")
      #expect(try bytes() == damaged)
      #expect(try Data(contentsOf: log) == logged)
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == damaged)
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == logged)
    }
  }

  @Test("a row that is damaged is told when it is read, and before anything is written to its file") func damagedRow()
    throws
  {
    let notes = (0..<100).map { Note($0, String(repeating: "long ", count: 100)) }
    try outcome(store().commit(notes.map { .save($0) })).get()
    var damaged = try bytes()
    let place = try #require(damaged.range(of: Data(#""id":50,"text":"long long"#.utf8))).upperBound
    damaged[place] ^= 1
    try damaged.write(to: url)
    #expect(outcome(store().entity(1)) == .success(notes[1]), "another row can be read")
    #expect(try bytes() == damaged)
    let failures = [
      outcome(store().entity(50)).map { _ in }, outcome(store().entities(Query())).map { _ in },
      outcome(store().save(Note(1))), outcome(store().delete(50)),
    ]
    for failure in failures {
      guard case .failure(.invalid(url.path, let reason, let copy?)) = failure else {
        Issue.record("\(failure)")
        continue
      }
      #expect(reason == "row 51 is not what was written, by its checksum")
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == damaged)
    }
    #expect(try bytes() == damaged)
  }

  @Test("what is found to be damaged while it is in use is left as it is, with its log") func damagedInUse() throws {
    let log = URL(fileURLWithPath: url.path + "-wal"), store = store()
    let notes = (0..<10_000).map { Note($0, String(repeating: "long ", count: 100)) }
    try outcome(self.store().commit(notes.map { .save($0) })).get()
    try outcome(store.save(Note(1))).get()
    var damaged = try bytes()
    let logged = try Data(contentsOf: log)
    let place = try #require(damaged.range(of: Data(#""id":100,"text":"long long"#.utf8))).upperBound
    damaged[place] ^= 1
    let file = try FileHandle(forWritingTo: url)
    try file.seek(toOffset: UInt64(place))
    try file.write(contentsOf: damaged[place...place])
    try file.close()
    guard case .failure(.invalid(url.path, _, let copy?)) = outcome(store.entity(100)) else {
      Issue.record("\(outcome(store.entity(100)))")
      return
    }
    #expect(try bytes() == damaged)
    #expect(try Data(contentsOf: log) == logged)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == damaged)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy + "-wal")) == logged)
  }

  @Test("a copy of a damaged file takes no locks from who has it open") func locks() throws {
    let reader = store()
    try outcome(reader.save(Note(1))).get()
    #expect(try ChildProcess("store-writer", ["locked", url.path]).lines() == ["locked"])
    struct Other: Codable, Identifiable { let id: Int, title: String }
    let other = SQLiteStore<Other>(at: url)
    guard case .failure(.invalid(_, _, let copy?)) = outcome(other.entities(Query())) else {
      Issue.record("\(outcome(other.entities(Query())))")
      return
    }
    #expect(try ChildProcess("store-writer", ["locked", url.path]).lines() == ["locked"])
    #expect(outcome(SQLiteStore<Note>(at: URL(fileURLWithPath: copy)).entities(Query())) == .success([Note(1)]))
    withExtendedLifetime(reader) {}
  }

  @Test("a database of another program is refused, and not written to, whatever its tables are called")
  func otherProgram() throws {
    try outcome(store().save(Note(1))).get()
    var content = try bytes()
    content.replaceSubrange(68..<72, with: Data("abcd".utf8))
    let table = try #require(content.firstRange(of: Data("format (version".utf8)))
    content.replaceSubrange(table, with: Data("format (flavour".utf8))
    try content.write(to: url)
    let failure = StoreFailure.invalid(
      file: url.path, reason: "it is a database of another program", copy: url.path + ".damaged")
    #expect(outcome(store().entities(Query())) == .failure(failure))
    #expect(try bytes() == content)
  }
}
