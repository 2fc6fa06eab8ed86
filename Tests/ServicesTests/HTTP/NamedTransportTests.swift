import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct NamedTransportTests {
  @Test("a recorded failure plays back unchanged; any other text is the host of an unreachable server")
  func failures() {
    let failures: [ServiceFailure] = [
      .unsendable("the file 7 cannot be read"), .refused(host: "127.0.0.1:80"), .offline(host: "example.com"),
      .untrusted(host: "example.com"), .timedOut, .lost(host: "example.com"), .cancelled, .tooLarge(limit: 10),
      .status(HTTPResponse(503)), .undecodable(path: "", reason: "it is compressed as 'br'", excerpt: ""),
    ]
    func played(_ failure: ServiceFailure, as text: String? = nil) -> ServiceFailure? {
      let transport = AnyTransport { _ in .fail(failure) }.named("users.get", NamedCalls(failure: text))
      return Recorder(transport.send(.get("/"))).failure
    }
    #expect(failures.map { played($0) } == failures)
    let texts = ["example.com", "the server answered.", "the server answered 404. Or not."]
    #expect(texts.map { played(.timedOut, as: $0) } == texts.map { .offline(host: $0) })
  }
}
