import Effort
import Fixtures
import Foundation
import LoopbackServer
import SQLiteStores
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

  @Test("only the user can read new files and folders") func access() throws {
    try disk.createFolder(folder.file("a"))
    for text in ["old", "new"] { try write(text, to: "a/file") }
    #expect(try text("a/file") == "new")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["a", "a/file"])
    let modes = try names.map { name in
      try FileManager.default.attributesOfItem(atPath: folder.file(name).path)[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o600])
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
        #expect(try text(name) == link, "\(link)")
        #expect(try disk.target(of: folder.file(name)) == folder.file(name), "\(link)")
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
    #expect(folder.names + names.sorted() == ["a", "notes.json", "kept.json", "kept.json.lock"])
    let direct = FileStore<Note>(at: target)
    #expect(outcome(direct.save(Note(3))).failure == .inUse(file: target.path))
    // The link gets a new target, which becomes the store's file; the old one is unlocked.
    try disk.remove(file)
    try link("notes.json", to: "other.json")
    try store.save(Note(4)).answer()
    try direct.save(Note(3)).answer()
    #expect(try [store.all, direct.all] == [[Note(4)], [Note(1), Note(2), Note(3)]])
  }

  /// A disk on which a link is changed as soon as its target was found.
  private struct ChangingLink: FileSystem {
    let change: @Sendable () -> Void
    private var disk: DiskFileSystem { DiskFileSystem() }

    func target(of file: URL) throws(FileSystemFailure) -> URL {
      let target = try disk.target(of: file)
      change()
      return target
    }
    func contents(of file: URL) throws(FileSystemFailure) -> Data? { try disk.contents(of: file) }
    func version(of file: URL) throws(FileSystemFailure) -> FileVersion? { try disk.version(of: file) }
    func createFolder(_ folder: URL) throws(FileSystemFailure) { try disk.createFolder(folder) }
    func write(_ data: Data, to file: URL) throws(FileSystemFailure) { try disk.write(data, to: file) }
    func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) { try disk.synchronize(fileOrFolder) }
    func rename(_ file: URL, to name: URL) throws(FileSystemFailure) { try disk.rename(file, to: name) }
    func remove(_ file: URL) throws(FileSystemFailure) { try disk.remove(file) }
    func lock(_ file: URL) throws(FileSystemFailure) -> Disposable? { try disk.lock(file) }
  }

  @Test("a link that changes during a change mixes no files") func changedLink() throws {
    let file = folder.file("notes.json"), names = ["a", "b"], next = MutableProperty("b"), disk = disk
    for (id, name) in names.enumerated() { try FileStore<Note>(at: folder.file(name)).save(Note(id)).answer() }
    try link("notes.json", to: "a")
    let folder = folder
    let store = FileStore<Note>(
      at: file,
      files: ChangingLink {
        try? disk.remove(file)
        try? FileManager.default.createSymbolicLink(
          atPath: file.path, withDestinationPath: folder.file(next.value).path)
      })
    try store.save(Note(7)).answer()
    let contents = try names.map { try FileStore<Note>(at: folder.file($0)).all }
    #expect(contents == [[Note(0), Note(7)], [Note(1)]])
    next.value = "a"
    #expect(try store.all == [Note(1)])
    #expect(try store.all == [Note(0), Note(7)])
  }

  private func access(_ name: String) throws -> [Int?] {
    let found = try FileManager.default.attributesOfItem(atPath: folder.file(name).path)
    return [.posixPermissions, .ownerAccountID, .groupOwnerAccountID].map { (found[$0] as? NSNumber)?.intValue }
  }

  @Test("a changed file keeps its permissions, its owner and its group; its lock gets them") func keptAccess() throws {
    let names = ["notes.json", "notes.json.lock"]
    func save(_ id: Int) throws { try FileStore<Note>(at: folder.file(names[0])).save(Note(id)).answer() }
    try save(1)
    let own = [Int(geteuid()), Int(getegid())]
    #expect(try names.map(access) == [[0o600] + own, [0o600] + own])
    // Only the superuser can give a file away.
    let others = geteuid() == 0 ? [4_001, 4_000] : own
    try #require(chown(folder.file(names[0]).path, uid_t(others[0]), gid_t(others[1])) == 0)
    try #require(chmod(folder.file(names[0]).path, 0o640) == 0)
    try save(2)
    #expect(try names.map(access) == [[0o640] + others, [0o640] + others])
  }

  @Test("two users of a group can share a file", .enabled(if: geteuid() == 0)) func twoUsers() async {
    // Runs in a child process, which becomes one user and then another.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder(), file = folder.file("notes.json")
      precondition(chown(folder.path, 0, 4_000) == 0 && chmod(folder.path, 0o770) == 0)
      precondition(setgroups(0, nil) == 0 && setegid(4_000) == 0)
      for id in 1...6 {
        precondition(seteuid(uid_t(4_001 + id % 2)) == 0)
        try FileStore<Note>(at: file).save(Note(id)).answer()
        // The first user shares the file.
        if id == 1 { precondition(chmod(file.path, 0o660) == 0) }
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        precondition(mode == 0o660, "\(id)")
        let count = try FileStore<Note>(at: file).all.count
        precondition(count == id)
        // The lock of a new file is private until its user has changed the shared file.
        if id == 1 { try FileStore<Note>(at: file).save(Note(1)).answer() }
        precondition(seteuid(0) == 0)
      }
    }
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
    #expect(truncate(vast.path, 1 << 40) == 0)
    #expect(mkfifo(folder.file("pipe").path, 0o600) == 0)
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
