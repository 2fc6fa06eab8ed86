import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// The real client against misbehaving servers. Each behaviour ends with an answer or a failure, and the client keeps working.
@Suite struct HostileServerTests {
  struct Behaviour: Sendable, CustomTestStringConvertible {
    enum End: Hashable, Sendable {
      case answer(Int, String)
      case lost, tooLarge, unreadable
    }
    let name: String
    let steps: [LoopbackAnswer.Step]
    let end: End
    var testDescription: String { name }

    init(_ name: String, _ end: End, _ steps: LoopbackAnswer.Step...) {
      (self.name, self.steps, self.end) = (name, steps, end)
    }

    /// Sends these bytes and closes the connection.
    init(_ name: String, _ end: End, _ text: String) { self.init(name, end, .send(Data(text.utf8))) }

    /// Sends these bytes repeatedly, up to 256 MB, unless the client disconnects first.
    init(_ name: String, _ end: End, _ text: String, repeating piece: String) {
      let many = Data(String(repeating: piece, count: 1 + 65_536 / piece.utf8.count).utf8)
      (self.name, self.end) = (name, end)
      steps = [.send(Data(text.utf8))] + Array(repeating: .send(many), count: 4_096)
    }

    /// Sends a body with a `Content-Encoding`.
    init(_ name: String, _ end: End, packed body: Data, by coding: String = "gzip") {
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
      self.init(name, end, .send(Data(head.utf8) + body))
    }
  }

  private static let limit = 300_000
  private static let ok = "HTTP/1.1 200 OK\r\n"
  private static let hi = "Content-Length: 2\r\n\r\nhi"
  private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
  /// "hello hello hello hello", compressed with gzip.
  private static let packed = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJV8hAJwHjUT2NFwAAAA==") ?? Data()

  static let connections: [Behaviour] = [
    Behaviour("closes at once", .lost, ""), Behaviour("resets at once", .lost, .reset),
    Behaviour("closes within the version", .lost, "HTT"), Behaviour("closes within the status", .lost, "HTTP/1.1 20"),
    Behaviour("closes within a header", .lost, ok + "Content-Ty"),
    Behaviour("closes after a header", .lost, ok + "X: y\r\n"),
    Behaviour("closes before a length", .lost, ok + "Content-Length:"),
    Behaviour("resets within a header", .lost, .send(Data((ok + "Content-Ty").utf8)), .reset),
    Behaviour("closes within a body", .lost, ok + "Content-Length: 9\r\n\r\nhello"),
    Behaviour("resets within a body", .lost, .send(Data((ok + "Content-Length: 9\r\n\r\nhello").utf8)), .reset),
    Behaviour("closes after a body without a length", .answer(200, "hello"), ok + "\r\nhello"),
  ]

