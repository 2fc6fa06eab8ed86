import Foundation
import Services
import Signals
import Testing

@Suite struct HTTPRequestTests {
  private let request = HTTPRequest(
    "POST", "/users/\("a b")/key", query: [HTTPField("token", "geheim", .secret), HTTPField("page", "7777")],
    headers: [HTTPField("Authorization", "Bearer geheim"), HTTPField("Cookie", "geheim")],
    body: .form([HTTPField("password", "geheim", .secret)]))

  @Test("printing a request, or any part of it, shows no secret") func secrets() {
    var dumped = ""
    dump(request, to: &dumped)
    dump([request.headers, request.query], to: &dumped)
    dump(request.body, to: &dumped)
    let texts = ["\(request)", String(reflecting: request), "\(request.headers) \(request.query)", dumped]
    for text in texts { #expect(!text.contains("geheim"), "\(text)") }
    #expect("\(request)" == "POST /users/a%20b/key")
    #expect("\(request.query)" == "[token=•••, page=7777]")
    #expect("\(HTTPRequest.get("/reset/\("geheim")", headers: request.headers))" == "GET /reset/•••")
  }

  @Test("printing or logging an answer shows no header and no body") func responses() {
    let response = HTTPResponse(201, headers: ["Set-Cookie": "geheim"], body: Data("geheim".utf8))
    var dumped = ""
    dump(response, to: &dumped)
    let logged = MutableProperty<[String]>([])
    Signal<HTTPResponse, ServiceFailure>.just(response).log("login", to: { line in logged.modify { $0.append(line) } })
      .start()
    for text in ["\(response)", String(reflecting: response), dumped, "\(logged.value)"] {
      #expect(text.contains("201, 6 bytes") && !text.contains("geheim"), "\(text)")
    }
  }

  @Test("equal answers are one element of a set") func answers() {
    let answer = HTTPResponse(200, headers: ["A": "b"], body: Data("c".utf8))
    #expect(Set([answer, answer, HTTPResponse(404)]).count == 2)
  }
}
