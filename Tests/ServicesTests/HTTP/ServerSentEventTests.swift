import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct ServerSentEventTests {
  /// Answers each request with the next stream of parts.
  private final class Script: HTTPStreaming {
    let requests = MutableProperty<[HTTPRequest]>([])
    private let streams: [Signal<HTTPPart, ServiceFailure>]
    init(_ streams: Signal<HTTPPart, ServiceFailure>...) { self.streams = streams }

    func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> { .fail(.cancelled) }
    func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> {
      .deferred { [self] in
        let number = requests.withValue {
          $0.append(request)
          return $0.count
        }
        return streams[min(number, streams.count) - 1]
      }
    }
  }

  private static let head = HTTPPart.head(HTTPResponse(headers: ["Content-Type": "text/event-stream; charset=utf-8"]))

  private static func parts(_ pieces: [String]) -> Signal<HTTPPart, ServiceFailure> {
    .from([head] + pieces.map { .body(Data($0.utf8)) })
  }

  @Test(
    "an event has a name, lines of data and the last id, with any line breaks and pieces; an incomplete one is dropped")
  func reading() {
    // An id with a zero byte is no valid header value.
    let text =
      "\u{FEFF}event: added\ndata: one\ndata:two\nid: 7\n\n: a comment\n\ndata\n\nother: x\n\nevent: none\n\n"
      + "id: a\u{0}b\ndata:  ü \n\ndata: b\n"
    let expected = [
      ServerSentEvent("one\ntwo", name: "added", id: "7"), ServerSentEvent("", id: "7"),
      ServerSentEvent(" ü ", id: "7"),
    ]
    for end in ["\n", "\r", "\r\n"] {
      let text = text.replacing("\n", with: end)
      for pieces in [[Data(text.utf8)], text.utf8.map { Data([$0]) }] {
        let script = Script(.from([Self.head] + pieces.map { .body($0) }))
        #expect(Recorder(script.events(.get("/"))).values == expected)
      }
    }
  }

  @Test("a value may begin with a combining mark, a joiner or a variation selector, with or without a space before it")
  func marks() {
    for mark in ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{1F3FD}"] {
      let script = Script(Self.parts(["data:\(mark)a\nid: \(mark)\n\n", "event:\(mark)\ndata: \(mark)\n\n"]))
      let expected = [ServerSentEvent("\(mark)a", id: mark), ServerSentEvent(mark, name: mark, id: mark)]
      #expect(Recorder(script.events(.get("/"))).values == expected)
    }
  }

  @Test("an answer that is not an event stream fails, and is not retried") func refused() {
    let html = HTTPResponse(headers: ["Content-Type": "text/html"]), missing = HTTPResponse(404)
    let failure = ServiceFailure.undecodable(path: "", reason: "it is not an event stream", excerpt: "")
    for (response, failure) in [(html, failure), (missing, .status(missing))] {
      let script = Script(.just(.head(response))), time = VirtualTimeScheduler()
      let signals = [script.events(.get("/")), script.events(.get("/"), reconnectingOn: time)]
      #expect(signals.map { Recorder($0).failure } == [failure, failure])
      #expect(script.requests.value.count == 2)
      #expect(time.pending == 0)
    }
  }

  @Test("an endless event or comment fails after a million bytes", arguments: ["a", "data: a\n", "a: a\n", ":"])
  func endless(_ piece: String) {
    let count = MutableProperty(0), many = String(repeating: piece, count: 10_000)
    let parts = Signal<Int, ServiceFailure>.from(1...1_000).map { _ in
      count.increase()
      return HTTPPart.body(Data(many.utf8))
    }
    let recorder = Recorder(Script(Signal.just(Self.head).concat(parts)).events(.get("/")))
    let failure = ServiceFailure.undecodable(
      path: "", reason: "an event has more than 1000000 bytes, the limit", excerpt: "")
    #expect(recorder.failure == failure)
    #expect(count.value <= 101)
  }

  @Test("any number of comments before and inside an event is no part of it") func comments() {
    let comments = String(repeating: ": keep-alive\n", count: 100_000)
    let parts = Self.parts([comments, "data: a\n" + comments, "data: b\n\n"])
    #expect(Recorder(Script(parts).events(.get("/"))).events == [.value(ServerSentEvent("a\nb")), .completed])
  }

  @Test("the next request asks for the events after the last complete one, also if that one has no data")
  func brokenID() {
    let time = VirtualTimeScheduler()
    let script = Script(
      Self.parts(["id: 1\ndata: a\n\nid: 2\nda"]), Self.parts(["data: b\n\nid: 3\n"]), Self.parts(["id: 4\n\nid: 5"]),
      .never)
    let recorder = Recorder(script.events(.get("/news"), reconnectingOn: time))
    time.advance(by: .seconds(9))
    let ids = script.requests.value.map { request in request.headers.first { $0.name == "Last-Event-ID" }?.value }
    #expect(ids == [nil, "1", "1", "4"])
    #expect(recorder.values == [ServerSentEvent("a", id: "1"), ServerSentEvent("b", id: "1")])
    recorder.dispose()
  }

  /// The number of requests in each of the first minutes.
  private func requests(_ minutes: Int, _ stream: Signal<HTTPPart, ServiceFailure>) -> [Int] {
    let time = VirtualTimeScheduler(), script = Script(stream)
    let recorder = Recorder(script.events(.get("/news"), reconnectingOn: time))
    defer { recorder.dispose() }
    return (0..<minutes).map { _ in
      let before = script.requests.value.count
      time.advance(by: .seconds(60))
      return script.requests.value.count - before
    }
  }

  @Test("a server that ends each stream at once is asked twice a second at most, and ever more seldom without an event")
  func impatient() {
    #expect(requests(2, Self.parts(["retry: 0\n\ndata: a\n\n"])).allSatisfy { $0 <= 121 })
    for parts in [Self.parts(["retry: 0\n\n"]), .fail(.lost(host: "a"))] {
      let counts = requests(10, parts)
      #expect(counts[0] <= 8)
      #expect(counts.dropFirst(2).allSatisfy { $0 == 1 }, "\(counts)")
    }
  }

  @Test("a stream that breaks only after more than a minute is requested again without a longer wait") func quiet() {
    let time = VirtualTimeScheduler(), head = Signal<HTTPPart, ServiceFailure>.just(Self.head)
    let script = Script(head.concat(Signal.never.timeout(.seconds(100), failingWith: .lost(host: "a"), on: time)))
    let recorder = Recorder(script.events(.get("/news"), reconnectingOn: time))
    time.advance(by: .seconds(1030))
    #expect(script.requests.value.count == 11)
    recorder.dispose()
  }

  @Test("an id of more than 4,096 bytes fails: it would be sent back in a header") func longID() {
    let failure = ServiceFailure.undecodable(
      path: "", reason: "an event's id has more than 4096 bytes, the limit", excerpt: "")
    for (count, expected) in [(4_096, nil), (4_097, failure)] {
      let time = VirtualTimeScheduler(), id = String(repeating: "7", count: count)
      let script = Script(Self.parts(["id: \(id)\ndata: a\n\n"]))
      let recorder = Recorder(script.events(.get("/news"), reconnectingOn: time))
      #expect(recorder.failure == expected)
      #expect(recorder.values == (expected == nil ? [ServerSentEvent("a", id: id)] : []))
      recorder.dispose()
    }
  }

  @Test("a stream that ends or breaks is requested again after its last event and the server's wait") func again() {
    let time = VirtualTimeScheduler()
    let script = Script(
      Self.parts(["retry: 500\n", "id: 1\ndata: a\n\ndata: lost"]), .fail(.lost(host: "a")),
      Self.parts(["data: b\n\n"]).concat(.never))
    let recorder = Recorder(script.events(.get("/news"), reconnectingOn: time))
    let counts = [0, 499, 1, 499, 1].map { wait in
      time.advance(by: .milliseconds(wait))
      return script.requests.value.count
    }
    #expect(counts == [1, 1, 2, 2, 3])
    #expect(recorder.events == [.value(ServerSentEvent("a", id: "1")), .value(ServerSentEvent("b", id: "1"))])
    let headers = script.requests.value.map { request in request.headers.map { "\($0.name): \($0.value)" } }
    let accept = "Accept: text/event-stream"
    #expect(headers == [[accept], [accept, "Last-Event-ID: 1"], [accept, "Last-Event-ID: 1"]])
    recorder.dispose()
  }
}
