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

  private func decoded<Value: Decodable & Sendable & SendableMetatype>(
    _ body: some Sequence<UInt8>, as type: Value.Type, status: Int = 200
  ) -> Recorder<Value, ServiceFailure> {
    let request = HTTPRequest.post(
      "/login", .form([HTTPField("user", "tangent"), HTTPField("password", "geh/eim+1", .secret)]),
      headers: [HTTPField("Authorization", "Bearer topsecret")])
    let answer = HTTPResponse(status, body: Data(body)), transport = AnyTransport { _ in .just(answer) }
    return Recorder(transport.call(request.decoding(type)))
  }

  @Test("an answer is decoded as its type; one with a status outside 200 to 299 fails") func decoding() {
    let body = #"{"name": "a", "age": 1}"#.utf8, statuses = [199, 200, 299, 300, 404]
    let answers = statuses.map { decoded(body, as: User.self, status: $0) }, user = User(name: "a", age: 1)
    #expect(answers.map(\.values) == [[], [user], [user], [], []])
    let failures = [199, nil, nil, 300, 404].map {
      $0.map { ServiceFailure.status(HTTPResponse($0, body: Data(body))) }
    }
    #expect(answers.map(\.failure) == failures)
  }

  struct Picky: Decodable {
    struct Refusal: Error, CustomStringConvertible { let description: String }
    init(from decoder: any Decoder) throws {
      throw Refusal(description: "not '\(try decoder.singleValueContainer().decode(String.self))'")
    }
  }

  @Test("an undecodable answer fails with the path, the reason and an excerpt, each on one line and without secrets")
  func undecodable() {
    func failure(_ body: String) -> ServiceFailure? { decoded(body.utf8, as: User.self).failure }
    func because(_ path: String, _ reason: String, _ excerpt: String) -> ServiceFailure? {
      .undecodable(path: path, reason: reason, excerpt: excerpt)
    }
    let noAge = #"{"name": "a"}"#, number = #"{"name": 1, "age": 1}"#, noJSON = "the answer is not valid JSON"
    let tags = #"{"name": "a", "age": 1, "tags": [{"id": 1}, {"id": "x"}]}"#, long = String(repeating: "b", count: 193)
    let latin = Data([0x22, 0x61, 0xFF, 0x62, 0x22]), keyed = #"{"geh/eim+1\n\u001b[31m": "x"}"#
    let key = String(repeating: "b", count: 50) + "…"
    let rows: [(ServiceFailure?, ServiceFailure?)] = [
      (failure(noAge), because("age", "age is missing", noAge)),
      (failure(number), because("name", "name is not a text", number)),
      (failure(tags), because("tags[1].id", "tags[1].id is not a number", tags)),
      (failure(""), because("", "the answer is empty", "")),
      (failure("a\r\n\u{1B}[31m" + long + long), because("", noJSON, "a  [31m" + long + "…")),
      (failure("not geh/eim+1!"), because("", noJSON, "not •••!")),
      (decoded(latin, as: String.self).failure, because("", noJSON, "\"a\u{FFFD}b\"")),
      (
        decoded(keyed.utf8, as: [String: Int].self).failure,
        because("•••  [31m", "•••  [31m is not a number", #"{"•••\n\u001b[31m": "x"}"#)
      ),
      (
        decoded("{\"\(long)\": 1}".utf8, as: [String: String].self).failure,
        because(key, "\(key) is not a text", "{\"\(long)\": 1}")
      ),
      (
        decoded(#""geh/eim+1\u0007""#.utf8, as: Picky.self).failure,
        because("", "not '••• '", #""•••\u0007""#)
      ),
    ]
    #expect(rows.map(\.0) == rows.map(\.1))
  }

  @Test("an empty answer is the absence of an optional value") func absent() {
    let answers = [decoded("".utf8, as: User?.self, status: 204), decoded("null".utf8, as: User?.self)]
    #expect(answers.map(\.values) == [[nil], [nil]])
    #expect(decoded(#"{"name": "a", "age": 1}"#.utf8, as: User?.self).values == [User(name: "a", age: 1)])
  }

  @Test("a call without an answer ignores its body", arguments: [200, 204, 404]) func discarding(_ status: Int) {
    let response = HTTPResponse(status, body: Data("<html>".utf8)), transport = AnyTransport { _ in .just(response) }
    let recorder = Recorder(transport.call(HTTPRequest("DELETE", "/users/1").discardingAnswer))
    #expect(recorder.values.count == (status == 404 ? 0 : 1))
    #expect(recorder.failure == (status == 404 ? .status(response) : nil))
  }

  @Test("a failure's text contains no secret, even if the server repeats it", arguments: [200, 403])
  func secrets(_ status: Int) {
    let bodies = [
      "your password geh/eim+1 is wrong", "password=geh%2Feim%2B1", #"{"password": "geh\/eim+1"}"#, "not topsecret",
      #"{"user": {"token": "11233", "age": "x"}, "accessToken":  "11233", "x-api-key": 11233}"#,
      #"{"name": "geh/eim+1", "age": "topsecret"}"#,
    ]
    for body in bodies {
      let failure = decoded(body.utf8, as: User.self, status: status).failure
      var text = "\(String(describing: failure)) \(String(reflecting: failure))"
      dump(failure, to: &text)
      #expect(failure != nil, "\(text)")
      #expect(text.firstMatch(of: /geh|eim|topsecret|11233/) == nil, "\(text)")
    }
  }
}
