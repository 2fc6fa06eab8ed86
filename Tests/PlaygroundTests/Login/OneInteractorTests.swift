import Fixtures
import Login
import SignalsTesting
import Testing

/// What the flows of the login do not show.
@Suite struct OneInteractorTests {
  @Test("a password in the server's message is hidden; the user's values stay as they are")
  func passwords() {
    let transport = ScriptedTransport(), interactor = OneInteractor(transport)
    let refused = Recorder(interactor.login("tangent", password: "geh/eim"))
    transport.answer(#"{"code": 300, "message": "not geh/eim, tangent"}"#)
    let accepted = Recorder(interactor.login("tangent", password: "geheim"))
    transport.answer(
      #"{"code": 200, "message": "", "user_info": {"name": "ada", "gender": 1, "token": "x geheim", "age": 20}}"#)
    #expect(refused.failure == .refused("not •••, tangent"))
    #expect(accepted.values.map { [$0.name, $0.token] } == [["ada", "x geheim"]])
  }
}
