import Foundation
import Services
import Testing

@Suite struct ServiceFailureTests {
  static let cases: [(ServiceFailure, String)] = [
    (.unsendable("'' is not a method"), "cannot send the request: '' is not a method. Nothing was sent."),
    (
      .refused(host: "127.0.0.1:80"),
      "cannot reach 127.0.0.1:80: the server refused the connection. Check the address, and that the server is running."
    ),
    (
      .offline(host: "example.com"),
      "cannot reach example.com: there is no connection to it. Check the network and the name."
    ),
    (
      .untrusted(host: "example.com"),
      "cannot trust example.com: there is no secure connection to it, or its certificate is not valid. Nothing was sent. "
        + "Check the address, the certificate and this machine's clock."
    ),
    (.timedOut, "the server took too long to answer. Try again later."),
    (.lost(host: "example.com"), "the connection to example.com broke before the answer was complete. Try again."),
    (.cancelled, "the request was cancelled. Try again."),
    (.status(HTTPResponse(503)), "the server answered 503."),
    (.status(HTTPResponse(404, body: Data("no\nsuch page".utf8))), "the server answered 404."),
    (
      .undecodable(path: "age", reason: "age is missing", excerpt: "{}"),
      "the server's answer cannot be read: age is missing."
    ),
    (.tooLarge(limit: 10), "the server's answer is longer than 10 bytes, the limit."),
  ]

  @Test("a failure's text has the problem, its cause and a remedy", arguments: cases)
  func text(_ failure: ServiceFailure, _ text: String) {
    #expect(failure.description == text)
  }
}
