import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct NamedTransportTests {
  private func played(_ failure: ServiceFailure, as text: String? = nil, _ calls: RecordedNames? = nil)
    -> ServiceFailure?
  {
    let calls = calls ?? RecordedNames(failure: text)
    return Recorder(AnyTransport { _ in .fail(failure) }.named("users.get", calls).send(.get("/"))).failure
  }

  @Test(
    "a failure is written in a form that a script reads",
    arguments: [
      (.unsendable("the file 7 cannot be read"), "unsendable the file 7 cannot be read"),
      (.refused(host: "127.0.0.1:80"), "refused 127.0.0.1:80"), (.offline(host: "a b"), "offline a b"),
      (.untrusted(host: "example.com"), "untrusted example.com"), (.timedOut, "timed out"),
      (.lost(host: "example.com"), "lost example.com"), (.cancelled, "cancelled"),
      (.tooLarge(limit: 10), "too large 10"), (.status(HTTPResponse(503)), "status 503"),
      (.undecodable(path: "", reason: "it is compressed as 'br'", excerpt: ""), "undecodable it is compressed as 'br'"),
      (.unsendable(""), "unsendable "), (.offline(host: ""), "offline "),
    ] as [(ServiceFailure, String)])
  func failures(_ failure: ServiceFailure, _ text: String) {
    let calls = RecordedNames()
    #expect(played(failure, as: nil, calls) == failure)
    #expect(calls.failures.value == [text])
    #expect(played(.timedOut, as: text) == failure)
  }

  @Test(
    "any other text is the host of an unreachable server",
    arguments: ["example.com", "", "the server answered 404.", "status x", "lost", "cancelled by me", "too large"])
  func hosts(_ text: String) {
    #expect(played(.timedOut, as: text) == .offline(host: text))
  }

  // MARK: Recorded answers

  private let request = HTTPRequest.get("/")
  private static let json = HTTPResponse(
    headers: ["Content-Type": "application/json"], body: Data(#"{"a": [1, "b"]}"#.utf8))

  private static let answers: [HTTPResponse] = [
    json, HTTPResponse(body: Data(#"{"a": 1}"#.utf8)),
    HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("no JSON".utf8)),
    HTTPResponse(204), HTTPResponse(500, headers: ["Retry-After": "7"], body: Data("on fire\n\n".utf8)),
    HTTPResponse(206, headers: ["Content-Range": "bytes 0-2/6", "Content-Type": "image/png"], body: Data("abc".utf8)),
    HTTPResponse(404, headers: ["Content-Type": "application/json"], body: Data("{}".utf8)),
    HTTPResponse(
      503, headers: ["Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT", "Date": "Wed, 21 Oct 2015 07:27:00 GMT"]),
    HTTPResponse(headers: ["Content-Type": "image/png"], body: Data((0...255).map { UInt8($0) })),
    HTTPResponse(body: Data("a\r\nb".utf8)), HTTPResponse(body: Data("-- name --\n<<<<<<< a".utf8)),
    HTTPResponse(body: Data("HTTP/1.1 200\n\n".utf8)), HTTPResponse(headers: ["X": "a: b"], body: Data("\n".utf8)),
  ]

  @Test("a recorded answer plays back unchanged; one by hand is a message, or plain JSON with its type, or else a body")
  func roundTrip() {
    let recordings = Self.answers.map { $0.recording(hiding: request) }
    #expect(recordings.map(HTTPResponse.init(recording:)) == Self.answers)
    // A data file ends with a line break. Only plain JSON is recorded without its headers.
    #expect(
      recordings.dropFirst().map { HTTPResponse(recording: $0 + Data("\n".utf8)) } == Array(Self.answers.dropFirst()))
    #expect(recordings.filter { !$0.starts(with: Data("HTTP/".utf8)) } == [Self.json.body])
    #expect(recordings.allSatisfy { String(validating: $0, as: UTF8.self)?.contains("\r") == false })

    func played(_ text: String) -> HTTPResponse { HTTPResponse(recording: Data(text.utf8)) }
    let message = "HTTP/1.1 404 Not Found\nContent-Type: text/plain\n\nno such\n\npicture"
    let answer = HTTPResponse(404, headers: ["content-type": "text/plain"], body: Data("no such\n\npicture".utf8))
    #expect([played(message), played(#"{"a": [1, "b"]}"#)] == [answer, Self.json])
    let bodies = ["<html>", "", "HTTP/1.1 OK\n\n", "HTTP/1.1 200\nno header\n\n", "HTTP/1.1 200"]
    #expect(bodies.map(played) == bodies.map { HTTPResponse(body: Data($0.utf8)) })
  }

  @Test("transmission headers and cookies are not recorded, nor the request's secrets where the server repeats them")
  func omitted() {
    let headers = [
      "Content-Length": "99", "Content-Encoding": "gzip", "Transfer-Encoding": "chunked", "Date": "today",
      "Set-Cookie": "id=topsecret", "Server": "x", "Connection": "close", "X-Kept": "yes",
    ]
    let recording = HTTPResponse(200, headers: headers, body: Data("body".utf8)).recording(hiding: request)
    #expect(String(decoding: recording, as: UTF8.self) == "HTTP/1.1 200\ncontent-length: 4\nx-kept: yes\n\nbody")

    let login = HTTPRequest.post("/", .form([HTTPField("password", "top secret", .secret)]))
    let bodies = [Data("not top secret, top secret".utf8), Data([0xFF]) + Data("top+secret".utf8) + Data([0xFE])]
    let recordings = bodies.map {
      HTTPResponse(403, headers: ["X-Echo": "password=top%20secret"], body: $0).recording(hiding: login)
    }
    let hidden = [Data("not •••, •••".utf8), Data([0xFF]) + Data("•••".utf8) + Data([0xFE])]
    #expect(
      recordings.map(HTTPResponse.init(recording:))
        == hidden.map { HTTPResponse(403, headers: ["X-Echo": "password=•••"], body: $0) })
    #expect(recordings.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("secret") })
  }
}
