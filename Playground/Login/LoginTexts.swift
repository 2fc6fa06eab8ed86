import Language

/// The texts of the login.
package struct LoginTexts: Texts {
  private let text: Language

  package init(_ language: Language) { text = language }

  package var title: String { text("Login", "登录") }
  package var userIsEmpty: String { text("user is empty", "用户名为空") }
  package var passwordIsEmpty: String { text("password is empty", "密码为空") }
  package var alertTitle: String { text("Login", "登录提示") }
  package var alertButton: String { text("OK", "确认") }
  /// The message on the other screen.
  package var message: String { "From One To Two | One --> Two" }

  package func success(_ user: LoggedIn) -> String {
    text(
      "logged in, name: \(user.name), age: \(user.age), gender: \(user.isMale ? "male" : "female"), token: \(user.token)",
      "登录成功,姓名: \(user.name), 年龄: \(user.age), 性别: \(user.isMale ? "男" : "女"), 令牌: \(user.token)")
  }
  package func failure(_ failure: LoginFailure) -> String {
    switch failure {
    case .refused(let message): text("not logged in, \(Self.inEnglish[message] ?? message)", "登录失败,\(message)")
    case .noAnswer: text("the network failed, or its answer cannot be read", "网络请求或数据解析错误")
    }
  }
  /// Translations of the server's messages, which are in Chinese.
  private static let inEnglish = ["密码错误": "the password is wrong", "不存在此用户": "there is no such user"]

  // The titles of buttons.
  package var cancelTitle: String { text("Cancel", "取消") }
  package var jumpTitle: String { text("Jump", "跳转") }

  // The texts of `help`. They name the only user of the sample's server.
  var user: String { text("your name; the server of this sample knows tangent", "用户名;示例服务器只认识 tangent") }
  var password: String { text("your password; tangent's is 123456", "密码;tangent 的密码是 123456") }
  var login: String { text("logs in", "登录") }
  var cancel: String { text("cancels the login", "放弃正在进行的登录") }
  var jump: String { text("opens the other screen", "打开另一个界面") }
  var touch: String { text("a touch anywhere: goes back", "触碰任意位置:返回") }
}
