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
  private func interactor(_ transport: some HTTPTransport, program: Int = 1) -> DownloadInteractor {
    let count = MutableProperty(program * 1_000)
    return DownloadInteractor(
      PictureService(search: transport, pictures: transport), files: files, folder: folder
    ) {
      count.modify { $0 += 1 }
      return UUID(uuidString: "00000000-0000-0000-0000-00000000\(count.value)") ?? UUID()
    }
  }
  private func file(_ name: String) -> Data? { files.contents(of: folder.appendingPathComponent(name)) }

  @Test("a picture is downloaded in pieces, or as a whole from a server without range requests, and saved to its file")
  func pieces() throws {
    let server = SampleServer.direct(.well), recorder = Recorder(interactor(server).download("7"))
    let all = try #require(Recorder(server.send(.get("/pictures/cover/7.svg"))).values.first?.body)
    let received = [1000, 2000, 3000, 4000, all.count].map { DownloadStep.received($0, of: all.count) }
    #expect(recorder.values == received + [.saved(path: "/pictures/7.svg")])
    #expect(recorder.isCompleted)
    #expect(file("7.svg") == all)
    #expect(files.drafts.isEmpty)
    let transport = ScriptedTransport(), whole = Recorder(interactor(transport).download("8"))
    transport.answer("picture")
    #expect(whole.values == [.received(7, of: 7), .saved(path: "/pictures/8.svg")])
  }

  /// The last answer of each download is invalid.
  private static let answers: KeyValuePairs<String, [(status: Int, body: String, headers: [String: String])]> = [
    "an empty piece": [(206, "", ["Content-Range": "bytes 0-0/10"])],
    "no range": [(206, "abc", [:])],
    "a total that is too small": [(206, "abc", ["Content-Range": "bytes 0-2/2"])],
    "a range of another length": [(206, "abc", ["Content-Range": "bytes 0-3/10"])],
    "a picture that is too large": [(206, "abc", ["Content-Range": "bytes 0-2/10000001"])],
    "more than the requested range": [
      (206, String(repeating: "a", count: 1001), ["Content-Range": "bytes 0-1000/2000"])
    ],
    "no image": [(200, "<html>", ["Content-Type": "text/html"])],
    "a failure": [(404, "", [:])],
    "a whole picture after a piece": [(206, "abc", ["Content-Range": "bytes 0-2/6"]), (200, "def", [:])],
    "the same piece again": [
      (206, "abc", ["Content-Range": "bytes 0-2/6"]), (206, "def", ["Content-Range": "bytes 0-2/6"]),
    ],
    "a piece after a gap": [
      (206, "abc", ["Content-Range": "bytes 0-2/7"]), (206, "def", ["Content-Range": "bytes 4-6/7"]),
    ],
    "another total": [
      (206, "abc", ["Content-Range": "bytes 0-2/6"]), (206, "def", ["Content-Range": "bytes 3-5/7"]),
    ],
    "another picture": [
      (206, "abc", ["Content-Range": "bytes 0-2/9", "ETag": "1"]),
      (206, "def", ["Content-Range": "bytes 3-5/9", "ETag": "1"]),
      (206, "ghi", ["Content-Range": "bytes 6-8/9", "ETag": "2"]),
    ],
    "another picture, without a tag": [
      (206, "abc", ["Content-Range": "bytes 0-2/6", "ETag": "1"]), (206, "def", ["Content-Range": "bytes 3-5/6"]),
    ],
  ]

  @Test("a piece that is invalid, misplaced or of another picture fails the download, and no file is saved")
  func rubbish() {
    let outcomes = Self.answers.map { name, answers in
      let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
      for answer in answers { transport.answer(answer.body, status: answer.status, answer.headers) }
      let isKept = file("7.svg") != nil
      return
        "\(name): \(recorder.values.count) pieces, \(recorder.failure.map { "\($0)" } ?? "no failure"), kept: \(isKept)"
    }
    #expect(outcomes == Self.answers.map { "\($0.key): \($0.value.count - 1) pieces, noAnswer, kept: false" })
  }

  @Test("a server that answers each request with a byte is asked 10,000 times at most", arguments: [5_000, 1_000_000])
  func aByteEach(_ total: Int) {
    let count = MutableProperty(0)
    let transport = AnyTransport { _ in
      .deferred {
        let start = count.withValue { count in
          defer { count += 1 }
          return count
        }
        let range = ["Content-Range": "bytes \(start)-\(start)/\(total)"]
        return .just(HTTPResponse(206, headers: range, body: Data("a".utf8)))
      }
    }
    let recorder = Recorder(interactor(transport).download("7"))
    let isComplete = total <= 10_000
    #expect(count.value == min(total, 10_000))
    #expect(recorder.failure == (isComplete ? nil : .noAnswer))
    #expect(file("7.svg") == (isComplete ? Data(repeating: UInt8(ascii: "a"), count: total) : nil))
  }

  @Test("a cancelled download leaves no file") func givingUp() {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    transport.answer("abc", status: 206, ["Content-Range": "bytes 0-2/6"])
    recorder.dispose()
    transport.answer("def", status: 206, ["Content-Range": "bytes 3-5/6"])
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
