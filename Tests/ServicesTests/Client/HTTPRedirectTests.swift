import Foundation
import LoopbackServer
import Services
import Signals
import Testing

/// Uses real servers on this machine.
@Suite struct HTTPRedirectTests {
  @Test("redirects are followed") func redirects() async throws {
    let response = try await ask(.get("/a")) { request in
      switch request.path {
      case "/a": .redirect(to: "/b", status: 301)
      case "/b": .redirect(to: "/c", status: 307)
      default: .text(request.path)
      }
    }.get()
    #expect(response.text == "/c")
  }

  @Test(
    "a form redirected within its server is sent again after 307, and becomes a GET after 302",
    arguments: [302, 307])
  func redirectedForm(_ status: Int) async throws {
    let response = try await ask(.post("/a", .form([HTTPField("a", "b", .secret)]))) { request in
      request.path == "/a"
        ? .redirect(to: "/b", status: status)
        : .text("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
    }.get()
    #expect(response.text == (status == 302 ? "GET " : "POST a=b"))
  }

  @Test(
    "a redirect loop ends, and so does a redirect to a URL without a web server",
    arguments: ["/", "file:///etc/passwd", "http://"])
  func badRedirects(_ location: String) async throws {
    let count = MutableProperty(0)
    let response = try await ask { _ in
      count.increase()
      return .redirect(to: location)
    }.get()
    #expect(response.status == 302 && count.value == (location == "/" ? 11 : 1))
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
    #expect(response.text == "elsewhere")
    #expect(["X-Open", "Authorization", "X-Key"].map { seen.value?.header($0) } == ["yes", nil, nil])

    seen.value = nil
    let form = HTTPRequest.post("/", .form([HTTPField("password", "abc", .secret)]))
    let kept = try await ask(form) { _ in .redirect(to: location, status: 307) }.get()
    #expect(kept.status == 307 && seen.value == nil)
  }
}
