/// The server's login, which has one user.
enum LoginAnswers {
  static let path = "/projects/tanviper.php"

  static func answer(_ form: [String: String]) -> SampleAnswer {
    switch (form["user_name"], form["password"]) {
    case ("tangent", "123456"):
      .json(
        #"{"code": 200, "message": "登录成功", "#
          + #""user_info": {"name": "tangent", "gender": 1, "token": "11233", "age": 20}}"#)
    case ("tangent", _): .json(#"{"code": 300, "message": "密码错误"}"#)
    default: .json(#"{"code": 300, "message": "不存在此用户"}"#)
    }
  }
}
