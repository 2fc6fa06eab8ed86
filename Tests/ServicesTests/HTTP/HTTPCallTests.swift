import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct HTTPCallTests {
  struct User: Codable, Hashable, Sendable {
    let name: String, age: Int
    var tags: [Tag]?
    struct Tag: Codable, Hashable, Sendable { let id: Int }
  }
  private let request = HTTPRequest.post(
    "/login", .form([HTTPField("user", "tangent"), HTTPField("password", "geh/eim+1", .secret)]),
    headers: [HTTPField("Authorization", "Bearer topsecret")])

  private func result(_ body: String, status: Int = 200) -> Result<User, ServiceFailure> {
    let transport = AnyTransport { _ in .just(HTTPResponse(status, body: Data(body.utf8))) }
    let recorder = Recorder(transport.call(request.decoding(User.self)))
    return recorder.failure.map(Result.failure) ?? recorder.values.first.map(Result.success) ?? .failure(.cancelled)
  }

  @Test("an answer is decoded as its type") func decoding() {
    #expect(result(#"{"name": "a", "age": 1}"#) == .success(User(name: "a", age: 1)))
  }

  @Test(
    "an undecodable answer fails with the path, the reason and an excerpt",
    arguments: [
      (#"{"name": "a"}"#, "age", "age is missing"), (#"{"name": 1, "age": 1}"#, "name", "name is not a text"),
      (#"{"name": "a", "age": 1, "tags": [{"id": 1}, {"id": "x"}]}"#, "tags[1].id", "tags[1].id is not a number"),
      ("<html>", "", "the answer is not valid JSON"), ("", "", "the answer is not valid JSON"),
    ])
  func undecodable(_ body: String, _ path: String, _ reason: String) {
    #expect(result(body) == .failure(.undecodable(path: path, reason: reason, excerpt: body)))
  }

  @Test("a status outside 200 to 299 fails with the answer") func status() {
    for status in [199, 300, 404] {
      #expect(result("no", status: status).failure == .status(HTTPResponse(status, body: Data("no".utf8))))
    }
  }

  @Test("text and JSON that are not UTF-8 fail with an excerpt") func invalidText() {
    let transport = AnyTransport { _ in .just(HTTPResponse(body: Data([0x22, 0x61, 0xFF, 0x62, 0x22]))) }
    let failures = [
      Recorder(transport.call(HTTPRequest.get("/").decodingText)).failure,
      Recorder(transport.call(HTTPRequest.get("/").decoding(String.self))).failure,
    ]
    let reasons = ["the answer is not UTF-8", "the answer is not valid JSON"]
    #expect(failures == reasons.map { .undecodable(path: "", reason: $0, excerpt: "\"a\u{FFFD}b\"") })
  }

  @Test("a failure's text contains no secret, even if the server repeats it", arguments: [200, 403])
  func secrets(_ status: Int) {
    let bodies = [
      "your password geh/eim+1 is wrong", "password=geh%2Feim%2B1", #"{"password": "geh\/eim+1"}"#, "not topsecret",
      #"{"user": {"token": "11233", "age": "x"}, "accessToken":  "11233", "x-api-key": 11233}"#,
      #"{"name": "geh/eim+1", "age": "topsecret"}"#,
    ]
    for body in bodies {
      let failure = result(body, status: status).failure
      var dumped = ""
      dump(failure, to: &dumped)
      for text in ["\(String(describing: failure))", "\(String(reflecting: failure))", dumped] {
        for secret in ["geh", "eim", "topsecret", "11233"] { #expect(!text.contains(secret), "\(text)") }
      }
    }
  }

  @Test("the path and reason of a decoding failure are on one line, without secrets")
  func reasons() {
    struct Picky: Decodable {
      struct Refusal: Error, CustomStringConvertible { let description: String }
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        throw Refusal(description: "not '\(text)'")
      }
    }
    func failure<Value: Decodable & Sendable & SendableMetatype>(_ type: Value.Type, _ body: String) -> ServiceFailure?
    {
      let transport = AnyTransport { _ in .just(HTTPResponse(body: Data(body.utf8))) }
      return Recorder(transport.call(request.decoding(type)).map { _ in }).failure
    }
    let keyed = failure([String: Int].self, #"{"geh/eim+1\n\u001b[31m": "x"}"#)
    #expect(
      keyed
        == .undecodable(
          path: "•••  [31m", reason: "•••  [31m is not a number", excerpt: #"{"•••\n\u001b[31m": "x"}"#))
    let worded = failure(Picky.self, #""geh/eim+1\u0007""#)
    #expect(worded == .undecodable(path: "", reason: "not '••• '", excerpt: #""•••\u0007""#))
  }

  @Test("the excerpt of an undecodable answer is on one line, without secrets")
  func excerpt() {
    let long = result("a\r\n\u{1B}[31m" + String(repeating: "b", count: 100_000)).failure,
      reason = "the answer is not valid JSON"
    let excerpt = "a  [31m" + String(repeating: "b", count: 193) + "…"
    #expect(long == .undecodable(path: "", reason: reason, excerpt: excerpt))
    let repeated = result("not geh/eim+1!").failure
    #expect(repeated == .undecodable(path: "", reason: reason, excerpt: "not •••!"))
  }
}
