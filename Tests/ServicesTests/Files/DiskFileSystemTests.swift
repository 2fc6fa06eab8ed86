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

  @Test("only the user can read new files and folders; a kept copy survives the replacement of its file")
  func keeping() throws {
    try disk.createFolder(folder.file("a"))
    let file = folder.file("a/file"), kept = folder.file("a/kept")
    try write("kept", to: "a/kept")
    #expect(throws: FileSystemFailure.self) { try disk.keep(file, as: kept) }
    var texts = [try text("a/kept")]
    try write("old", to: "a/file")
    for _ in 1...2 { try disk.keep(file, as: kept) }
    try write("new", to: "a/file")
    texts += [try text("a/kept"), try text("a/file")]
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(texts == ["kept", "old", "new"] && names == ["a", "a/file", "a/kept"])
    let modes = try names.map { name in
      try FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o600, 0o600])
  }

  @Test("links are followed step by step; a loop of links fails; a new file replaces a link, not the link's target")
  func links() throws {
    for name in ["inner", "inner/deep"] { try disk.createFolder(folder.file(name)) }
    for (name, target) in [
      ("one", "inner/two"), ("inner/two", "../three"), ("circle", "circle"), ("alias", "inner/deep"),
      ("inner/deep/four", "../five"), ("far", folder.file("three").path),
    ] { try link(name, to: target) }
    // In the first round the target does not exist, in the second it does. "alias" links to a folder elsewhere.
    for _ in 1...2 {
      for (link, name) in [("one", "three"), ("far", "three"), ("alias/four", "inner/five")] {
        try disk.write(Data(link.utf8), to: disk.target(of: folder.file(link)))
        #expect(try text(name) == link && disk.target(of: folder.file(name)) == folder.file(name), "\(link)")
      }
    }
    #expect(throws: FileSystemFailure("Too many levels of symbolic links")) {
      try disk.target(of: folder.file("circle"))
    }
    try write("new", to: "far")
    #expect(try [text("three"), text("far")] == ["far", "new"])
  }

  @Test("a store at a link creates its folder, its file, and the files beside it at the link's target")
  func linkedStore() throws {
    let file = folder.file("notes.json"), target = folder.file("a/b c/ü/kept.json")
    try link("notes.json", to: target.path)
    let store = FileStore<Note>(at: file)
    for id in 1...2 { try store.save(Note(id)).answer() }
    let names = try FileManager.default.contentsOfDirectory(atPath: target.deletingLastPathComponent().path)
    #expect(folder.names + names.sorted() == ["a", "notes.json", "kept.json", "kept.json.lock", "kept.json.previous"])
    let direct = FileStore<Note>(at: target)
    #expect(outcome(direct.save(Note(3))).failure == .inUse(file: target.path))
    // The link gets a new target, which becomes the store's file; the old one is unlocked.
    try disk.remove(file)
    try link("notes.json", to: "other.json")
    try store.save(Note(4)).answer()
    try direct.save(Note(3)).answer()
    #expect(try [store.all, direct.all] == [[Note(4)], [Note(1), Note(2), Note(3)]])
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

  @Test("a failure has the system's text; a file that is too large, or not regular, fails at once")
  func irregular() throws {
    let file = folder.file("file"), none = folder.file("none"), vast = folder.file("vast")
    for name in ["file", "vast"] { try write("", to: name) }
    try link("device", to: "/dev/zero")
    #expect(truncate(vast.path, 1 << 40) == 0 && mkfifo(folder.file("pipe").path, 0o600) == 0)
    var failing: [(reason: String, call: () throws -> Void)] = [
      ("it is larger than 1 GiB", { _ = try disk.contents(of: vast) }),
      ("Is a directory", { try disk.write(Data(), to: folder.url) }),
      ("Not a directory", { try disk.createFolder(file.appendingPathComponent("a")) }),
      ("No such file or directory", { try disk.rename(none, to: file) }),
      ("No such file or directory", { try disk.synchronize(none) }),
    ]
    for other in [folder.url, folder.file("pipe"), folder.file("device")] {
      failing.append(("it is not a regular file", { _ = try disk.contents(of: other) }))
      failing.append(("it is not a regular file", { _ = try disk.version(of: other) }))
    }
    for (reason, call) in failing { #expect(throws: FileSystemFailure(reason)) { try call() } }

    let unreadable = outcome(FileStore<Note>(at: vast).entities(Query())).failure
    #expect(unreadable == .unreadable(file: vast.path, reason: "it is larger than 1 GiB"))
    let names = folder.names
    for file in [folder.url, folder.file("pipe"), folder.file("device")] {
      let stores: [any Store<Note>] = [FileStore(at: file), SQLiteStore(at: file)]
      let failure = StoreFailure.invalid(file: file.path, reason: "it is not a regular file")
      #expect(stores.map { $0.failureOfEveryCall(with: Note(1)) } == [failure, failure])
    }
    #expect(folder.names == names)
  }
}
