import Fixtures
import Foundation
import SampleNetwork
import Search
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct DownloadInteractorTests {
  private let files = NotingFileSystem()
  private let folder = URL(fileURLWithPath: "/pictures")

  /// - Parameter program: a number of the running program, so that each has ids of its own.
  private func interactor(_ transport: some HTTPStreaming, program: Int = 1) -> DownloadInteractor {
    let count = MutableProperty(program * 1_000)
    return DownloadInteractor(
      PictureService(search: transport, pictures: transport), files: files, folder: folder
    ) {
      count.modify { $0 += 1 }
      return UUID(uuidString: "00000000-0000-0000-0000-00000000\(count.value)") ?? UUID()
    }
  }
  private func file(_ name: String) -> Data? { files.contents(of: folder.appendingPathComponent(name)) }

  private static let image = HTTPResponse(headers: ["Content-Type": "image/svg+xml", "Content-Length": "6"])

  @Test("a picture is saved when its last part has come") func parts() {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    for part in [HTTPPart.head(Self.image), .body(Data("abc".utf8)), .body(Data("def".utf8))] { transport.send(part) }
    #expect(recorder.values == [.received(3, of: 6), .received(6, of: 6)])
    #expect(file("7.svg") == nil)
    transport.complete()
    #expect(recorder.values.last == .saved(path: "/pictures/7.svg"))
    #expect(file("7.svg") == Data("abcdef".utf8))
    #expect(files.drafts.isEmpty)
  }

  @Test(
    "a picture of unknown length, or a compressed one, has no progress",
    arguments: [[:], ["Content-Length": "3", "Content-Encoding": "gzip"]])
  func unknownLength(_ headers: [String: String]) {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    transport.answer("picture", headers)
    #expect(recorder.values == [.saved(path: "/pictures/7.svg")])
  }

  @Test("the server's picture is the one that is saved") func server() throws {
    let server = SampleServer.direct(.well), recorder = Recorder(interactor(server).download("7"))
    let all = try #require(Recorder(server.send(.get("/pictures/cover/7.svg"))).values.first?.body)
    #expect(recorder.values == [.received(all.count, of: all.count), .saved(path: "/pictures/7.svg")])
    #expect(recorder.isCompleted)
    #expect(file("7.svg") == all)
    #expect(files.drafts.isEmpty)
  }

  /// Answers that are no picture.
  private static let answers: KeyValuePairs<String, (status: Int, body: String, headers: [String: String])> = [
    "nothing": (200, "", [:]), "half of it": (200, "abc", ["Content-Length": "6"]),
    "more than its length": (200, "abcdef", ["Content-Length": "3"]),
    "a picture that is too large": (200, "abc", ["Content-Length": "10000001"]),
    "too many bytes": (200, String(repeating: "a", count: 10_000_001), [:]),
    "no image": (200, "<html>", ["Content-Type": "text/html"]), "a failure": (404, "no", [:]),
    "a part": (206, "abc", ["Content-Range": "bytes 0-2/6"]),
  ]

  @Test("an answer that is not a whole picture fails, and no file is saved") func rubbish() {
    let outcomes = Self.answers.map { name, answer in
      let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
      transport.answer(answer.body, status: answer.status, answer.headers)
      let failure = recorder.failure.map { "\($0)" } ?? "no failure"
      return "\(name): \(failure), kept: \(file("7.svg") != nil)"
    }
    #expect(outcomes == Self.answers.map { "\($0.key): noAnswer, kept: false" })
  }

  @Test("a download that is cancelled or cut short leaves no file", arguments: [false, true])
  func givingUp(_ isCut: Bool) {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    for part in [HTTPPart.head(Self.image), .body(Data("abc".utf8))] { transport.send(part) }
    if isCut { transport.fail(.lost(host: "a")) } else { recorder.dispose() }
    for part in [HTTPPart.body(Data("def".utf8))] { transport.send(part) }
    transport.complete()
    #expect(recorder.values == [.received(3, of: 6)])
    #expect(file("7.svg") == nil)
    #expect(files.drafts.isEmpty)
  }

  @Test("with any id, the file stays in the folder") func names() {
    let saved = ["../up", "a/b", "..", "a\0b"].map { name in
      let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download(name))
      transport.answer("picture")
      return recorder.values.last
    }
    let names = ["%2E%2E%2Fup", "a%2Fb", "%2E%2E", "a%00b"]
    #expect(saved == names.map { .saved(path: "/pictures/\($0).svg") })
  }

  @Test("the file is synchronized before it is renamed; a full disk is reported in its own words, and keeps no part")
  func durability() throws {
    let transport = ScriptedTransport(), draft = "7.svg.00000000-0000-0000-0000-000000001001.new"
    let interactor = interactor(transport), recorder = Recorder(interactor.download("7"))
    transport.answer("picture")
    #expect(recorder.values.last == .saved(path: "/pictures/7.svg"))
    #expect(files.steps.value == ["write \(draft)", "synchronize \(draft)", "rename 7.svg", "synchronize pictures"])
    files.isFull.value = true
    let failed = Recorder(interactor.download("8"))
    transport.answer("picture")
    #expect(failed.failure == .unwritable(path: "/pictures/8.svg", reason: "No space left on device"))
    #expect(files.drafts.isEmpty)
  }

  @Test("two programs can download the same picture at the same time") func twoPrograms() throws {
    let transport = ScriptedTransport(), otherTransport = ScriptedTransport()
    let others = MutableProperty<DownloadStep?>(nil)
    let other = Recorder(interactor(otherTransport, program: 2).download("7"))
    // The second program's last bytes arrive while the first one writes.
    files.whileWriting.value = {
      otherTransport.answer("picture")
      others.value = other.values.last
    }
    let recorder = Recorder(interactor(transport).download("7"))
    transport.answer("picture")
    #expect(others.value == .saved(path: "/pictures/7.svg"))
    #expect(recorder.values.last == others.value)
    #expect(file("7.svg") == Data("picture".utf8))
    #expect(files.drafts.isEmpty)
  }
}

