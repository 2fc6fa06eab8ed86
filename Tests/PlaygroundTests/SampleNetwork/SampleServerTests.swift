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
    .get("/pictures/cover/7.svg", headers: [HTTPField("Range", "bytes=10-19")]),
    .get("/pictures/cover/7.svg", headers: [HTTPField("Range", "bytes=4000-9999")]),
    .get("/pictures/cover/7.svg", headers: [HTTPField("Range", "bytes=9999-99999")]), .get("/pictures/thumb/1.svg"),
    .get("/pictures/cover/1000.svg"), .get("/pictures/cover/..%2F1.svg"), .get("/else"),
  ]

  private func answer(_ transport: some HTTPTransport, _ request: HTTPRequest) async -> HTTPResponse? {
    try? await transport.send(request).firstValue()
  }

  @Test("direct answers are equal to those over the wire", arguments: requests)
  func wire(_ request: HTTPRequest) async throws {
    let server = try SampleServer.loopback(.well), client = HTTPClient(base: server.url, timeout: 600)
    let direct = try #require(await answer(SampleServer.direct(.well), request))
    let wire = try #require(await answer(client, request))
    #expect(direct.status == wire.status)
    #expect(direct.body == wire.body)
    #expect(direct.header("Content-Range") == wire.header("Content-Range"))
  }

  @Test(
    "direct misbehaviour is equal to that over the wire", arguments: ServerBehaviour.allCases.filter { $0 != .slow },
    [requests[0], requests[3], requests[10], requests[14]])
  func behaviour(_ behaviour: ServerBehaviour, _ request: HTTPRequest) async throws {
    let server = try SampleServer.loopback(behaviour), client = HTTPClient(base: server.url, timeout: 600)
    let direct = await answer(SampleServer.direct(behaviour), request), wire = await answer(client, request)
    #expect(direct?.status == wire?.status)
    #expect(direct?.body == wire?.body)
    #expect(direct?.header("Content-Range") == wire?.header("Content-Range"))
    #expect((direct == nil) == (behaviour == .drop))
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

  @Test("a page has five elements and an empty one, up to the last page") func pages() async throws {
    struct Page: Decodable { let data: [[String: String]] }
    let direct = SampleServer.direct(.well)
    for (start, count) in [(0, 5), (20, 5), (25, 2), (30, 0)] {
      let body = try #require(await answer(direct, Self.page("\(start)"))).body
      let page = try JSONDecoder().decode(Page.self, from: body).data
      #expect(page.count == count + 1 && page.last == [:])
      if count > 0 {
        let expected = [
          "fromPageTitle": "猫 & 狗 a+b \(start + 1)", "thumbURL": "/pictures/thumb/\(start + 1).svg",
          "hoverURL": "/pictures/cover/\(start + 1).svg",
        ]
        #expect(page.first == expected)
      }
    }
  }

  @Test("a page beyond the last picture is empty", arguments: ["5", "\(Int.max)"])
  func farPages(_ length: String) async throws {
    let request = Self.page("\(Int.max)", ["rn": length])
    let far = try #require(await answer(SampleServer.direct(.well), request))
    #expect(String(decoding: far.body, as: UTF8.self) == #"{"data":[{}]}"#)
  }

  @Test("a behaviour is found by its name; an unknown name is rejected with suggestions") func names() throws {
    #expect(try ServerBehaviour(named: "rubbish\n") == .rubbish)
    let near = #expect(throws: UnknownName.self) { try ServerBehaviour(named: "slo") }
    #expect(near?.description == "there is no server behaviour 'slo'; did you mean slow?")
    let far = #expect(throws: UnknownName.self) { try ServerBehaviour(named: "xyz") }
    #expect(far?.description == "there is no server behaviour 'xyz'; there are well, slow, fail, rubbish, drop, pieces")
  }
}
