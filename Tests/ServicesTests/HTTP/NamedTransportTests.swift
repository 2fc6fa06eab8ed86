import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct NamedTransportTests {
  /// Fails each call with a text; by default with that of its own failure, as a recorded session does.
  private struct Playback: CallNaming {
    var text: String?

    func declare(_ names: [String]) {}
    func named<Value: Sendable, Failure: Error>(
      _ name: String, as kind: NamedCallKind, _ work: Signal<Value, Failure>,
      read: @escaping @Sendable (String) throws -> Value, write: @escaping @Sendable (Value) throws -> String,
      failure: @escaping @Sendable (String) -> Failure
    ) -> Signal<Value, Failure> {
      work.mapError { failure(text ?? "\($0)") }
    }
  }

  @Test("a recorded failure plays back unchanged; any other text is the host of an unreachable server")
  func failures() {
    let failures: [ServiceFailure] = [
      .unsendable("the file 7 cannot be read"), .refused(host: "127.0.0.1:80"), .offline(host: "example.com"),
      .untrusted(host: "example.com"), .timedOut, .lost(host: "example.com"), .cancelled, .tooLarge(limit: 10),
      .status(HTTPResponse(503)), .undecodable(path: "", reason: "it is compressed as 'br'", excerpt: ""),
    ]
    func played(_ failure: ServiceFailure, as text: String? = nil) -> ServiceFailure? {
      let transport = AnyTransport { _ in .fail(failure) }.named("users.get", Playback(text: text))
      return Recorder(transport.send(.get("/"))).failure
    }
    #expect(failures.map { played($0) } == failures)
    let texts = ["example.com", "the server answered.", "the server answered 404. Or not."]
    #expect(texts.map { played(.timedOut, as: $0) } == texts.map { .offline(host: $0) })
  }
}
