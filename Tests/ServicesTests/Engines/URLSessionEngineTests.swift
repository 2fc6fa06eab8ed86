import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The engine of Apple's systems, against a well-behaved server only: on Linux, any other can crash Foundation.
@Suite struct URLSessionEngineTests {
  private func client(_ server: LoopbackServer, limit: Int = 1_000_000) -> HTTPClient {
    HTTPClient(base: server.url, limit: limit, timeout: 600, on: VirtualTimeScheduler(), by: URLSessionEngine())
  }

  /// A server that answers by path.
  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.path {
      case "/a b":
        let body = String(decoding: request.body, as: UTF8.self), colour = request.header("X-Colour") ?? ""
        return .text("\(request.method) \(request.path) \(body)", status: 404, ["X-Same": colour])
      case "/away": return .redirect(to: "/b")
      case "/circle": return .redirect(to: "/circle")
      case "/long": return .text("more than thirty characters, which is the limit")
      case "/chunked": return .chunked((0..<6).map { _ in Data(repeating: 7, count: 6) })
      case "/cut":
        return LoopbackAnswer([.send(LoopbackAnswer.head(200, ["Content-Length": "9"])), .send(Data([1]))])
      default: return .text("b")
      }
    }
  }

  @Test(
    "a request arrives unchanged; answers are delivered, and redirects followed up to ten; too large or cut ones fail")
  func answers() async throws {
    let server = try Self.server(), client = client(server, limit: 30)
    let form = HTTPRequest.post("/a b", .form([HTTPField("a", "1")]), headers: [HTTPField("X-Colour", "red")])
    var ends: [String] = []
    for request in [form, .get("/away"), .get("/circle"), .get("/long"), .get("/chunked"), .get("/cut")] {
      switch try await answer(client.send(request)) {
      case .success(let response) where response.status == 302: ends.append("302")
      case .success(let response):
        ends.append("\(response.status) \(response.text) \(response.header("x-same") ?? "-")")
      case .failure(let failure): ends.append("\(failure)")
      }
    }
    let tooLarge = "\(ServiceFailure.tooLarge(limit: 30))", lost = "\(ServiceFailure.lost(host: server.host))"
    #expect(ends == ["404 POST /a b a=1 red", "200 b -", "302", tooLarge, tooLarge, lost])
  }

  @Test("disposing cancels the request on the wire") func cancelling() async throws {
    let began = Gate(), gone = Gate()
    let server = try LoopbackServer { _ in LoopbackAnswer([.open(began), .hang, .open(gone)]) }
    let recorder = Recorder(client(server).send(.get("/")))
    await passed(began)
    recorder.dispose()
    await passed(gone)
    #expect(recorder.events.isEmpty)
    withExtendedLifetime(server) {}
  }

  private static let codesRows: [(URLError.Code, ServiceFailure)] = [
    (URLError.Code.cannotConnectToHost, ServiceFailure.refused(host: "a")), (.timedOut, .timedOut),
    (.notConnectedToInternet, .offline(host: "a")), (.cannotFindHost, .offline(host: "a")),
    (.dnsLookupFailed, .offline(host: "a")), (.cancelled, .cancelled), (.networkConnectionLost, .lost(host: "a")),
    (.unknown, .lost(host: "a")), (.secureConnectionFailed, .untrusted(host: "a")),
    (.serverCertificateUntrusted, .untrusted(host: "a")), (.serverCertificateHasBadDate, .untrusted(host: "a")),
    (.serverCertificateHasUnknownRoot, .untrusted(host: "a")), (.clientCertificateRequired, .untrusted(host: "a")),
  ]

  @Test("system errors map to distinct failures", arguments: codesRows)
  func codes(_ code: URLError.Code, _ failure: ServiceFailure) {
    #expect(ServiceFailure(URLError(code), host: "a") == failure)
  }
}
