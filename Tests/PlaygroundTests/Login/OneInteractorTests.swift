import Signals
import Fixtures
import Foundation
import Login
import Services
import SignalsTesting
import Testing

@Suite struct OneInteractorTests {
  private let transport = ScriptedTransport()

  private func recorder(of answer: String, status: Int = 200) -> Recorder<LoggedIn, LoginFailure> {
    let recorder = Recorder(OneInteractor(transport).login("tangent", password: "123456"))
    transport.answer(answer, status: status)
    return recorder
  }

  @Test("code 200 with a user is a successful login") func success() {
    let user = #"{"name": "tangent", "gender": 1, "token": "11233", "age": 20}"#
    let recorder = recorder(of: #"{"code": 200, "message": "登录成功", "user_info": \#(user)}"#)
    #expect(recorder.values.map { "\($0.name) \($0.isMale) \($0.token) \($0.age)" } == ["tangent true 11233 20"])
  }

  @Test("code 200 without a user, or a user with another code, is a refusal with the server's message")
  func refusal() {
    let user = #""user_info": {"name": "tangent", "gender": 1, "token": "11233", "age": 20}"#
    #expect(recorder(of: #"{"code": 200, "message": "ok"}"#).failure == .refused("ok"))
    #expect(recorder(of: #"{"code": 200, "message": "ok", "user_info": null}"#).failure == .refused("ok"))
    #expect(recorder(of: #"{"code": 300, "message": "密码错误"}"#).failure == .refused("密码错误"))
    #expect(recorder(of: #"{"code": 201, "message": "later", \#(user)}"#).failure == .refused("later"))
  }

  @Test(
    "any other answer is unreadable",
    arguments: [
      "", "rubbish", "[]", "null", "{}", #"{"code": "200", "message": ""}"#, #"{"code": 200}"#,
      #"{"code": 200, "message": "", "user_info": {"name": "tangent"}}"#,
      #"{"code": 200, "message": "", "user_info": 7}"#,
    ])
  func noAnswer(_ answer: String) { #expect(recorder(of: answer).failure == .noAnswer) }

  @Test("a status of failure and a failure of the network give no answer") func network() {
    let good = #"{"code": 300, "message": "x"}"#
    #expect(recorder(of: good, status: 500).failure == .noAnswer)
    let recorder = Recorder(OneInteractor(transport).login("tangent", password: "123456"))
    transport.fail(.offline(host: "server"))
    #expect(recorder.failure == .noAnswer)
  }

  @Test("the login posts a form to its path below the base") func request() throws {
    OneInteractor(transport).login("tangent & co", password: "1 2=3").start()
    let request = try #require(transport.requests.first)
    #expect(request.method == "POST")
    #expect(request.path.description == "/projects/tanviper.php")
    let body = String(decoding: try #require(request.body).content, as: UTF8.self)
    #expect(body == "user_name=tangent+%26+co&password=1+2%3D3")
  }

  @Test("no description of the request contains the password") func secrecy() throws {
    OneInteractor(transport).login("tangent", password: "123456").start()
    let request = try #require(transport.requests.first)
    #expect(!"\(request) \(String(reflecting: request)) \(String(describing: request.body))".contains("123456"))
  }

  @Test("no failure contains the password, even if the server repeats it") func repeatedPassword() {
    let recorder = Recorder(OneInteractor(transport).login("tangent", password: "123456"))
    transport.answer("the password 123456 is wrong", status: 500)
    #expect(recorder.failure.map { "\($0)" }?.contains("123456") == false)
  }

  @Test("no displayed message of the server contains the password") func passwordInMessage() {
    let recorder = Recorder(OneInteractor(transport).login("tangent", password: "geh/eim"))
    transport.answer(#"{"code": 300, "message": "not geh/eim, tangent"}"#)
    #expect(recorder.failure == .refused("not •••, tangent"))
  }

  @Test("the values that the program uses are unchanged, with any password", arguments: ["a", "geheim"])
  func user(_ password: String) {
    let recorder = Recorder(OneInteractor(transport).login("tangent", password: password))
    transport.answer(
      #"{"code": 200, "message": "", "user_info": {"name": "ada", "gender": 1, "token": "x geheim", "age": 20}}"#)
    #expect(recorder.values.map { $0.name } == ["ada"])
    #expect(recorder.values.map { $0.token } == ["x geheim"])
  }
}
