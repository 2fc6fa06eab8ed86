import Foundation
import Services
import Testing

@Suite struct ServiceFailureTests {
  @Test("a failure's text has the problem, its cause and a remedy") func texts() {
    let failures: [ServiceFailure] = [
      .unsendable("'' is not a method"), .refused(host: "127.0.0.1:80"), .offline(host: "example.com"),
      .untrusted(host: "example.com"), .timedOut, .lost(host: "example.com"), .cancelled,
      .status(HTTPResponse(404, body: Data("no\nsuch page".utf8))),
      .undecodable(path: "age", reason: "age is missing", excerpt: "{}"), .tooLarge(limit: 10),
    ]
    let texts = """
      cannot send the request: '' is not a method. Nothing was sent.
      cannot reach 127.0.0.1:80: the server refused the connection. Check the address, and that the server is running.
      cannot reach example.com: there is no connection to it. Check the network and the name.
      cannot trust example.com: there is no secure connection to it, or its certificate is not valid. Nothing was sent. \
      Check the address, the certificate and this machine's clock.
      the server took too long to answer. Try again later.
      the connection to example.com broke before the answer was complete. Try again.
      the request was cancelled. Try again.
      the server answered 404.
      the server's answer cannot be read: age is missing.
      the server's answer is longer than 10 bytes, the limit.
      """
    #expect(failures.map(\.description) == texts.components(separatedBy: "\n"))
  }
}
