import Effort
import Fixtures
import Foundation
import LoopbackServer
import Services
import Signals
import Testing

@Suite struct DiskFileSystemTests {
  private let disk = DiskFileSystem(), folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.file(name).path, withDestinationPath: target)
  }

  private func write(_ text: String, to name: String) throws { try disk.write(Data(text.utf8), to: folder.file(name)) }

  /// The text of a file; nil if there is no file.
  private func text(_ name: String) throws -> String? {
    try disk.contents(of: folder.file(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("a kept copy survives the replacement of the file, and is replaced atomically")
  func keeping() throws {
    let file = folder.file("file"), kept = folder.file("kept")
    try write("kept", to: "kept")
    #expect(throws: FileSystemFailure.self) { try disk.keep(file, as: kept) }
    #expect(try text("kept") == "kept", "after a failure the old copy still exists")
    try write("old", to: "file")
    for _ in 1...2 { try disk.keep(file, as: kept) }
    try write("new", to: "file")
    #expect(try [text("kept"), text("file")] == ["old", "new"])
    #expect(folder.names == ["file", "kept"])
  }

  @Test("a new file replaces a link, not the link's target")
  func links() throws {
    try write("mine", to: "file")
    try link("link", to: "file")
    try write("new", to: "link")
    #expect(try [text("file"), text("link")] == ["mine", "new"])
  }

  @Test("links are followed step by step; a loop of links fails")
  func targets() throws {
    try disk.createFolder(folder.file("inner"))
    try disk.createFolder(folder.file("inner/deep"))
    try link("one", to: "inner/two")
    try link("inner/two", to: "../three")
    try link("circle", to: "circle")
    try link("alias", to: "inner/deep")
    try link("inner/deep/four", to: "../five")
    try link("far", to: folder.file("three").path)
    // In the first round the target does not exist, in the second it does. "alias" links to a folder elsewhere.
    for _ in 1...2 {
      for (link, name) in [("one", "three"), ("far", "three"), ("alias/four", "inner/five")] {
        let target = try disk.target(of: folder.file(link))
        try disk.write(Data(link.utf8), to: target)
        #expect(try text(name) == link, "\(link) leads to \(target.path)")
        #expect(try disk.target(of: folder.file(name)) == folder.file(name), "a link was written over")
      }
    }
    #expect(throws: FileSystemFailure("Too many levels of symbolic links")) {
      try disk.target(of: folder.file("circle"))
    }
  }

  @Test("a store at a link creates its folder, its file, and the files beside it at the link's target")
  func linkedStore() throws {
    let file = folder.file("notes.json"), target = folder.file("a/b c/ü/kept.json")
    try link("notes.json", to: target.path)
    let store = FileStore<Note>(at: file)
    for id in 1...2 { try store.save(Note(id)).answer() }
    #expect(folder.names == ["a", "notes.json"])
    let names = try FileManager.default.contentsOfDirectory(atPath: target.deletingLastPathComponent().path)
    #expect(names.sorted() == ["kept.json", "kept.json.lock", "kept.json.previous"])
    let direct = FileStore<Note>(at: target)
    #expect(try direct.all == [Note(1), Note(2)])
    #expect(outcome(direct.save(Note(3))).failure == .inUse(file: target.path))
    // The link gets a new target, which becomes the store's file; the old one is unlocked.
    try disk.remove(file)
    try link("notes.json", to: "other.json")
    try store.save(Note(4)).answer()
    #expect(try store.all == [Note(4)])
    try direct.save(Note(3)).answer()
    #expect(try direct.all == [Note(1), Note(2), Note(3)])
  }

  @Test("a released lock is free at once, even while child processes start") func startedMeanwhile() async throws {
    // A starting child process has, for a moment, all open descriptors of this one.
    let isOver = MutableProperty(false), started = Gate(), over = Gate()
    Thread.detachNewThread {
      for number in 0..<Effort.runs(short: 20, full: 100) {
        _ = try? ChildProcess("store-writer", []).lines()
        if number == 0 { started.open() }
      }
      isOver.value = true
      over.open()
    }
    await passed(started)
    while !isOver.value {
      guard let lock = try disk.lock(folder.file("lock")) else {
        Issue.record("the lock has no holder, and is not free")
        break
      }
      lock.dispose()
    }
    await passed(over)
  }

  @Test("only the user can read new files and folders")
  func permissions() throws {
    try disk.createFolder(folder.file("inner"))
    try write("", to: "inner/file")
    let modes = try ["inner", "inner/file"].map { name in
      try FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o600])
  }

  @Test("a failure has the system's text")
  func failures() throws {
    let file = folder.file("file"), none = folder.file("none")
    try write("", to: "file")
    let failing: [(String, () throws -> Void)] = [
      ("it is not a regular file", { _ = try disk.contents(of: folder.url) }),
      ("Is a directory", { try disk.write(Data(), to: folder.url) }),
      ("Not a directory", { try disk.createFolder(file.appendingPathComponent("a")) }),
      ("No such file or directory", { try disk.rename(none, to: file) }),
      ("No such file or directory", { try disk.synchronize(none) }),
    ]
    for (reason, call) in failing { #expect(throws: FileSystemFailure(reason)) { try call() } }
  }

  @Test("a file that is not regular fails at once", arguments: ["folder", "pipe", "device"])
  func irregular(_ kind: String) throws {
    let file = folder.file("notes")
    switch kind {
    case "folder": try disk.createFolder(file)
    case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
    default: try link("notes", to: "/dev/zero")
    }
    #expect(throws: FileSystemFailure("it is not a regular file")) { try disk.contents(of: file) }
    #expect(throws: FileSystemFailure("it is not a regular file")) { try disk.version(of: file) }
    let failure = StoreFailure.invalid(file: file.path, reason: "it is not a regular file")
    for store in [FileStore<Note>(at: file), SQLiteStore<Note>(at: file)] as [any Store<Note>] {
      #expect(store.failureOfEveryCall(with: Note(1)) == failure)
    }
    #expect(folder.names == ["notes"])
  }

  @Test("a file that is too large fails at once") func vast() throws {
    let file = folder.file("notes")
    try write("", to: "notes")
    #expect(truncate(file.path, 1 << 40) == 0)
    #expect(throws: FileSystemFailure("it is larger than 1 GiB")) { try disk.contents(of: file) }
    #expect(
      outcome(FileStore<Note>(at: file).entities(Query())).failure
        == .unreadable(file: file.path, reason: "it is larger than 1 GiB"))
  }
}
