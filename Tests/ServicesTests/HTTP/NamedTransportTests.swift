import Foundation
import Services
import Signals
import SignalsTesting
import Testing

@Suite struct NamedTransportTests {
  private func played(_ failure: ServiceFailure, as text: String? = nil, _ calls: RecordedNames? = nil)
    -> ServiceFailure?
  {
    let calls = calls ?? RecordedNames(failure: text)
    return Recorder(AnyTransport { _ in .fail(failure) }.named("users.get", calls).send(.get("/"))).failure
  }

  @Test(
    "a failure is written in a form that a script reads",
    arguments: [
      (.unsendable("the file 7 cannot be read"), "unsendable the file 7 cannot be read"),
      (.refused(host: "127.0.0.1:80"), "refused 127.0.0.1:80"), (.offline(host: "a b"), "offline a b"),
      (.untrusted(host: "example.com"), "untrusted example.com"), (.timedOut, "timed out"),
      (.lost(host: "example.com"), "lost example.com"), (.cancelled, "cancelled"),
      (.tooLarge(limit: 10), "too large 10"), (.status(HTTPResponse(503)), "status 503"),
      (.undecodable(path: "", reason: "it is compressed as 'br'", excerpt: ""), "undecodable it is compressed as 'br'"),
      (.unsendable(""), "unsendable "), (.offline(host: ""), "offline "),
    ] as [(ServiceFailure, String)])
  func failures(_ failure: ServiceFailure, _ text: String) {
    let calls = RecordedNames()
    #expect(played(failure, as: nil, calls) == failure)
    #expect(calls.failures.value == [text])
    #expect(played(.timedOut, as: text) == failure)
  }

  @Test(
    "any other text is the host of an unreachable server",
    arguments: ["example.com", "", "the server answered 404.", "status x", "lost", "cancelled by me", "too large"])
  func hosts(_ text: String) {
    #expect(played(.timedOut, as: text) == .offline(host: text))
  }
}
