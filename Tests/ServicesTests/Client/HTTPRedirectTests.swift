import Fixtures
import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// Uses real servers on this machine.
@Suite struct HTTPRedirectTests {
  @Test("redirects are followed with the body, or as a GET after 302; a loop ends, and so does a way to no web server")
  func following() async throws {
    let folder = try TemporaryFolder(), file = try folder.write("a", "hello")
    let form = HTTPRequest.post("/a", .form([HTTPField("a", "b", .secret)]))
    // A request, the redirects of paths, and the answer with the number of requests.
    let rows: [(request: HTTPRequest, redirects: [String: (status: Int, location: String)], end: String)] = [
      (.get("/a"), ["/a": (301, "/b"), "/b": (307, "/c")], "200 GET /c, 3"),
      (form, ["/a": (302, "/b")], "200 GET /b, 2"),
      (form, ["/a": (307, "/b")], "200 POST /b a=b, 2"),
      (try .post("/a", .file(file, type: "text/plain")), ["/a": (307, "/b")], "200 POST /b hello, 2"),
      (.get("/"), ["/": (302, "/")], "302, 11"), (.get("/"), ["/": (302, "file:///etc/passwd")], "302, 1"),
      (.get("/"), ["/": (302, "http://")], "302, 1"),
    ]
    for row in rows {
      let count = MutableProperty(0)
      let response = try await ask(row.request) { request in
        count.increase()
        if let (status, location) = row.redirects[request.path] { return .redirect(to: location, status: status) }
        return .text("\(request.method) \(request.path) \(String(decoding: request.body, as: UTF8.self))")
      }.get()
      let text = response.status == 200 ? "200 " + response.text : "\(response.status)"
      #expect(
        "\(text.trimmingCharacters(in: .whitespaces)), \(count.value)" == row.end, "\(row.request) \(row.redirects)")
    }
  }

  @Test("a redirect to another server carries no secret") func redirectElsewhere() async throws {
    let seen = MutableProperty<LoopbackRequest?>(nil)
    let other = try LoopbackServer { request in
      seen.value = request
      return .text("elsewhere")
    }
    let location = other.url.absoluteString + "/"
    let headers = [
      HTTPField("Authorization", "Bearer abc"), HTTPField("X-Key", "abc", .secret), HTTPField("X-Open", "yes"),
    ]
    let response = try await ask(.get("/", headers: headers)) { _ in .redirect(to: location) }.get()
    let carried = ["X-Open", "Authorization", "X-Key"].map { seen.value?.header($0) }
    #expect([response.text] + carried == ["elsewhere", "yes", nil, nil])
    seen.value = nil
    let form = HTTPRequest.post("/", .form([HTTPField("password", "abc", .secret)]))
    let kept = try await ask(form) { _ in .redirect(to: location, status: 307) }.get()
    #expect(kept.status == 307)
    #expect(seen.value == nil)
  }

  /// Answers each message with the same redirect.
  private struct Redirecting: HTTPEngine {
    let response: HTTPResponse
    let count = MutableProperty(0)
    func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure> {
      count.increase()
      return .just(.head(response))
    }
  }

  @Test(
    "a redirect from https to http is not followed, so nothing is sent without TLS",
    arguments: [301, 302, 303, 307, 308], ["http://a/", "http://a:443/", "HTTP://A/", "http://b/"])
  func withoutTLS(_ status: Int, _ location: String) throws {
    let base = try #require(URL(string: "https://a"))
    let secret = HTTPRequest.get("/", headers: [HTTPField("Authorization", "Bearer abc")])
    for request in [secret, .post("/", .form([HTTPField("a", "b")]))] {
      let engine = Redirecting(response: HTTPResponse(status, headers: ["Location": location]))
      let client = HTTPClient(base: base, limit: 9, timeout: 9, on: VirtualTimeScheduler(), by: engine)
      let recorder = Recorder(client.send(request))
      #expect(recorder.values.map(\.status) == [status])
      #expect(engine.count.value == 1)
    }
  }
}