/// A disk that records its operations, and can fail to synchronize.
private final class NotingFileSystem: FileSystem {
  let steps = MutableProperty<[String]>([])
  let isFull = MutableProperty(false)
  /// Runs once between a write and its synchronization.
  let whileWriting = MutableProperty<(@Sendable () -> Void)?>(nil)
  private let names = MutableProperty<Set<String>>([])
  private let disk = MemoryFileSystem()

  /// The drafts that were neither renamed nor removed.
  var drafts: [String] { names.value.filter { $0.hasSuffix(".new") }.sorted() }

  func contents(of file: URL) -> Data? { disk.contents(of: file) }
  func version(of file: URL) -> FileVersion? { disk.version(of: file) }
  func createFolder(_ folder: URL) {}
  func write(_ data: Data, to file: URL) {
    note("write", file)
    disk.write(data, to: file)
    names.modify { $0.insert(file.lastPathComponent) }
    let meanwhile = whileWriting.value
    whileWriting.value = nil
    meanwhile?()
  }
  func synchronize(_ fileOrFolder: URL) throws(FileSystemFailure) {
    note("synchronize", fileOrFolder)
    if isFull.value { throw FileSystemFailure("No space left on device") }
  }
  func rename(_ file: URL, to name: URL) throws(FileSystemFailure) {
    note("rename", name)
    try disk.rename(file, to: name)
    names.modify { $0.remove(file.lastPathComponent) }
  }
  func remove(_ file: URL) {
    disk.remove(file)
    names.modify { $0.remove(file.lastPathComponent) }
  }
  func lock(_ file: URL) -> Disposable? { disk.lock(file) }

  private func note(_ step: String, _ file: URL) { steps.modify { $0.append("\(step) \(file.lastPathComponent)") } }
}
