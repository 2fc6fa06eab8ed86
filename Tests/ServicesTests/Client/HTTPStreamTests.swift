import Fixtures
import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Uploads and answers in parts.
@Suite struct HTTPStreamTests {
  private func client(_ server: LoopbackServer) -> HTTPClient { HTTPClient(base: server.url, limit: 10, timeout: 600) }

  private func parts(_ signal: Signal<HTTPPart, ServiceFailure>) async throws -> [HTTPPart] {
    try await answer(signal.collect()).get()
  }

  private func body(_ parts: [HTTPPart]) -> [Data] {
    parts.compactMap { if case .body(let data) = $0 { data } else { nil } }
  }

  @Test("an answer arrives in parts, as they are sent: its head, and then the pieces of its body; disposing cancels it")
  func answers() async throws {
    let first = Gate(), gone = Gate()
    let server = try LoopbackServer { _ in
      LoopbackAnswer([
        .send(LoopbackAnswer.head(404, ["X": "y"])), .send(Data("one".utf8)), .wait(until: first),
        .send(Data("two".utf8)), .hang, .open(gone),
      ])
    }
    let stream = client(server).stream(.get("/")).doValue { if case .body = $0 { first.open() } }
    let head = HTTPResponse(404, headers: ["X": "y", "Connection": "close"])
    #expect(try await parts(stream.prefix(3)) == [.head(head), .body(Data("one".utf8)), .body(Data("two".utf8))])
    await passed(gone)
    withExtendedLifetime(server) {}
  }

  @Test("a body of many small pieces arrives in fewer, bounded ones, without a limit of its length")
  func pieces() async throws {
    let chunk = Data("1\r\na\r\n".utf8), many = Data((0..<100_000).flatMap { _ in chunk })
    let server = try LoopbackServer { _ in
      LoopbackAnswer([
        .send(LoopbackAnswer.head(200, ["Transfer-Encoding": "chunked"])), .send(many), .send(many), .send(many),
        .send(many), .send(Data("0\r\n\r\n".utf8)),
      ])
    }
    let first = Gate()
    // A slow observer: the pieces that arrive meanwhile are merged.
    let parts = try await parts(client(server).stream(.get("/")).doValue { _ in first.open() })
    let pieces = body(parts)
    // The data that libcurl had already read at the pause arrives, too.
    let isBounded = pieces.count < 100_000 && pieces.allSatisfy { $0.count <= 262_144 + 65_536 }
    #expect(pieces.map(\.count).reduce(0, +) == 400_000)
    #expect(isBounded)
  }

  @Test("the client reads only a little ahead of a blocked observer, so the server waits, and other requests go on")
  func backpressure() async throws {
    let megabyte = Data(repeating: 7, count: 1_000_000), held = Gate()
    let server = try LoopbackServer { _ in
      LoopbackAnswer([.send(LoopbackAnswer.head(200, [:]))] + Array(repeating: .send(megabyte), count: 64))
    }
    let largest = MutableProperty(0), total = MutableProperty(0)
    let streamed = client(server).stream(.get("/")).doValue { part in
      if case .head = part { held.wait() }
      guard case .body(let data) = part else { return }
      largest.modify { $0 = max($0, data.count) }
      total.modify { $0 += data.count }
    }
    async let end = answer(streamed.collect())
    // Another client's answers are not delayed meanwhile.
    let other = try LoopbackServer { _ in .text("other") }
    #expect(try await answer(client(other).send(.get("/"))).get().status == 200)
    held.open()
    _ = try await end.get()
    #expect(total.value == 64_000_000)
    #expect(largest.value <= 262_144 + 65_536)
  }

  @Test("a compressed body is decompressed as it arrives; a request with its own Accept-Encoding gets it as it is")
  func packed() async throws {
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
    let server = try LoopbackServer { request in
      let asked = request.header("Accept-Encoding") ?? "-"
      return LoopbackAnswer(["Content-Encoding": asked], body: asked == "gzip" ? packed : Data("br".utf8))
    }
    var texts: [String] = []
    for headers in [[], [HTTPField("Accept-Encoding", "br")]] {
      let parts = try await parts(client(server).stream(.get("/", headers: headers)))
      texts.append(String(decoding: Data(body(parts).joined()), as: UTF8.self))
    }
    #expect(texts == ["hello hello hello hello", "br"])
  }

