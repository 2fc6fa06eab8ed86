import Effort
import Foundation
import LoopbackServer
import Services
import Signals
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

@Suite struct DiskFileSystemTests {
  private let disk = DiskFileSystem()

  /// Runs `body` with a temporary folder.
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test("a store on a disk creates its folder, its file, the previous version and the lock")
  func store() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("a/b c/ü/notes.json")
      try FileStore<Note>(at: file).save(Note(1, "one")).answer()
      try FileStore<Note>(at: file).save(Note(2, "two")).answer()
      #expect(try FileStore<Note>(at: file).all == [Note(1, "one"), Note(2, "two")])
      let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      #expect(names.sorted() == ["notes.json", "notes.json.lock", "notes.json.previous"])
    }
  }

  @Test("a large file is written and read completely")
  func large() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("large"),
        data = Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0) })
      try disk.write(data, to: file)
      #expect(try disk.contents(of: file) == data)
      try disk.write(Data(), to: file)
      #expect(try disk.contents(of: file) == Data())
    }
  }

  @Test("reading a missing file gives nil, and removing it succeeds")
  func missing() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("no folder/no file")
      #expect(try disk.contents(of: file) == nil)
      try disk.remove(file)
    }
  }

  @Test("renaming replaces a file of the same name")
  func renaming() throws {
    try inFolder { folder in
      let old = folder.appendingPathComponent("old"), new = folder.appendingPathComponent("new")
      try disk.write(Data("old".utf8), to: old)
      try disk.write(Data("new".utf8), to: new)
      try disk.rename(new, to: old)
      try disk.synchronize(old)
      try disk.synchronize(folder)
      #expect(try disk.contents(of: old) == Data("new".utf8))
      #expect(try disk.contents(of: new) == nil)
    }
  }

  @Test("a kept copy survives the replacement of the file")
  func keeping() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("file"), kept = folder.appendingPathComponent("kept")
      try disk.write(Data("old".utf8), to: file)
      try disk.keep(file, as: kept)
      try disk.keep(file, as: kept)
      try disk.write(Data("new".utf8), to: file)
      #expect(try disk.contents(of: kept) == Data("old".utf8))
      #expect(try disk.contents(of: file) == Data("new".utf8))
    }
  }

  @Test("a kept copy is replaced atomically: after a failure the old copy still exists")
  func keepingFails() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("file"), kept = folder.appendingPathComponent("kept")
      try disk.write(Data("kept".utf8), to: kept)
      #expect(throws: FileSystemFailure.self) { try disk.keep(file, as: kept) }
      #expect(try disk.contents(of: kept) == Data("kept".utf8))
      try disk.write(Data("file".utf8), to: file)
      try disk.keep(file, as: kept)
      try disk.keep(file, as: kept)
      #expect(try disk.contents(of: kept) == Data("file".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["file", "kept"])
    }
  }

  @Test("a new file replaces a link, not the link's target")
  func links() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("file"), link = folder.appendingPathComponent("link")
      try disk.write(Data("mine".utf8), to: file)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      try disk.write(Data("new".utf8), to: link)
      #expect(try disk.contents(of: file) == Data("mine".utf8))
      #expect(try disk.contents(of: link) == Data("new".utf8))
    }
  }

  @Test("links are followed step by step; a loop of links fails")
  func targets() throws {
    try inFolder { folder in
      func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
      try disk.createFolder(file("inner"))
      try disk.createFolder(file("inner/deep"))
      let links = [
        ("one", "inner/two"), ("inner/two", "../three"), ("circle", "circle"), ("alias", "inner/deep"),
        ("inner/deep/four", "../five"), ("far", file("three").path),
      ]
      for (link, target) in links {
        try FileManager.default.createSymbolicLink(atPath: file(link).path, withDestinationPath: target)
      }
      // In the first round the target does not exist, in the second it does. "alias" links to a folder elsewhere.
      for _ in 1...2 {
        for (link, name) in [("one", "three"), ("far", "three"), ("alias/four", "inner/five")] {
          let target = try disk.target(of: file(link))
          try disk.write(Data(link.utf8), to: target)
          #expect(try disk.contents(of: file(name)) == Data(link.utf8), "\(link) leads to \(target.path)")
          #expect(try disk.target(of: file(name)) == file(name), "a link was written over")
        }
      }
      #expect(try disk.target(of: file("three")) == file("three"))
      #expect(throws: FileSystemFailure("Too many levels of symbolic links")) { try disk.target(of: file("circle")) }
    }
  }

  @Test("a store at a link puts its file, and the files beside it, at the link's target")
  func linkedStore() throws {
    try inFolder { folder in
      func file(_ name: String) -> URL { folder.appendingPathComponent(name) }
      try disk.createFolder(file("there"))
      try FileManager.default.createSymbolicLink(at: file("notes.json"), withDestinationURL: file("there/kept.json"))
      let store = FileStore<Note>(at: file("notes.json"))
      for id in 1...2 { try store.save(Note(id)).answer() }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["notes.json", "there"])
      let names = try FileManager.default.contentsOfDirectory(atPath: file("there").path).sorted()
      #expect(names == ["kept.json", "kept.json.lock", "kept.json.previous"])
      let direct = FileStore<Note>(at: file("there/kept.json"))
      #expect(try direct.all == [Note(1), Note(2)])
      #expect(outcome(direct.save(Note(3))).failure == .inUse(file: file("there/kept.json").path))
      // The link gets a new target, which becomes the store's file; the old one is unlocked.
      try disk.remove(file("notes.json"))
      try FileManager.default.createSymbolicLink(at: file("notes.json"), withDestinationURL: file("there/other.json"))
      try store.save(Note(4)).answer()
      #expect(try store.all == [Note(4)])
      try direct.save(Note(3)).answer()
      #expect(try direct.all == [Note(1), Note(2), Note(3)])
    }
  }

  @Test("a changed file has a new version, and a missing file has none")
  func versions() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("file")
      #expect(try disk.version(of: file) == nil)
      try disk.write(Data("a".utf8), to: file)
      let first = try disk.version(of: file)
      #expect(try first != nil && disk.version(of: file) == first)
      try disk.write(Data("abc".utf8), to: file)
      #expect(try disk.version(of: file) != first)
    }
  }

  @Test("a released lock is free at once, even while child processes start") func startedMeanwhile()
    async throws
  {
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
    try inFolder { folder in
      let file = folder.appendingPathComponent("lock")
      while !isOver.value {
        guard let lock = try disk.lock(file) else {
          Issue.record("the lock has no holder, and is not free")
          return
        }
        lock.dispose()
      }
    }
    await passed(over)
  }

  @Test("a lock has one holder at a time")
  func locks() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("lock")
      let lock = try disk.lock(file)
      #expect(lock != nil)
      #expect(try disk.lock(file) == nil)
      lock?.dispose()
      #expect(try disk.lock(file) != nil)
    }
  }

  @Test("only the user can read new files and folders")
  func permissions() throws {
    try inFolder { folder in
      let inner = folder.appendingPathComponent("inner"), file = inner.appendingPathComponent("file")
      try disk.createFolder(inner)
      try disk.write(Data(), to: file)
      func mode(_ url: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
      }
      #expect(try mode(inner) == 0o700)
      #expect(try mode(file) == 0o600)
    }
  }

  @Test("a failure has the system's text")
  func failures() throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("file")
      try disk.write(Data(), to: file)
      #expect(throws: FileSystemFailure("it is not a regular file")) { try disk.contents(of: folder) }
      #expect(throws: FileSystemFailure("Is a directory")) { try disk.write(Data(), to: folder) }
      #expect(throws: FileSystemFailure("Not a directory")) { try disk.createFolder(file.appendingPathComponent("a")) }
      #expect(throws: FileSystemFailure("No such file or directory")) {
        try disk.rename(folder.appendingPathComponent("none"), to: file)
      }
      #expect(throws: FileSystemFailure("No such file or directory")) {
        try disk.synchronize(folder.appendingPathComponent("none"))
      }
    }
  }

  @Test("a file that is not regular, or too large, fails at once", arguments: ["folder", "pipe", "device", "vast"])
  func irregular(_ kind: String) throws {
    try inFolder { folder in
      let file = folder.appendingPathComponent("notes")
      switch kind {
      case "folder": try disk.createFolder(file)
      case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
      case "device":
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/zero")
      default:
        try disk.write(Data(), to: file)
        #expect(truncate(file.path, 1 << 40) == 0)
      }
      if kind == "vast" {
        #expect(throws: FileSystemFailure("it is larger than 1 GiB")) { try disk.contents(of: file) }
        #expect(
          outcome(FileStore<Note>(at: file).entities(Query())).failure
            == .unreadable(file: file.path, reason: "it is larger than 1 GiB"))
        return
      }
      #expect(throws: FileSystemFailure("it is not a regular file")) { try disk.contents(of: file) }
      #expect(throws: FileSystemFailure("it is not a regular file")) { try disk.version(of: file) }
      let failure = StoreFailure.invalid(file: file.path, reason: "it is not a regular file")
      for store in [FileStore<Note>(at: file), SQLiteStore<Note>(at: file)] as [any Store<Note>] {
        #expect(outcome(store.entities(Query())).failure == failure)
        #expect(outcome(store.save(Note(1))).failure == failure)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes"])
    }
  }
}
