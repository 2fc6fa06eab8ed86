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
        // Takes the name in one step.
        try DiskFileSystem().rename(draft, to: url)
        return [100]
      }
      for suffix in ["", "-journal"] where files.fileExists(atPath: url.path + suffix) {
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
}
