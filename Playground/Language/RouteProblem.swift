import VIPER

extension Language {
  /// Why a screen did not open or an event did not arrive, as a user is told.
  package func text(_ error: RouteError) -> String {
    switch self {
    case .english: "\(error)"
    case .simplifiedChinese: Self.chinese(error)
    }
  }

  private static func chinese(_ error: RouteError) -> String {
    switch error {
    case .unknown(let name, let nearest?): "没有“\(name)”这个界面;是否要打开“\(nearest)”?"
    case .unknown(let name, nil): "没有“\(name)”这个界面"
    case .duplicate(let name): "有两个界面都叫“\(name)”"
    case .undeclared(let from, let to): "“\(from)”没有声明会打开“\(to)”"
    case .covered(let name, let by): "“\(name)”之上还有“\(by)”;只有最上面的界面可以打开其他界面"
    case .closed(let name): "“\(name)”尚未打开,或已关闭;请打开后重试"
    case .unheard(let event, let by): "“\(by)”不接收事件“\(event)”"
    case .nothingBelow: "没有可返回的界面;请先打开一个界面"
    case .timedOut(let name): "“\(name)”未能及时就绪;请重试"
    case .notShown(let name, let stage): "\(stage) 未能及时显示“\(name)”"
    case .incomplete(let missing):
      "未能恢复以下界面:" + missing.map { "\($0.route)(\(chinese($0.reason)))" }.joined(separator: "、")
    // In the words of whoever made it.
    case .invalid(let reason), .refused(let reason): reason
    }
  }
}
