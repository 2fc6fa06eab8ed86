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

  private func interactor(_ transport: some HTTPTransport) -> DownloadInteractor {
    DownloadInteractor(
      PictureService(search: transport, pictures: transport), files: files, folder: folder, id: Self.ids(1))
  }
  /// Consecutive ids from a thousand times a number, so that each program has different ones.
  private static func ids(_ program: Int) -> @Sendable () -> UUID {
    let count = MutableProperty(program * 1_000)
    return {
      count.value += 1
      return UUID(uuidString: "00000000-0000-0000-0000-00000000\(count.value)") ?? UUID()
    }
  }
  private func file(_ name: String) -> Data? { files.contents(of: folder.appendingPathComponent(name)) }

  @Test("a picture is downloaded in pieces and saved to its file") func pieces() throws {
    let server = SampleServer.direct(.well), recorder = Recorder(interactor(server).download("7"))
    let whole = try #require(Recorder(server.send(.get("/pictures/cover/7.svg"))).values.first?.body)
    let expected: [DownloadStep] =
      [1000, 2000, 3000, 4000, whole.count].map { .received($0, of: whole.count) } + [.saved(path: "/pictures/7.svg")]
    #expect(recorder.values == expected && recorder.isCompleted)
    #expect(file("7.svg") == whole && files.drafts.isEmpty)
  }

  @Test("a server without range requests sends the whole picture") func whole() {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    transport.answer("picture")
    #expect(recorder.values == [.received(7, of: 7), .saved(path: "/pictures/7.svg")])
  }

  @Test(
    "an invalid piece fails the download, and no file is saved",
    arguments: [
      (206, "", "bytes 0-0/10", "image/png"), (206, "abc", "", "image/png"), (206, "abc", "bytes 0-2/2", "image/png"),
      (206, "abc", "bytes 0-3/10", "image/png"), (206, "abc", "bytes 0-2/10000001", "image/png"),
      (206, String(repeating: "a", count: 1001), "bytes 0-1000/2000", "image/png"),
      (200, "<html>", "", "text/html"), (404, "", "", "image/png"),
    ])
  func rubbish(_ status: Int, _ body: String, _ range: String, _ type: String) {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    transport.answer(body, status: status, ["Content-Range": range, "Content-Type": type])
    #expect(recorder.failure == .noAnswer)
    #expect(file("7.svg") == nil)
  }

  @Test(
    "a piece at another position is not appended",
    arguments: [(200, ""), (206, "bytes 0-2/6"), (206, "bytes 4-6/7"), (206, "bytes 3-5/7")])
  func misplaced(_ status: Int, _ range: String) {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    transport.answer("abc", status: 206, ["Content-Range": "bytes 0-2/6", "Content-Type": "image/png"])
    transport.answer("def", status: status, ["Content-Range": range, "Content-Type": "image/png"])
    #expect(recorder.failure == .noAnswer)
    #expect(file("7.svg") == nil)
  }

  @Test("a picture that changes during the download fails", arguments: ["\"2\"", ""])
  func changing(_ tag: String) {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    transport.answer("abc", status: 206, ["Content-Range": "bytes 0-2/9", "ETag": "\"1\""])
    transport.answer("def", status: 206, ["Content-Range": "bytes 3-5/9", "ETag": "\"1\""])
    #expect(recorder.values == [.received(3, of: 9), .received(6, of: 9)])
    transport.answer("ghi", status: 206, ["Content-Range": "bytes 6-8/9", "ETag": tag])
    #expect(recorder.failure == .noAnswer && file("7.svg") == nil)
  }

  @Test("a cancelled download leaves no file") func givingUp() {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download("7"))
    transport.answer("abc", status: 206, ["Content-Range": "bytes 0-2/6"])
    recorder.dispose()
    transport.answer("def", status: 206, ["Content-Range": "bytes 3-5/6"])
    #expect(recorder.values == [.received(3, of: 6)])
    #expect(file("7.svg") == nil && files.drafts.isEmpty)
  }

  @Test("with any id, the file stays in the folder", arguments: ["../up", "a/b", "..", "a\0b"])
  func names(_ name: String) {
    let transport = ScriptedTransport(), recorder = Recorder(interactor(transport).download(name))
    transport.answer("picture")
    if case .saved(let path)? = recorder.values.last {
      #expect(URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path == "/pictures")
    } else {
      Issue.record("\(recorder.events)")
    }
  }

  @Test("a failure of the disk is reported with the disk's own text") func fullDisk() {
    let transport = ScriptedTransport()
    let service = PictureService(search: transport, pictures: transport)
    let folder = URL(fileURLWithPath: "/dev/null/pictures")
    let recorder = Recorder(
      DownloadInteractor(service, files: DiskFileSystem(), folder: folder, id: Self.ids(1)).download("7"))
    transport.answer("picture")
    guard case .unwritable(let path, let reason)? = recorder.failure else {
      Issue.record("\(recorder.events)")
      return
    }
    #expect(path == "/dev/null/pictures/7.svg" && !reason.isEmpty)
  }

  @Test("the file is synchronized before it is renamed; a full disk keeps no part of it")
  func durability() throws {
    let disk = NotingFileSystem(), transport = ScriptedTransport()
    let draft = "7.svg.00000000-0000-0000-0000-000000001001.new"
    let interactor = DownloadInteractor(
      PictureService(search: transport, pictures: transport), files: disk, folder: folder, id: Self.ids(1))
    let recorder = Recorder(interactor.download("7"))
    transport.answer("picture")
    #expect(recorder.values.last == .saved(path: "/pictures/7.svg"))
    #expect(disk.steps.value == ["write \(draft)", "synchronize \(draft)", "rename 7.svg", "synchronize pictures"])
    disk.isFull.value = true
    let failed = Recorder(interactor.download("8"))
    transport.answer("picture")
    #expect(failed.failure == .unwritable(path: "/pictures/8.svg", reason: "No space left on device"))
    #expect(disk.drafts.isEmpty)
  }

  @Test("two programs can download the same picture at the same time") func twoPrograms() throws {
    let files = files, folder = folder, others = MutableProperty<DownloadStep?>(nil)
    func program(_ number: Int, _ transport: ScriptedTransport) -> DownloadInteractor {
      let service = PictureService(search: transport, pictures: transport)
      return DownloadInteractor(service, files: files, folder: folder, id: Self.ids(number))
    }
    let transport = ScriptedTransport(), otherTransport = ScriptedTransport()
    let other = Recorder(program(2, otherTransport).download("7"))
    // The second program's last bytes arrive while the first one writes.
    files.whileWriting.value = {
      otherTransport.answer("picture")
      others.value = other.values.last
    }
    let recorder = Recorder(program(1, transport).download("7"))
    transport.answer("picture")
    #expect(others.value == .saved(path: "/pictures/7.svg") && recorder.values.last == others.value)
    #expect(file("7.svg") == Data("picture".utf8) && files.drafts.isEmpty)
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
  func keep(_ file: URL, as name: URL) { disk.keep(file, as: name) }
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
