import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct FileStoreTests {
  private let url = URL(fileURLWithPath: "/data/notes.json")

  private static let one = #"{"id": 1, "text": "a", "due": 0}"#

  /// The text of a file beside the store's own, or of the file itself; nil if there is none.
  private func text(_ suffix: String = "", in files: some FileSystem) throws -> String? {
    try files.contents(of: URL(fileURLWithPath: url.path + suffix)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("the file has its version and is readable for people")
  func format() throws {
    let content = #"{"entities": [\#(Self.one)], "version": 1}"#
    let files = MemoryFileSystem([url.path: Data(content.utf8)]), store = FileStore<Note>(at: url, files: files)
    #expect(try store.all == [Note(1, "a")])
    try store.save(Note(1, "a/b", due: 422_323_200)).answer()
    let expected = """
      {
        "entities" : [
          {
            "due" : "2014-05-21T00:00:00Z",
            "id" : 1,
            "text" : "a/b"
          }
        ],
        "version" : 1
      }

      """
    #expect(try text(in: files) == expected)
  }

  @Test("the file is read once, and only a change writes: synchronized before it is renamed, and the folder afterwards")
  func atomicity() throws {
    let files = ScriptedFileSystem(), store = FileStore<Note>(at: url, files: files)
    let missing = try store.entity(1).answer()
    try store.delete(1).answer()
    let counts = try (1...2).map { id throws in
      try store.save(Note(id)).answer()
      return try store.all.count
    }
    let expected = [
      "read /data/notes.json", "createFolder /data", "lock /data/notes.json.lock", "write /data/notes.json.new",
      "synchronize /data/notes.json.new", "rename /data/notes.json.new /data/notes.json", "synchronize /data",
      "write /data/notes.json.new", "synchronize /data/notes.json.new",
      "rename /data/notes.json.new /data/notes.json", "synchronize /data",
    ]
    #expect(files.log == expected)
    #expect(missing == nil)
    #expect(counts == [1, 2])
  }

  @Test(
    "a change that fails at any step leaves the file unchanged and no draft, has a reason, and can be repeated",
    arguments: [ScriptedFileSystem.Step.createFolder, .lock, .write, .synchronize, .rename])
  func failedChange(_ step: ScriptedFileSystem.Step) throws {
    let files = ScriptedFileSystem()
    try FileStore<Note>(at: url, files: files).save(Note(1, "kept")).answer()
    let store = FileStore<Note>(at: url, files: files), before = try text(in: files)

    files.fail(step, with: "No space left on device")
    let failure = StoreFailure.unwritable(file: "/data/notes.json", reason: "No space left on device")
    #expect([store.save(Note(2)), store.delete(1)].map { outcome($0).failure } == [failure, failure])
    #expect(try [text(in: files), text(".new", in: files)] == [before, nil])

    files.fail(step, with: nil)
    try store.save(Note(2, "saved")).answer()
    #expect(try store.all == [Note(1, "kept"), Note(2, "saved")])
  }

  @Test("an unreadable file, or one of a newer version, fails every call and is not replaced")
  func unreadable() {
    let unreadable = ScriptedFileSystem([url.path: Data("{}".utf8)])
    unreadable.fail(.read, with: "Permission denied")
    expectEveryCallFails(.unreadable(file: url.path, reason: "Permission denied"), on: unreadable)
    let newer = ScriptedFileSystem([url.path: Data(#"{"version": 2, "shelves": [{"id": 1}]}"#.utf8)])
    expectEveryCallFails(.newer(file: url.path, version: 2, supported: 1), on: newer)
  }

  private static let invalidRows: [(String, String)] = [
    ("", "it is empty"),
    ("to do: milk", "the file is not valid JSON"),
    (#"{"version": 1, "entities": [{"id": 1, "#, "the file is not valid JSON"),
    ("[]", "the file is not an object"),
    ("{}", "version is missing"),
    (#"{"version": "one"}"#, "version is not a number"),
    (#"{"version": 0, "entities": []}"#, "format 0 does not exist"),
    (#"{"version": 1}"#, "entities is missing"),
    (#"{"version": 1, "entities": {}}"#, "entities is not a list"),
    (#"{"version": 1, "entities": [{"id": 1, "text": "a"}]}"#, "entities[0].due is missing"),
    (#"{"version": 1, "entities": [{"id": 1, "text": null, "due": 0}]}"#, "entities[0].text is null"),
    (#"{"version": 1, "entities": [{"id": 1, "text": "a", "due": "soon"}]}"#, "entities[0].due cannot be read"),
    (#"{"version": 1, "entities": [], "entitees": []}"#, "it has the unknown key 'entitees'"),
    (
      #"{"version": 1, "entities": [\#(one), {"id": 2, "text": "", "due": 0}, \#(one)]}"#,
      "entities[2] has the id of entities[0]"
    ),
  ]

  @Test("an invalid file fails every call with the place of the error", arguments: invalidRows)
  func invalid(_ text: String, _ reason: String) {
    let files = ScriptedFileSystem([url.path: Data(text.utf8)])
    expectEveryCallFails(.invalid(file: url.path, reason: reason), on: files)
  }

  @Test("while one store holds the lock, another can read but not write; after its release it can write")
  func locking() throws {
    let files = MemoryFileSystem(), other = FileStore<Note>(at: url, files: files)
    do {
      let store = FileStore<Note>(at: url, files: files)
      try store.save(Note(1)).answer()
      #expect(outcome(other.save(Note(2))).failure == .inUse(file: url.path))
      try store.save(Note(3)).answer()
      #expect(try other.all == [Note(1), Note(3)])
    }
    try other.save(Note(2)).answer()
    #expect(try other.all == [Note(1), Note(3), Note(2)])
  }

  @Test("the next change keeps an edit by hand")
  func editing() throws {
    let files = MemoryFileSystem(), store = FileStore<Note>(at: url, files: files)
    try store.commit([.save(Note(1, "milk")), .save(Note(2, "bread"))]).answer()
    let edited = try #require(try text(in: files)).replacing("milk", with: "butter").replacing(
      #""id" : 2"#, with: #""id" : 7, "colour" : "red""#)
    files.write(Data(edited.utf8), to: url)
    #expect(try store.all == [Note(1, "butter"), Note(7, "bread")])
    try store.save(Note(3)).answer()
    let again = FileStore<Note>(at: url, files: files)
    #expect(try again.all == [Note(1, "butter"), Note(7, "bread"), Note(3)])
  }

  /// Expects that every call fails, changes nothing, and works again after the file is removed.
  private func expectEveryCallFails(_ failure: StoreFailure, on files: ScriptedFileSystem) {
    let store = FileStore<Note>(at: url, files: files), content = files.disk.contents(of: url)
    #expect(store.failureOfEveryCall(with: Note(1)) == failure)
    #expect(files.log.allSatisfy { $0.hasPrefix("read") }, "\(files.log)")
    #expect(files.disk.contents(of: url) == content)
    files.fail(.read, with: nil)
    files.disk.remove(url)
    #expect(outcome(store.entities(Query())) == .success([]))
  }
}