  static let heads: [Behaviour] = [
    Behaviour("sends no HTTP", .lost, "220 mail.example.com ESMTP\r\n"),
    Behaviour("sends control characters", .lost, "\u{0}\u{1}\u{2}\r\n\r\nnonsense"),
    Behaviour("answers with HTTP/0.9", .lost, "<html>hello</html>"),
    Behaviour("has a version of the future", .lost, "HTTP/9.9 200 OK\r\n\r\n"),
    Behaviour("has no status", .lost, "HTTP/1.1\r\nContent-Length: 0\r\n\r\n"),
    Behaviour("has a status that is not a number", .lost, "HTTP/1.1 abc\r\nContent-Length: 0\r\n\r\n"),
    Behaviour("has a status of ten digits", .lost, "HTTP/1.1 9999999999 OK\r\nContent-Length: 0\r\n\r\n"),
    Behaviour("has a negative status", .lost, "HTTP/1.1 -20 OK\r\nContent-Length: 0\r\n\r\n"),
    Behaviour("has no reason phrase", .answer(200, ""), "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"),
    Behaviour("ends lines with a line feed alone", .answer(200, "hi"), "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi"),
    Behaviour("has a lone carriage return in a header", .answer(200, "hi"), ok + "X: a\rb\r\n" + hi),
    Behaviour("ends lines with a carriage return alone", .lost, "HTTP/1.1 200 OK\rX: y\r\rhi"),
    Behaviour("has a zero byte in a header", .lost, ok + "X: a\u{0}b\r\n" + hi),
    Behaviour("has a header without a colon", .lost, ok + "nonsense\r\n" + hi),
    Behaviour("has a header without a name", .answer(200, "hi"), ok + ": a\r\n" + hi),
    Behaviour("folds a header", .answer(200, "hi"), ok + "X: a\r\n  b\r\n" + hi),
    Behaviour("begins with a folded line", .lost, ok + "  b\r\n" + hi),
    Behaviour("has 40,000 headers", .tooLarge, ok + (1...40_000).map { "X-\($0): y\r\n" }.joined() + "\r\nhi"),
    Behaviour(
      "says one header again and again", .answer(200, "hi"),
      ok + String(repeating: "X: y\r\n", count: 40_000) + hi),
    Behaviour("has headers without an end", .tooLarge, ok, repeating: "X-Y: z\r\n"),
    Behaviour("has a header without an end", .lost, ok + "X: ", repeating: "a"),
    Behaviour("has a status line without an end", .lost, "HTTP/1.1 200 ", repeating: "a"),
    Behaviour("sends blank lines without an end", .lost, "", repeating: "\r\n"),
    Behaviour(
      "gives early hints", .answer(200, "hi"),
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\n\r\n\(ok)Content-Length: 2\r\n\r\nhi"
    ),
    Behaviour("gives early hints without an end", .tooLarge, "", repeating: "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n"),
    Behaviour("switches to another protocol", .answer(101, "hi"), "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\nhi"),
  ]

  static let lengths: [Behaviour] = [
    Behaviour("has a length of 9.2e18", .tooLarge, ok + "Content-Length: 9223372036854775807\r\n\r\nhi"),
    Behaviour("has a length of twenty digits", .tooLarge, ok + "Content-Length: 99999999999999999999\r\n\r\nhi"),
    Behaviour("has a negative length", .lost, ok + "Content-Length: -2\r\n\r\nhi"),
    Behaviour("has a length that is not a number", .lost, ok + "Content-Length: two\r\n\r\nhi"),
    Behaviour("has two lengths", .lost, ok + "Content-Length: 2\r\nContent-Length: 4\r\n\r\nhiho"),
    Behaviour("states its length twice", .answer(200, "hi"), ok + "Content-Length: 2\r\n" + hi),
    Behaviour("sends more than its length", .answer(200, "hi"), ok + "Content-Length: 2\r\n\r\nhi and more"),
    Behaviour("sends a second answer", .answer(200, "hi"), ok + "Content-Length: 2\r\n\r\nhi" + ok + "\r\nho"),
    Behaviour("sends 204 without a length", .answer(204, ""), "HTTP/1.1 204 No Content\r\n\r\n"),
    Behaviour("sends a body with 204", .answer(204, ""), "HTTP/1.1 204 No Content\r\n" + hi),
    Behaviour(
      "sends a body with 304", .answer(304, ""), "HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999\r\n\r\nhi"),
    Behaviour("sends a body without an end", .tooLarge, ok + "\r\n", repeating: "hello"),
  ]

