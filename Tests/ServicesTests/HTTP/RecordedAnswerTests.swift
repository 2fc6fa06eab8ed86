import Foundation
import Services
import Testing

/// Recording and playing back answers.
@Suite struct RecordedAnswerTests {
  private let request = HTTPRequest.get("/")

  static let answers: [HTTPResponse] = [
    HTTPResponse(headers: ["Content-Type": "application/json"], body: Data(#"{"a": [1, "b"]}"#.utf8)),
    HTTPResponse(body: Data(#"{"a": 1}"#.utf8)),
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

  @Test("a recorded answer plays back unchanged: status, headers and every byte", arguments: answers)
  func roundTrip(_ answer: HTTPResponse) {
    let recording = answer.recording(hiding: request)
    #expect(HTTPResponse(recording: recording) == answer)
    // A data file ends with a line break.
    #expect(String(validating: recording, as: UTF8.self)?.contains("\r") == false)
    let isBare = !recording.starts(with: Data("HTTP/".utf8))
    if !isBare { #expect(HTTPResponse(recording: recording + Data("\n".utf8)) == answer) }
    #expect(isBare == (answer == Self.answers[0]))
  }

  @Test("plain JSON is an answer with its type; any other text is a body") func bare() {
    let json = Data(#"{"code": 300}"#.utf8)
    #expect(
      HTTPResponse(recording: json) == HTTPResponse(headers: ["content-type": "application/json"], body: json))
    for text in ["<html>", "", "HTTP/1.1 OK\n\n", "HTTP/1.1 200\nno header\n\n", "HTTP/1.1 200"] {
      #expect(HTTPResponse(recording: Data(text.utf8)) == HTTPResponse(body: Data(text.utf8)), "\(text)")
    }
  }

  @Test("a message can be written by hand") func byHand() {
    let text = "HTTP/1.1 404 Not Found\nContent-Type: text/plain\n\nno such\n\npicture"
    let answer = HTTPResponse(404, headers: ["content-type": "text/plain"], body: Data("no such\n\npicture".utf8))
    #expect(HTTPResponse(recording: Data(text.utf8)) == answer)
  }

  @Test("transmission headers and cookies are not recorded") func transmission() {
    let headers = [
      "Content-Length": "99", "Content-Encoding": "gzip", "Transfer-Encoding": "chunked", "Date": "today",
      "Set-Cookie": "id=topsecret", "Server": "x", "Connection": "close", "X-Kept": "yes",
    ]
    let recording = HTTPResponse(200, headers: headers, body: Data("body".utf8)).recording(hiding: request)
    #expect(String(decoding: recording, as: UTF8.self) == "HTTP/1.1 200\ncontent-length: 4\nx-kept: yes\n\nbody")
  }

  @Test("the request's secrets are not recorded, even if the server repeats them") func secrets() {
    let request = HTTPRequest.post("/", .form([HTTPField("password", "top secret", .secret)]))
    let bodies = [Data("not top secret, top secret".utf8), Data([0xFF]) + Data("top+secret".utf8) + Data([0xFE])]
    for body in bodies {
      let answer = HTTPResponse(403, headers: ["X-Echo": "password=top%20secret"], body: body)
      let recording = answer.recording(hiding: request), played = HTTPResponse(recording: recording)
      #expect(played.header("X-Echo") == "password=•••")
      for data in [recording, played.body] {
        #expect(!String(decoding: data, as: UTF8.self).contains("secret"), "\(String(decoding: data, as: UTF8.self))")
      }
      #expect(played.status == 403 && String(decoding: played.body, as: UTF8.self).contains("•••"))
    }
  }
}
