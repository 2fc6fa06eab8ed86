import Fixtures
import Foundation
import SQLiteStores
import Services
import Signals
import SignalsTesting
import Testing

/// A database that is removed or replaced while a store has it open. The store acknowledges only changes of the present file.
@Suite struct SQLiteReplacementTests: SQLiteSuite {
  /// The way in which the file changes.
  enum Way: CaseIterable {
    case removed, folderRemoved, replaced

    /// Changes the file; returns the ids in the new one.
    func happen(to url: URL, backup: URL) throws -> [Int] {
      let files = FileManager.default
      switch self {
      case .removed: for suffix in ["", "-journal"] { try? files.removeItem(atPath: url.path + suffix) }
      case .folderRemoved: try files.removeItem(at: url.deletingLastPathComponent())
      case .replaced:
        let draft = url.appendingPathExtension("draft")
        try files.copyItem(at: backup, to: draft)
        // The replacement is atomic.
        try DiskFileSystem().rename(draft, to: url)
      }
      return self == .replaced ? [100] : []
    }
  }
  let folder: TemporaryFolder
  /// A closed database with one note.
  private var backup: URL { folder.file("backup.sqlite") }

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    try SQLiteStore<Note>(at: backup, schema: .indexed).save(Note(100)).answer()
  }

  private func ids(_ store: SQLiteStore<Note>) throws -> [Int] { try store.all.map(\.id) }

  @Test("changes after another program has recreated the file are saved in the new file", arguments: Way.allCases)
  func madeAnew(_ way: Way) throws {
    let store = store()
    for id in 1...3 { try store.save(Note(id)).answer() }
    let kept = try way.happen(to: url, backup: backup), other = self.store()
    try other.save(Note(10)).answer()
    try store.save(Note(2)).answer()
    let found = try [store, other, self.store()].map { try ids($0) }
    try other.delete(10).answer()
    #expect(try found + [ids(store)] == [kept + [10, 2], kept + [10, 2], kept + [10, 2], kept + [2]])
  }

  @Test("a restored backup is read without the data it replaced, and observers are notified", arguments: Way.allCases)
  func readAnew(_ way: Way) throws {
    let kept: [Int]
    do {
      let store = store()
      for id in 1...3 { try store.save(Note(id)).answer() }
      let observer = Recorder(store.observe(Query()).map { $0.map(\.id) })
      kept = try way.happen(to: url, backup: backup)
      let found = try ids(store)
      try store.save(Note(4)).answer()
      #expect([found] + observer.values == [kept, [1, 2, 3], kept, kept + [4]])
    }
    #expect(try ids(store()) == kept + [4])
  }

  @Test(
    "a file that is moved away keeps the committed data, and the store starts a new one; a last backup stays as it is")
  func movedAway() throws {
    let store = store(), moved = folder.file("moved.sqlite")
    for id in 1...3 { try store.save(Note(id)).answer() }
    try FileManager.default.moveItem(at: url, to: moved)
    let before = try ids(store)
    try store.save(Note(4)).answer()
    #expect(try [before, ids(SQLiteStore(at: moved, schema: .indexed)), ids(self.store())] == [[], [1, 2, 3], [4]])
    try withExtendedLifetime(self.store()) { store in
      try store.save(Note(5)).answer()
      _ = try Way.replaced.happen(to: url, backup: backup)
    }
    #expect(try ids(self.store()) == [100])
  }

  @Test("a link with a new target is another file, and the old target loses nothing") func links() throws {
    let link = folder.file("link.sqlite"), files = FileManager.default
    try files.createSymbolicLink(at: link, withDestinationURL: url)
    let store = SQLiteStore<Note>(at: link, schema: .indexed), other = self.store()
    try store.save(Note(1)).answer()
    try other.save(Note(2)).answer()
    try files.removeItem(at: link)
    try files.createSymbolicLink(at: link, withDestinationURL: backup)
    try store.save(Note(3)).answer()
    try other.save(Note(4)).answer()
    #expect(try [ids(store), ids(self.store())] == [[100, 3], [1, 2, 4]])
  }
}
