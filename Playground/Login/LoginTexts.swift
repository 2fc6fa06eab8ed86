import Language

/// Every text the login shows, in one language.
package struct LoginTexts: Texts {
  package let title: String
  package let userIsEmpty: String
  package let passwordIsEmpty: String
  package let nothingToCancel: String
  package let alertTitle: String
  package let alertButton: String
  /// What the other screen shows.
  package let message: String
  package let success: @Sendable (LoggedIn) -> String
  package let failure: @Sendable (LoginFailure) -> String

  package static let english = LoginTexts(
    title: "Login",
    userIsEmpty: "user is empty",
    passwordIsEmpty: "password is empty",
    nothingToCancel: "nothing is under way",
    alertTitle: "Login",
    alertButton: "OK",
    message: "From One To Two | One --> Two",
    success: { user in
      "logged in, name: \(user.name), age: \(user.age), gender: \(user.isMale ? "male" : "female"), token: \(user.token)"
    },
    failure: { failure in
      switch failure {
      case .refused(let message): "not logged in, \(message)"
      case .noAnswer: "the network failed, or its answer cannot be read"
      }
    })

  package static let simplifiedChinese = LoginTexts(
    title: "登录",
    userIsEmpty: "用户名为空",
    passwordIsEmpty: "密码为空",
    nothingToCancel: "没有正在进行的操作",
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
    })
}