  static let chunks: [Behaviour] = [
    Behaviour("sends a trailer", .answer(200, "hi"), chunked + "2\r\nhi\r\n0\r\nX-Sum: 1\r\n\r\n"),
    Behaviour("sends trailers without an end", .tooLarge, chunked + "2\r\nhi\r\n0\r\n", repeating: "X: y\r\n"),
    Behaviour("sends a trailer without an end", .lost, chunked + "2\r\nhi\r\n0\r\nX: ", repeating: "a"),
    Behaviour(
      "has a length beside chunks", .answer(200, "hi"),
      ok + "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"),
    Behaviour("has a chunk size that is not a number", .lost, chunked + "zz\r\nhi\r\n0\r\n\r\n"),
    Behaviour("has a chunk size of 64 bits", .lost, chunked + "FFFFFFFFFFFFFFFF\r\nhi"),
    Behaviour("has a chunk size of many digits", .lost, chunked, repeating: "1"),
    Behaviour("has a negative chunk size", .lost, chunked + "-2\r\nhi\r\n0\r\n\r\n"),
    Behaviour("has a chunk longer than its size", .lost, chunked + "2\r\nhello\r\n0\r\n\r\n"),
    Behaviour("has an extension of a chunk", .answer(200, "hi"), chunked + "2;a=b\r\nhi\r\n0\r\n\r\n"),
    Behaviour("closes within a chunk", .lost, chunked + "9\r\nhi"),
    Behaviour("closes within a chunk size", .lost, chunked + "2"),
    Behaviour("closes before the last chunk", .lost, chunked + "2\r\nhi\r\n"),
    Behaviour("closes within the last chunk", .lost, chunked + "2\r\nhi\r\n0\r\n"),
    Behaviour("sends chunks of one byte without an end", .tooLarge, chunked, repeating: "1\r\na\r\n"),
    Behaviour("sends an extension without an end", .lost, chunked + "2;", repeating: "a"),
    Behaviour("has an unknown transfer coding", .lost, ok + "Transfer-Encoding: rubbish\r\n\r\nhi"),
  ]

  static let codings: [Behaviour] = [
    Behaviour("packs its body", .answer(200, "hello hello hello hello"), packed: packed),
    Behaviour(
      "packs its body in two parts", .answer(200, "hello hello hello hellohello hello hello hello"),
      packed: packed + packed),
    Behaviour("cuts a packed body short", .lost, packed: packed.dropLast(9)),
    Behaviour("cuts the checksum off", .lost, packed: packed.dropLast(8)),
    Behaviour("cuts the last byte off", .lost, packed: packed.dropLast()),
    Behaviour("has a wrong checksum", .lost, packed: packed.dropLast(8) + Data(repeating: 7, count: 8)),
    Behaviour("packs nothing", .answer(200, ""), packed: Data()),
    Behaviour("does not pack what it says it packs", .lost, packed: Data("hello".utf8)),
    Behaviour("sends more than it packed", .lost, packed: packed + Data("hello".utf8)),
    Behaviour("packs a million zeros, ten times", .tooLarge, packed: Data((0..<10).flatMap { _ in zeros })),
    Behaviour("compresses with an unaccepted coding", .unreadable, packed: packed, by: "br"),
    Behaviour("packs twice", .unreadable, packed: packed, by: "gzip, gzip"),
  ]

  /// A million zeros, compressed with gzip.
  private static let zeros =
    Data(
      base64Encoded: "H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQE" + String(repeating: "A", count: 1290) + "K8GU2oxSkBCDwA=")
    ?? Data()

