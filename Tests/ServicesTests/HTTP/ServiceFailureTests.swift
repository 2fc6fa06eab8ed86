import Foundation
import Services
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct ServiceFailureTests {
  static let cases: [(ServiceFailure, String)] = [
    (.unsendable("'' is not a method"), "cannot send the request: '' is not a method. Nothing was sent."),
    (
      .refused(host: "127.0.0.1:80"),
      "cannot reach 127.0.0.1:80: nobody answers there. Check the address, and that the server runs."
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
    (.tooLarge(limit: 10), "the server's answer is longer than 10 bytes, which is the most that is read."),
  ]

  @Test("a failure says what happened, why, and what to do", arguments: cases)
  func text(_ failure: ServiceFailure, _ text: String) {
    #expect(failure.description == text)
  }

  @Test(
    "what the system says is told apart",
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

  @Test(
    "where the system has no code for it, its words tell what is not trusted from what is lost",
    arguments: [
      ("error:0A00010B:SSL routines::wrong version number", ServiceFailure.untrusted(host: "a")),
      ("SSL certificate problem: self-signed certificate", .untrusted(host: "a")),
      ("SSL: no alternative certificate subject name matches target host name 'a'", .untrusted(host: "a")),
      ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading", .lost(host: "a")),
      ("OpenSSL SSL_connect: Connection reset by peer in connection to a", .lost(host: "a")),
    ])
  func words(_ text: String, _ failure: ServiceFailure) {
    #expect(ServiceFailure(URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: text]), host: "a") == failure)
  }
}
