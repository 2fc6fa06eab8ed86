import Language

/// Every text the login shows, in one language.
package struct LoginTexts: Texts {
  package let title: String
  package let userIsEmpty: String
  package let passwordIsEmpty: String
  package let alertTitle: String
  package let alertButton: String
  /// What the other screen shows.
  package let message: String
  package let success: @Sendable (LoggedIn) -> String
  package let failure: @Sendable (LoginFailure) -> String
  package let help: Help

  /// What can be typed, for `help` on a terminal: with the one user that the sample's server knows.
  package struct Help: Sendable {
    let user: String, password: String, login: String, cancel: String, jump: String, touch: String
  }

  package static let english = LoginTexts(
    title: "Login",
    userIsEmpty: "user is empty",
    passwordIsEmpty: "password is empty",
    alertTitle: "Login",
    alertButton: "OK",
    message: "From One To Two | One --> Two",
    success: { user in
      "logged in, name: \(user.name), age: \(user.age), gender: \(user.isMale ? "male" : "female"), token: \(user.token)"
    },
    failure: { failure in
      switch failure {
      case .refused(let message): "not logged in, \(inEnglish[message] ?? message)"
      case .noAnswer: "the network failed, or its answer cannot be read"
      }
    },
    help: Help(
      user: "your name; the server of this sample knows tangent", password: "your password; tangent's is 123456",
      login: "logs in", cancel: "gives up the login under way", jump: "opens the other screen",
      touch: "a touch anywhere: goes back"))

  /// What the server says, which speaks Chinese.
  private static let inEnglish = ["密码错误": "the password is wrong", "不存在此用户": "there is no such user"]

  package static let simplifiedChinese = LoginTexts(
    title: "登录",
    userIsEmpty: "用户名为空",
    passwordIsEmpty: "密码为空",
    alertTitle: "登录提示",
    alertButton: "确认",
    message: "From One To Two | One --> Two",
    success: { user in
      "登录成功,姓名: \(user.name), 年龄: \(user.age), 性别: \(user.isMale ? "男" : "女"), 令牌: \(user.token)"
    },
    failure: { failure in
      switch failure {
      case .refused(let message): "登录失败,\(message)"
      case .noAnswer: "网络请求或数据解析错误"
      }
    },
    help: Help(
      user: "用户名;示例服务器只认识 tangent", password: "密码;tangent 的密码是 123456", login: "登录",
      cancel: "放弃正在进行的登录", jump: "打开另一个界面", touch: "触碰任意位置:返回"))
}
