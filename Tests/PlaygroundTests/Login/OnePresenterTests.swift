import Services
import Fixtures
import Foundation
import Login
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct OnePresenterTests {
  private let transport = ScriptedTransport()

  private func host(_ locale: String = "zh-Hans") throws -> PresenterHost<OnePresenter, Never> {
    let interactor = OneInteractor(transport)
    let environment = AppEnvironment.fixed(on: VirtualTimeScheduler(), locale: Locale(identifier: locale))
    return try PresenterHost(.one, environment: environment, opens: .two) { router, _ in
      OnePresenter(interactor, router)
    }
  }

  private func filled() throws -> PresenterHost<OnePresenter, Never> {
    let host = try host()
    host.presenter.user.value = "tangent"
    host.presenter.password.value = "123456"
    return host
  }

  @Test("login is disabled, with a reason, while a field is empty") func fields() throws {
    let shown = try host("en_US"), presenter = shown.presenter, isEnabled = presenter.login.isEnabled
    #expect(presenter.login.disabledReason.value == "user is empty")
    presenter.password.value = "123456"
    #expect(!isEnabled.value)
    presenter.user.value = "tangent"
    #expect(isEnabled.value && presenter.login.disabledReason.value == nil)
    presenter.password.value = ""
    #expect(!isEnabled.value && presenter.login.disabledReason.value == "password is empty")
  }

  @Test("login is disabled from its start until the delivery of its answer or failure")
  func busy() throws {
    let shown = try filled(), presenter = shown.presenter, isEnabled = Recorder(presenter.login.isEnabled.signal)
    presenter.login.execute()
    transport.fail(.offline(host: "server"))
    #expect(isEnabled.values == [true, false, true])
    presenter.login.execute()
    presenter.login.execute()
    #expect(transport.requests.count == 2)
    #expect(isEnabled.values == [true, false, true, false])
  }

  @Test("a cancelled login shows no alert and can be repeated") func cancelling() throws {
    let shown = try filled(), presenter = shown.presenter, alerts = Recorder(presenter.alerts)
    presenter.login.execute()
    presenter.login.cancel()
    #expect(presenter.login.isEnabled.value)
    #expect(alerts.values == [])
  }

  @Test("the alerts are exactly the sample's") func alerts() throws {
    let shown = try filled(), presenter = shown.presenter, alerts = Recorder(presenter.alerts)
    #expect(presenter.texts.alertTitle == "登录提示" && presenter.texts.alertButton == "确认")
    let answers = [
      #"{"code": 200, "message": "", "user_info": {"name": "tangent", "gender": 1, "token": "11233", "age": 20}}"#,
      #"{"code": 200, "message": "", "user_info": {"name": "jane", "gender": 0, "token": "7", "age": 30}}"#,
      #"{"code": 300, "message": "密码错误"}"#, "rubbish",
    ]
    for answer in answers {
      presenter.login.execute()
      transport.answer(answer)
    }
    let expected = [
      "登录成功,姓名: tangent, 年龄: 20, 性别: 男, 令牌: 11233", "登录成功,姓名: jane, 年龄: 30, 性别: 女, 令牌: 7",
      "登录失败,密码错误", "网络请求或数据解析错误",
    ]
    #expect(alerts.values == expected)
  }

  @Test("jump presents the other screen with its message, and only once at a time") func jump() throws {
    let host = try host()
    host.presenter.jump.execute()
    host.presenter.jump.execute()
    #expect(host.visible == "two")
    #expect(host.stage.kinds.last == .modal)
    let message = host.navigator.tree.value.path.last?.destination.input(of: .two)
    #expect(message == "From One To Two | One --> Two")
  }

  @Test("the trace contains no typed text") func secrecy() throws {
    let host = try filled()
    host.presenter.login.execute()
    let trace = host.navigator.trace.entries.map { "\($0)" }.joined(separator: "\n")
    #expect(trace.contains("login"))
    #expect(!trace.contains("123456") && !trace.contains("tangent"))
  }
}
