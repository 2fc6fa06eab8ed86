import Fixtures
import Foundation
import Login
import Services
import SignalsTesting
import Testing

@Suite struct LoginServiceTests {
  private let transport = ScriptedTransport()

  @Test("the login is a form, posted below the base") func request() throws {
    LoginService(transport).login("tangent & co", password: "1 2=3").start()
    let request = try #require(transport.requests.first)
    #expect(request.method == "POST")
    #expect(request.path.description == "/projects/tanviper.php")
    let body = String(decoding: try #require(request.body).content, as: UTF8.self)
    #expect(body == "user_name=tangent+%26+co&password=1+2%3D3")
  }

  @Test("the password is in no text about the request") func secrecy() throws {
    LoginService(transport).login("tangent", password: "123456").start()
    let request = try #require(transport.requests.first)
    #expect(!"\(request) \(String(reflecting: request)) \(String(describing: request.body))".contains("123456"))
  }

  @Test("the password is in no failure, even if the server repeats it") func repeatedPassword() {
    let recorder = Recorder(LoginService(transport).login("tangent", password: "123456"))
    transport.answer("the password 123456 is wrong", status: 500)
    #expect(recorder.failure.map { "\($0)" }?.contains("123456") == false)
  }

  @Test("the password is in no message of the server that is shown") func passwordInMessage() {
    let recorder = Recorder(LoginService(transport).login("tangent", password: "geh/eim"))
    transport.answer(#"{"code": 300, "message": "not geh/eim, tangent"}"#)
    #expect(recorder.values.map(\.message) == ["not •••, tangent"])
  }

  @Test("what the program goes on with is as the server said it, whatever the password is", arguments: ["a", "geheim"])
  func user(_ password: String) {
    let recorder = Recorder(LoginService(transport).login("tangent", password: password))
    transport.answer(
      #"{"code": 200, "message": "", "user_info": {"name": "ada", "gender": 1, "token": "x geheim", "age": 20}}"#)
    #expect(recorder.values.map { $0.user?.name } == ["ada"])
    #expect(recorder.values.map { $0.user?.token } == ["x geheim"])
  }
}