  @Test("an upload reports its progress, from a file and from memory", arguments: [true, false])
  func uploads(_ isFile: Bool) async throws {
    let content = (0..<4_000).reduce(into: Data()) { data, _ in data.append(contentsOf: 0..<250) }
    let folder = try TemporaryFolder(), file = try folder.write("large", content)
    let body = isFile ? try HTTPBody.file(file, type: "image/png") : .data(content, type: "image/png")
    let received = MutableProperty<LoopbackRequest?>(nil)
    let server = try LoopbackServer { request in
      received.value = request
      return .text("done")
    }
    let sent = try await parts(client(server).stream(.post("/", body))).compactMap { part in
      if case .sent(let count, _) = part { count } else { nil }
    }
    #expect(sent.last == 1_000_000)
    #expect(sent == sent.sorted())
    #expect("\(body)" == "image/png, 1000000 bytes")
    #expect(received.value?.body == content)
    #expect(received.value?.header("Content-Type") == "image/png")
  }

  @Test(
    "a form with files is sent in pieces, with progress; a file that has changed is not sent", arguments: [false, true])
  func multipart(_ isURLSession: Bool) async throws {
    let content = (0..<4_000).reduce(into: Data()) { data, _ in data.append(contentsOf: 0..<250) }
    let folder = try TemporaryFolder(), file = try folder.write("large", content)
    let parts = [
      HTTPBody.Part.field(HTTPField("title \"\r\n", "Emma ü")),
      .file("cover", try .file(file, type: "image/png"), named: "a\"b.png"),
      .file("note", try .json([1]), named: "n"), .file("empty", .data(Data(), type: "a/b"), named: ""),
    ]
    let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), line = "--" + id.uuidString
    let body = HTTPBody.multipart(parts, boundary: id)
    var expected = Data("\(line)\r\nContent-Disposition: form-data; name=\"title %22%0D%0A\"\r\n\r\nEmma ü\r\n".utf8)
    let disposition = "Content-Disposition: form-data; name="
    expected += Data(
      "\(line)\r\n\(disposition)\"cover\"; filename=\"a%22b.png\"\r\nContent-Type: image/png\r\n\r\n".utf8)
    expected += content
    expected += Data("\r\n\(line)\r\n\(disposition)\"note\"; filename=\"n\"\r\n".utf8)
    expected += Data("Content-Type: application/json\r\n\r\n[1]\r\n".utf8)
    expected += Data(
      "\(line)\r\n\(disposition)\"empty\"; filename=\"\"\r\nContent-Type: a/b\r\n\r\n\r\n\(line)--\r\n".utf8)
    let received = MutableProperty<LoopbackRequest?>(nil)
    let server = try LoopbackServer { request in
      received.value = request
      return .text("done")
    }
    let engine: any HTTPEngine = isURLSession ? URLSessionEngine() : CurlEngine()
    let client = HTTPClient(base: server.url, limit: 10, timeout: 600, on: VirtualTimeScheduler(), by: engine)
    let sent = try await self.parts(client.stream(.post("/", body))).compactMap { part in
      if case .sent(let count, let total) = part { [count, total] } else { nil }
    }
    #expect(received.value?.header("Content-Type") == "multipart/form-data; boundary=\(id.uuidString)")
    #expect(received.value?.body == expected)
    #expect("\(body)" == "multipart/form-data; boundary=\(id.uuidString), \(expected.count) bytes")
    // On Linux, `URLSession` may report the progress after the head of the answer.
    if !isURLSession { #expect(sent.last == [expected.count, expected.count]) }
    try folder.write("large", "another")
    let failure = try await answer(client.send(.post("/", body))).failure
    #expect(
      failure == .unsendable("the file large has changed since the request was made; make the request again"))
  }

  @Test("the progress of an upload ends with the head of the answer, even if the server answers before it has the body")
  func earlyAnswer() async throws {
    let early = LoopbackAnswer([
      .send(Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly".utf8)), .hang,
    ])
    let server = try LoopbackServer(bodyLimit: 10, refusal: early) { _ in .text("late") }
    // Many times what the system's buffers hold, so that most of it is sent after the answer.
    let upload = HTTPRequest.post("/", .data(Data(count: 30_000_000), type: "a/b"))
    let parts = try await parts(client(server).stream(upload))
    let kinds = parts.map { part in
      switch part {
      case .sent: 0
      case .head: 1
      case .body: 2
      }
    }
    #expect(kinds == kinds.sorted())
    #expect(kinds.suffix(2) == [1, 2])
    #expect(body(parts) == [Data("early".utf8)])
  }

  @Test("only an existing regular file can be sent; one that is truncated or deleted before it is sent fails")
  func files() async throws {
    let folder = try TemporaryFolder(), file = try folder.write("a", Data(count: 100_000))
    let body = try HTTPBody.file(file, type: "a/b"), server = try LoopbackServer { _ in .text("") }
    let missing = folder.file("none"), null = URL(fileURLWithPath: "/dev/null")
    var failures = [missing, null].map { file in
      Result { () throws(ServiceFailure) in try HTTPBody.file(file, type: "a/b") }.failure
    }
    for change in [{ try Data(count: 10).write(to: file) }, { try FileManager.default.removeItem(at: file) }] {
      try change()
      failures.append(try await answer(client(server).send(.post("/", body))).failure)
    }
    let reasons = [
      "the file none cannot be read", "null is not a regular file",
      "the file a has changed since the request was made; make the request again", "the file a cannot be read",
    ]
    #expect(failures == reasons.map { ServiceFailure.unsendable($0) })
  }

  @Test("a file that is exchanged before it is sent fails, and delays no other request", arguments: 0..<3)
  func exchanged(_ exchange: Int) async throws {
    let folder = try TemporaryFolder(), file = try folder.write("a", "hello"), link = folder.file("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let body = try HTTPBody.file(link, type: "a/b"), server = try LoopbackServer { _ in .text("answer") }
    switch exchange {
    case 0:
      try FileManager.default.removeItem(at: file)
      // Opening it would wait for a writer.
      #expect(mkfifo(file.path, 0o600) == 0)
    case 1:
      // The same length.
      try folder.write("other", "other")
      try FileManager.default.removeItem(at: file)
      try FileManager.default.moveItem(at: folder.file("other"), to: file)
    default:
      try FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.write("other", "other"))
    }
    let client = client(server)
    async let upload = answer(client.send(.post("/", body)))
    #expect(try await answer(client.send(.get("/"))).get().text == "answer")
    let reason =
      exchange == 0
      ? "link is not a regular file"
      : "the file link has changed since the request was made; make the request again"
    #expect(try await upload.failure == .unsendable(reason))
  }

  /// Sends the parts that the test sends.
  private final class ScriptedEngine: HTTPEngine {
    let (parts, input) = Signal<HTTPPart, ServiceFailure>.pipe()
    func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure> { parts }

    func client(on clock: any Scheduler) throws -> HTTPClient {
      let base = try #require(URL(string: "http://a"))
      return HTTPClient(base: base, limit: 10, timeout: 5, on: clock, by: self)
    }
  }

  /// Counts what is scheduled.
  private final class CountingScheduler: Scheduler {
    let time = VirtualTimeScheduler(), count = MutableProperty(0)
    var now: Duration { time.now }
    func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
      count.increase()
      return time.schedule(after: delay, work)
    }
  }

  @Test("the parts of a stream set no timers") func timers() throws {
    let engine = ScriptedEngine(), clock = CountingScheduler()
    let recorder = Recorder(try engine.client(on: clock).stream(.get("/")))
    engine.input.send(.head(HTTPResponse()))
    let before = clock.count.value
    for _ in 0..<10_000 { engine.input.send(.body(Data("a".utf8))) }
    #expect(recorder.values.count == 10_001)
    #expect(clock.count.value == before)
    #expect(before <= 2)
  }

  @Test("the time in which the observer works is no silence of the server") func slowObserver() throws {
    let engine = ScriptedEngine(), time = VirtualTimeScheduler(), client = try engine.client(on: time)
    let recorder = Recorder(
      client.stream(.get("/")).doValue { part in
        if case .body = part { time.advance(by: .seconds(60)) }
      })
    engine.input.send(.head(HTTPResponse()))
    time.advance(by: .seconds(4))
    for _ in 1...2 {
      engine.input.send(.body(Data("one".utf8)))
      #expect(recorder.failure == nil)
      time.advance(by: .milliseconds(4_999))
      #expect(recorder.failure == nil)
    }
    time.advance(by: .milliseconds(1))
    #expect(recorder.failure == .timedOut)
    #expect(time.pending == 0)
  }

  @Test("a stream fails after a silence of its timeout") func silence() async throws {
    let began = Gate(), time = VirtualTimeScheduler(), head = Gate()
    let server = try LoopbackServer { _ in LoopbackAnswer([.send(LoopbackAnswer.head(200, [:])), .open(began), .hang]) }
    let client = HTTPClient(base: server.url, timeout: 5, on: time)
    let recorder = Recorder(client.stream(.get("/")).doValue { _ in head.open() })
    await passed(began)
    await passed(head)
    time.advance(by: .seconds(6))
    #expect(recorder.failure == .timedOut)
  }
}
