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
  private func ask(
    _ request: HTTPRequest = .get("/"), limit: Int = 1_000_000,
    _ answering: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) async throws -> Result<HTTPResponse, ServiceFailure> {
    let server = try LoopbackServer(answering)
    let client = HTTPClient(
      base: server.url, limit: limit, timeout: 600, on: VirtualTimeScheduler(), by: URLSessionEngine())
    defer { server.stop() }
    return try await answer(client.send(request))
  }

  @Test("a request arrives unchanged, and its answer is delivered") func answers() async throws {
    let request = HTTPRequest.post("/a b", .form([HTTPField("a", "1")]), headers: [HTTPField("X-Colour", "red")])
    let response = try await ask(request) { request in
      let body = String(decoding: request.body, as: UTF8.self)
      return .text(
        "\(request.method) \(request.path) \(body)", status: 404, ["X-Same": request.header("X-Colour") ?? ""])
    }.get()
    #expect(response.status == 404 && response.header("x-same") == "red" && response.text == "POST /a b a=1")
  }

  @Test("redirects are followed; after ten, the redirect itself is the answer") func redirects() async throws {
    #expect(try await ask { $0.path == "/b" ? .text("b") : .redirect(to: "/b") }.get().text == "b")
    #expect(try await ask { _ in .redirect(to: "/") }.get().status == 302)
  }

  @Test("an answer that is too large or truncated fails") func failures() async throws {
    #expect(try await ask(limit: 10) { _ in .text("more than ten") }.failure == .tooLarge(limit: 10))
    let chunks = (0..<3).map { _ in Data(repeating: 7, count: 6) }
    #expect(try await ask(limit: 10) { _ in .chunked(chunks) }.failure == .tooLarge(limit: 10))
    let result = try await ask { _ in
      LoopbackAnswer([.send(LoopbackAnswer.head(200, ["Content-Length": "9"])), .send(Data([1]))])
    }
    guard case .lost? = result.failure else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("disposing cancels the request on the wire") func cancelling() async throws {
    let began = Gate(), gone = Gate()
    let server = try LoopbackServer { _ in LoopbackAnswer([.open(began), .hang, .open(gone)]) }
    let client = HTTPClient(
      base: server.url, limit: 9, timeout: 600, on: VirtualTimeScheduler(), by: URLSessionEngine())
    let recorder = Recorder(client.send(.get("/")))
    await passed(began)
    recorder.dispose()
    await passed(gone)
    #expect(recorder.events.isEmpty)
    withExtendedLifetime(server) {}
  }

  @Test(
    "system errors map to distinct failures",
    arguments: [
      (URLError.Code.cannotConnectToHost, ServiceFailure.refused(host: "a")), (.timedOut, .timedOut),
      (.notConnectedToInternet, .offline(host: "a")), (.cannotFindHost, .offline(host: "a")),
      (.dnsLookupFailed, .offline(host: "a")), (.cancelled, .cancelled), (.networkConnectionLost, .lost(host: "a")),
      (.unknown, .lost(host: "a")), (.secureConnectionFailed, .untrusted(host: "a")),
      (.serverCertificateUntrusted, .untrusted(host: "a")), (.serverCertificateHasBadDate, .untrusted(host: "a")),
      (.serverCertificateHasUnknownRoot, .untrusted(host: "a")), (.clientCertificateRequired, .untrusted(host: "a")),
    ])
  func codes(_ code: URLError.Code, _ failure: ServiceFailure) {
    #expect(ServiceFailure(URLError(code), host: "a") == failure)
  }
}
