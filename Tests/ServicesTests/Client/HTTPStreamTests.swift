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

  private func sent(_ parts: [HTTPPart]) -> [Int] {
    parts.compactMap { if case .sent(let count, _) = $0 { count } else { nil } }
  }
  private func body(_ parts: [HTTPPart]) -> [Data] {
    parts.compactMap { if case .body(let data) = $0 { data } else { nil } }
  }

  @Test("an answer arrives in parts: its head, and then the pieces of its body") func answers() async throws {
    let first = Gate()
    let server = try LoopbackServer { _ in
      LoopbackAnswer([
        .send(LoopbackAnswer.head(404, ["X": "y"])), .send(Data("one".utf8)), .wait(until: first),
        .send(Data("two".utf8)),
      ])
    }
    let parts = try await parts(client(server).stream(.get("/")).doNext { if case .body = $0 { first.open() } })
    let head = HTTPResponse(404, headers: ["X": "y", "Connection": "close"])
    #expect(parts == [.head(head), .body(Data("one".utf8)), .body(Data("two".utf8))])
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
    let parts = try await parts(client(server).stream(.get("/")).doNext { _ in first.open() })
    let pieces = body(parts)
    #expect(pieces.map(\.count).reduce(0, +) == 400_000 && pieces.count < 100_000)
    // The data that libcurl had already read at the pause arrives, too.
    #expect((pieces.map(\.count).max() ?? 0) <= 262_144 + 65_536)
  }

  @Test("the client reads only a little ahead of a slow observer, so the server waits")
  func backpressure() async throws {
    let megabyte = Data(repeating: 7, count: 1_000_000), held = Gate()
    let server = try LoopbackServer { _ in
      LoopbackAnswer([.send(LoopbackAnswer.head(200, [:]))] + Array(repeating: .send(megabyte), count: 64))
    }
    let largest = MutableProperty(0), total = MutableProperty(0)
    let streamed = client(server).stream(.get("/")).doNext { part in
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
    #expect(total.value == 64_000_000 && largest.value <= 262_144 + 65_536)
  }

  @Test("a compressed body is decompressed as it arrives") func packed() async throws {
    let packed = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA=="))
    let server = try LoopbackServer { request in
      LoopbackAnswer(["Content-Encoding": "gzip", "X-Asked": request.header("Accept-Encoding") ?? "-"], body: packed)
    }
    let parts = try await parts(client(server).stream(.get("/")))
    #expect(String(decoding: Data(body(parts).joined()), as: UTF8.self) == "hello hello hello hello")
    #expect(parts.contains { if case .head(let head) = $0 { head.header("X-Asked") == "gzip" } else { false } })
  }

  @Test("a request with its own Accept-Encoding gets the raw body") func raw() async throws {
    let request = HTTPRequest.get("/", headers: [HTTPField("Accept-Encoding", "br")])
    let response = try await ask(request) { _ in LoopbackAnswer(["Content-Encoding": "br"], body: Data("br".utf8)) }
    #expect(try response.get().text == "br")
  }

  @Test("an upload reports its progress, from a file and from memory", arguments: [true, false])
  func uploads(_ isFile: Bool) async throws {
    let content = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let folder = try TemporaryFolder(), file = try folder.write("large", content)
    let body = isFile ? try HTTPBody.file(file, type: "image/png") : .data(content, type: "image/png")
    let received = MutableProperty<LoopbackRequest?>(nil)
    let server = try LoopbackServer { request in
      received.value = request
      return .text("done")
    }
    let parts = try await parts(client(server).stream(.post("/", body)))
    let sent = sent(parts)
    #expect(sent.last == 5_000_000 && sent == sent.sorted())
    #expect(received.value?.body == content && received.value?.header("Content-Type") == "image/png")
    #expect("\(body)" == "image/png, 5000000 bytes")
  }

  @Test("a body is sent again where a redirect asks for it") func redirected() async throws {
    let folder = try TemporaryFolder(), file = try folder.write("a", "hello")
    let response = try await ask(.post("/a", .file(file, type: "text/plain"))) { request in
      request.path == "/a" ? .redirect(to: "/b", status: 307) : .text(String(decoding: request.body, as: UTF8.self))
    }.get()
    #expect(response.text == "hello")
  }

  @Test("only an existing regular file can be sent") func files() throws {
    let folder = try TemporaryFolder()
    #expect(throws: ServiceFailure.unsendable("the file none cannot be read")) {
      try HTTPBody.file(folder.url.appending(path: "none"), type: "a/b")
    }
    #expect(throws: ServiceFailure.unsendable("null is not a regular file")) {
      try HTTPBody.file(URL(fileURLWithPath: "/dev/null"), type: "a/b")
    }
  }

  @Test("sending a file that was deleted or truncated fails") func changed() async throws {
    let folder = try TemporaryFolder(), file = try folder.write("a", Data(count: 100_000))
    let body = try HTTPBody.file(file, type: "a/b"), server = try LoopbackServer { _ in .text("") }
    try Data(count: 10).write(to: file)
    #expect(try await answer(client(server).send(.post("/", body))).failure == .cancelled)
    try FileManager.default.removeItem(at: file)
    #expect(
      try await answer(client(server).send(.post("/", body))).failure == .unsendable("the file a cannot be read"))
  }

  @Test("a stream fails after a silence of its timeout") func silence() async throws {
    let began = Gate(), time = VirtualTimeScheduler(), head = Gate()
    let server = try LoopbackServer { _ in LoopbackAnswer([.send(LoopbackAnswer.head(200, [:])), .open(began), .hang]) }
    let client = HTTPClient(base: server.url, timeout: 5, on: time)
    let recorder = Recorder(client.stream(.get("/")).doNext { _ in head.open() })
    await passed(began)
    await passed(head)
    time.advance(by: .seconds(6))
    #expect(recorder.failure == .timedOut)
  }
}
