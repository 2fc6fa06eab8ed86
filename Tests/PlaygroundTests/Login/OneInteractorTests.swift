import Fixtures
import Login
import Services
import SignalsTesting
import Testing

@Suite struct OneInteractorTests {
  private let transport = ScriptedTransport()

  private func recorder(of answer: String, status: Int = 200) -> Recorder<LoggedIn, LoginFailure> {
    let recorder = Recorder(OneInteractor(LoginService(transport)).login("tangent", password: "123456"))
    transport.answer(answer, status: status)
    return recorder
  }

  @Test("code 200 and a user are a login", arguments: [(1, true), (0, false), (2, false)])
  func success(_ gender: Int, _ isMale: Bool) {
    let user = #"{"name": "tangent", "gender": \#(gender), "token": "11233", "age": 20}"#
    let recorder = recorder(of: #"{"code": 200, "message": "登录成功", "user_info": \#(user)}"#)
    #expect(recorder.values == [LoggedIn(name: "tangent", age: 20, isMale: isMale, token: "11233")])
  }

  @Test("one without the other is a refusal, with the server's message")
  func refusal() {
    let user = #""user_info": {"name": "tangent", "gender": 1, "token": "11233", "age": 20}"#
    #expect(recorder(of: #"{"code": 200, "message": "ok"}"#).failure == .refused("ok"))
    #expect(recorder(of: #"{"code": 200, "message": "ok", "user_info": null}"#).failure == .refused("ok"))
    #expect(recorder(of: #"{"code": 300, "message": "密码错误"}"#).failure == .refused("密码错误"))
    #expect(recorder(of: #"{"code": 201, "message": "later", \#(user)}"#).failure == .refused("later"))
  }

  @Test(
    "anything else is no answer",
    arguments: [
      "", "rubbish", "[]", "null", "{}", #"{"code": "200", "message": ""}"#, #"{"code": 200}"#,
      #"{"code": 200, "message": "", "user_info": {"name": "tangent"}}"#,
      #"{"code": 200, "message": "", "user_info": 7}"#,
    ])
  func noAnswer(_ answer: String) { #expect(recorder(of: answer).failure == .noAnswer) }

  @Test("a status that is no success and a network that fails are no answer") func network() {
    let good = #"{"code": 300, "message": "x"}"#
    #expect(recorder(of: good, status: 500).failure == .noAnswer)
    let recorder = Recorder(OneInteractor(LoginService(transport)).login("tangent", password: "123456"))
    transport.fail(.offline(host: "server"))
    #expect(recorder.failure == .noAnswer)
  }
}
