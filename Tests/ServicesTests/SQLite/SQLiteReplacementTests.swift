import Fixtures
import Foundation
import Services
import Signals
import SignalsTesting
import Testing

/// A database that another one takes the place of while a store has it open: nothing is acknowledged that is not in the one that
/// is there.
@Suite struct SQLiteReplacementTests: SQLiteSuite {
  /// How a file comes to be another one.
  enum Way: CaseIterable {
    case removed, replaced

    /// Does it; gives what is in the new file.
    func happen(to url: URL, backup: URL) throws -> [Int] {
      let files = FileManager.default
      if self == .replaced {
        let draft = url.appendingPathExtension("draft")
        try files.copyItem(at: backup, to: draft)
        // Takes the name in one step, and leaves the log of the other one.
        try DiskFileSystem().rename(draft, to: url)
        return [100]
      }
      for suffix in ["", "-wal", "-shm", "-journal"] where files.fileExists(atPath: url.path + suffix) {
        try files.removeItem(atPath: url.path + suffix)
      }
      return []
    }
  }
  let folder: TemporaryFolder
  /// A database that nobody has open, with one note.
  private var backup: URL { folder.file("backup.sqlite") }

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    try outcome(SQLiteStore<Note>(at: backup, schema: .indexed).save(Note(100))).get()
  }

  private func ids(_ store: SQLiteStore<Note>) -> Result<[Int], StoreFailure> {
    outcome(store.entities(Query())).map { $0.map(\.id) }
  }

  @Test("what is saved after another program has made the file anew is in its file", arguments: Way.allCases)
  func madeAnew(_ way: Way) throws {
    let store = store()
    for id in 1...3 { try outcome(store.save(Note(id))).get() }
    let kept = try way.happen(to: url, backup: backup), other = self.store()
    try outcome(other.save(Note(10))).get()
    try outcome(store.save(Note(2))).get()
    for each in [store, other, self.store()] { #expect(ids(each) == .success(kept + [10, 2])) }
    try outcome(other.delete(10)).get()
    #expect(ids(store) == .success(kept + [2]))
  }

  @Test("a backup is read anew, with nothing of what it replaced, and who observes is told", arguments: Way.allCases)
  func readAnew(_ way: Way) throws {
    var store: SQLiteStore<Note>? = store()
    for id in 1...3 { try store.map { try outcome($0.save(Note(id))).get() } }
    let observer = store.map { Recorder($0.observe(Query()).map { $0.map(\.id) }) }
    let kept = try way.happen(to: url, backup: backup)
    #expect(store.map(ids) == .success(kept))
    #expect(observer?.values == [[1, 2, 3], kept])
    try store.map { try outcome($0.save(Note(4))).get() }
    #expect(observer?.values == [[1, 2, 3], kept, kept + [4]])
    observer?.dispose()
    store = nil
    #expect(ids(self.store()) == .success(kept + [4]))
  }

  @Test("a backup that is put in place of a file that nobody asks for any more has nothing of what it replaced")
  func replacedAtLast() throws {
    var store: SQLiteStore<Note>? = store()
    try store.map { try outcome($0.save(Note(1))).get() }
    _ = try Way.replaced.happen(to: url, backup: backup)
    store = nil
    #expect(ids(self.store()) == .success([100]))
  }

  @Test("a file that is moved away takes along what was committed, and the store begins anew") func movedAway() throws {
    let store = store(), moved = folder.file("moved.sqlite")
    for id in 1...3 { try outcome(store.save(Note(id))).get() }
    try FileManager.default.moveItem(at: url, to: moved)
    #expect(ids(store) == .success([]))
    try outcome(store.save(Note(4))).get()
    #expect(ids(SQLiteStore(at: moved, schema: .indexed)) == .success([1, 2, 3]))
    #expect(ids(self.store()) == .success([4]))
  }

  @Test("a link that leads elsewhere is another file, and the one it has led to loses nothing") func links() throws {
    let link = folder.file("link.sqlite"), files = FileManager.default
    try files.createSymbolicLink(at: link, withDestinationURL: url)
    let store = SQLiteStore<Note>(at: link, schema: .indexed), other = self.store()
    try outcome(store.save(Note(1))).get()
    try outcome(other.save(Note(2))).get()
    try files.removeItem(at: link)
    try files.createSymbolicLink(at: link, withDestinationURL: backup)
    try outcome(store.save(Note(3))).get()
    #expect(ids(store) == .success([100, 3]))
    try outcome(other.save(Note(4))).get()
    #expect(ids(self.store()) == .success([1, 2, 4]))
  }

  @Test(
    "a file that is made anew at any moment of a change: the change is in the one that is there",
    arguments: [(Way.removed, true), (.replaced, true), (.removed, false)])
  func meanwhile(_ way: Way, _ wasOpen: Bool) throws {
    var moments = 0, others: [SQLiteStore<Note>] = []
    while true {
      let url = folder.file("\(moments)/notes.sqlite"), interruption = Interruption()
      let store = interruption.store(at: url, schema: .indexed), other = SQLiteStore<Note>(at: url, schema: .indexed)
      try outcome((wasOpen ? store : SQLiteStore(at: url, schema: .indexed)).save(Note(1))).get()
      interruption.set(before: moments + 1) { [backup] in
        #expect(throws: Never.self) {
          _ = try way.happen(to: url, backup: backup)
          try outcome(other.save(Note(10))).get()
        }
      }
      let saved = outcome(store.save(Note(2)))
      if interruption.isPending { break }
      #expect(throws: Never.self, "\(moments)") { try saved.get() }
      #expect(ids(SQLiteStore(at: url, schema: .indexed)) == .success(way == .removed ? [10, 2] : [100, 10, 2]))
      #expect(ids(store) == ids(other))
      moments += 1
      others.append(other)
    }
    #expect(moments > 5)
    #expect(folder.names.filter { $0.contains("damaged") } == [])
  }

  @Test("a log that another process has taken for that of the new file is left to it") func taken() throws {
    typealias Entry = DurabilityTests.Entry
    let url = folder.file("entries"), draft = folder.file("draft")
    try outcome(SQLiteStore<Entry>(at: url).save(Entry(id: 0, number: 7, text: ""))).get()
    try FileManager.default.copyItem(at: url, to: draft)
    let store = SQLiteStore<Entry>(at: url)
    try outcome(store.save(Entry(id: 100, number: 0, text: ""))).get()
    try DiskFileSystem().rename(draft, to: url)
    // The other process finds the log beside the copy, with no way to tell that it is not that of the copy.
    let writer = try ChildProcess("store-writer", ["sqlite", url.path, "--once"])
    #expect([writer.line(), writer.line()] == ["ready", "8"])
    try outcome(store.save(Entry(id: 101, number: 0, text: ""))).get()
    writer.kill()
    #expect(outcome(store.entities(Query())).map { $0.map(\.id) } == .success([0, 100, 8, 101]))
    #expect(outcome(SQLiteStore<Entry>(at: url).entities(Query())).map { $0.map(\.id) } == .success([0, 100, 8, 101]))
  }
}