  @Test(
    "a body that arrives byte by byte takes no more memory than a few times the limit",
    .enabled(if: HostileServerTests.memory != nil))
  func memoryIsBounded() async throws {
    // Runs in a child process, so that the peak is that of this answer.
    await #expect(processExitsWith: .success) {
      let endless = Behaviour("", .tooLarge, HostileServerTests.chunked, repeating: "1\r\na\r\n")
      let server = try LoopbackServer { _ in LoopbackAnswer(endless.steps) }
      let client = HTTPClient(base: server.url, limit: 3_000_000, on: VirtualTimeScheduler())
      let before = try #require(HostileServerTests.memory), isOver = Gate()
      let sending = client.send(.get("/")).observe { if $0.isTerminal { isOver.open() } }
      isOver.wait()
      let after = try #require(HostileServerTests.memory)
      precondition(after - before < 60_000, "it took \(after - before) KB")
      withExtendedLifetime(sending) {}
    }
  }

  /// The peak memory of this process in kilobytes; nil where the system does not report it.
  static var memory: Int? {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }
  }

  @Test(
    "every behaviour of a server ends with an answer or a failure",
    arguments: [connections, heads, lengths, chunks, codings].flatMap(\.self))
  func behaviours(_ behaviour: Behaviour) async throws {
    let server = try LoopbackServer { _ in LoopbackAnswer(behaviour.steps) }
    // The clock stands still, so no behaviour ends with a timeout.
    let client = HTTPClient(base: server.url, limit: Self.limit, on: VirtualTimeScheduler())
    let end: Behaviour.End? =
      switch try await answer(client.send(.get("/"))) {
      case .success(let response): .answer(response.status, response.text)
      case .failure(.lost(host: server.host)): .lost
      case .failure(.tooLarge): .tooLarge
      case .failure(.undecodable): .unreadable
      case .failure: nil
      }
    #if canImport(Darwin)
      // URLSession sends the requests there, and reads some answers in another way.
      #expect(end != nil)
    #else
      #expect(end == behaviour.end)
    #endif
  }

  @Test(
    "a request to a silent server, or to one that never ends its answer, times out",
    arguments: [
      "", "HTTP/1.1 20", ok + "X: ", ok + "Content-Length: 99999\r\n\r\nhello", chunked, chunked + "2",
      chunked + "2\r\nhi\r\n0\r\n",
    ], ["", "1", "a"])
  func waiting(_ text: String, _ drop: String) async throws {
    let began = Gate(), gone = Gate(), time = VirtualTimeScheduler()
    let drips = (0..<10_000).flatMap { _ in [LoopbackAnswer.Step.send(Data(drop.utf8)), .pause(0.01)] }
    let server = try LoopbackServer { _ in
      LoopbackAnswer([.send(Data(text.utf8)), .open(began)] + (drop.isEmpty ? [] : drips) + [.hang, .open(gone)])
    }
    let client = HTTPClient(base: server.url, limit: Self.limit, timeout: 5, on: time)
    let recorder = Recorder(client.send(.get("/")))
    await passed(began)
    time.advance(by: .milliseconds(4_999))
    let early = recorder.failure
    time.advance(by: .milliseconds(1))
    // The repeated byte may have made the answer invalid before.
    let isLost = !drop.isEmpty && recorder.failure == .lost(host: server.host)
    #expect(isLost || early == nil && recorder.failure == .timedOut)
    if drop.isEmpty { await passed(gone) }
    withExtendedLifetime(server) {}
  }

  @Test("a server that disconnects during a large upload fails the request, not the program")
  func uploads() async throws {
    for steps in [[], [LoopbackAnswer.Step.reset], [.send(Data("HTTP/1.1 413 Too Large\r\n\r\n".utf8))]] {
      // Closes before reading the body.
      let server = try LoopbackServer(bodyLimit: 0, refusal: LoopbackAnswer(steps)) { _ in .text("") }
      let client = HTTPClient(base: server.url, timeout: 600)
      let body = HTTPBody.data(Data(count: 30_000_000), type: "text/plain")
      let result = try await answer(client.send(.post("/", body)))
      #expect(result.failure == .lost(host: server.host) || (try? result.get().status) == 413)
    }
  }

  @Test("a redirect is followed without reading its body")
  func goingOn() async throws {
    let endless = Self.lengths.last?.steps.dropFirst() ?? []
    let head = LoopbackAnswer.Step.send(Data("HTTP/1.1 302 Found\r\nLocation: /there\r\n\r\n".utf8))
    let server = try LoopbackServer { $0.path == "/there" ? .text("there") : LoopbackAnswer([head] + endless) }
    let response = try await answer(HTTPClient(base: server.url, timeout: 600).send(.get("/"))).get()
    #expect(response.text == "there")
  }
}
