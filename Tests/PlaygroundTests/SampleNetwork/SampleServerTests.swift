import Foundation
import Language
import LoopbackServer
import SampleNetwork
import Services
import Signals
import SignalsTesting
import Testing

/// The samples' server, over the wire and called directly.
@Suite struct SampleServerTests {
  private static let query = ["tn": "resultjson_com", "ipn": "rj", "word": "猫 & 狗", "step_word": "a+b", "rn": "5"]

  private static func page(_ start: String, _ changes: [String: String] = [:]) -> HTTPRequest {
    let fields = query.merging(["pn": start]) { $1 }.merging(changes) { $1 }
    return .get("/search/acjson", query: fields.sorted { $0.key < $1.key }.map { HTTPField($0.key, $0.value) })
  }

  private static func login(_ name: String, _ password: String) -> HTTPRequest {
    .post(
      "/projects/tanviper.php", .form([HTTPField("user_name", name), HTTPField("password", password, .secret)]))
  }

  private static let requests: [HTTPRequest] = [
    login("tangent", "123456"), login("tangent", "1&2"), login("some body", ""), page("0"), page("25"), page("30"),
    page("-1"), page("0", ["word": "nothing"]), page("0", ["tn": ""]), .get("/pictures/cover/7.svg"),
    .get("/pictures/thumb/1.svg"), .get("/pictures/cover/1000.svg"), .get("/pictures/cover/..%2F1.svg"), .get("/else"),
  ]

  private func answer(_ transport: some HTTPTransport, _ request: HTTPRequest) async -> HTTPResponse? {
    try? await transport.send(request).firstValue()
  }

  /// The behaviours with the requests that show them.
  private static let cases: [(ServerBehaviour, HTTPRequest)] =
    requests.map { (.well, $0) }
    + [.fail, .rubbish, .drop, .pieces].flatMap { behaviour in [0, 3, 9, 11].map { (behaviour, requests[$0]) } }

  @Test("direct answers and misbehaviour are equal to those over the wire", arguments: cases)
  func wire(_ behaviour: ServerBehaviour, _ request: HTTPRequest) async throws {
    let server = try SampleServer.loopback(behaviour), client = HTTPClient(base: server.url, timeout: 600)
    let answers = [
      await answer(SampleServer.direct(behaviour), request), await answer(client, request),
    ].map { answer in
      answer.map { [Data("\($0.status)".utf8), $0.body] }
    }
    #expect(answers[0] == answers[1])
    #expect((answers[0] == nil) == (behaviour == .drop))
  }

  @Test("a slow server gives the same answers, but late") func slow() async throws {
    let gate = Gate(), asked = Gate()
    let server = try SampleServer.loopback(.slow, lateness: .wait(until: gate)) { _ in asked.open() }
    let client = HTTPClient(base: server.url, timeout: 600), request = Self.login("tangent", "123456")
    let recorder = Recorder(client.send(request))
    await withCheckedContinuation { continuation in asked.whenOpen { continuation.resume() } }
    #expect(recorder.events.isEmpty)
    async let second = answer(client, request)
    gate.open()
    #expect(await second?.body == answer(SampleServer.direct(.slow), request)?.body)
  }

  @Test("a page has five elements and an empty one, up to the last page; a page beyond it is empty")
  func pages() async throws {
    struct Page: Decodable { let data: [[String: String]] }
    for (start, count) in [(0, 5), (20, 5), (25, 2), (30, 0), (.max, 0)] {
      let body = try #require(await answer(SampleServer.direct(.well), Self.page("\(start)"))).body
      let expected = (0..<count).map { index in
        [
          "fromPageTitle": "猫 & 狗 a+b \(start + index + 1)", "thumbURL": "/pictures/thumb/\(start + index + 1).svg",
          "hoverURL": "/pictures/cover/\(start + index + 1).svg",
        ]
      }
      #expect(try JSONDecoder().decode(Page.self, from: body).data == expected + [[:]])
    }
    let long = await answer(SampleServer.direct(.well), Self.page("\(Int.max)", ["rn": "\(Int.max)"]))
    #expect(long?.body == Data(#"{"data":[{}]}"#.utf8))
  }

  @Test("a behaviour is found by its name; an unknown name is rejected with suggestions") func names() throws {
    let outcomes = ["rubbish\n", "slo", "xyz"].map { name in
      do throws(UnknownName) { return "\(try ServerBehaviour(named: name))" } catch { return error.description }
    }
    let near = "there is no server behaviour 'slo'; did you mean slow?"
    let far = "there is no server behaviour 'xyz'; there are well, slow, fail, rubbish, drop, pieces"
    #expect(outcomes == ["rubbish", near, far])
  }
}
