import Foundation
import Services
import Signals
import Testing

@Suite struct HTTPRequestTests {
  @Test("printing a request, or any part of it, shows no secret") func secrets() throws {
    let request = HTTPRequest(
      "POST", "/users/\("a b")/key", query: [HTTPField("token", "geheim", .secret), HTTPField("page", "7777")],
      headers: [HTTPField("Authorization", "Bearer geheim"), HTTPField("Cookie", "geheim")],
      body: .form([HTTPField("password", "geheim", .secret)]))
    let reset = HTTPRequest.get("/reset/\("geheim")", headers: request.headers)
    let signed = HTTPRequest("PUT", .url(try #require(URL(string: "https://me:geheim@a.b:8/c%20d?sign=geheim#geheim"))))
    let shown = ["POST /users/a%20b/key", "[token=•••, page=7777]", "GET /reset/•••", "PUT https://a.b:8/c%20d"]
    #expect(["\(request)", "\(request.query)", "\(reset)", "\(signed)"] == shown)
    var dumped = String(reflecting: request) + "\(request.headers)"
    dump(request, to: &dumped)
    dump(signed, to: &dumped)
    dump(signed.path, to: &dumped)
    dump([request.headers, request.query], to: &dumped)
    dump(request.body, to: &dumped)
    #expect(!dumped.contains("geheim"), "\(dumped)")
  }

  @Test("printing or logging an answer shows no header and no body; equal answers have equal hashes") func answers() {
    let response = HTTPResponse(201, headers: ["Set-Cookie": "geheim"], body: Data("geheim".utf8))
    var dumped = ""
    dump(response, to: &dumped)
    let logged = MutableProperty("")
    Signal<HTTPResponse, ServiceFailure>.just(response).log("login", to: { line in logged.modify { $0 += line } })
      .start()
    for text in ["\(response)", String(reflecting: response), dumped, logged.value] {
      #expect(text.contains("201, 6 bytes"), "\(text)")
      #expect(!text.contains("geheim"), "\(text)")
    }
    #expect(Set([response, response, HTTPResponse(404)]).count == 2)
  }
}
