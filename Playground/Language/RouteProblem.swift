import VIPER

extension Language {
  /// Explains to users why a screen did not open or an event did not arrive. The error's own description has the advice for
  /// developers.
  package func text(_ error: RouteError) -> String {
    switch self {
    case .english: Self.english(error)
    case .simplifiedChinese: Self.chinese(error)
    }
  }

  private static func english(_ error: RouteError) -> String {
    switch error {
    case .unknown(let name, let nearest?): "there is no screen '\(name)'; did you mean '\(nearest)'?"
    case .unknown(let name, nil): "there is no screen '\(name)'"
    case .duplicate, .undeclared: "this cannot be opened here"
    case .covered(let name, let by): "'\(name)' has '\(by)' on top; close that first"
    case .closed(let name): "'\(name)' is not open, or has closed; open it and try again"
    case .unheard(let event, let by): "'\(by)' does not receive the event '\(event)'"
    case .nothingBelow: "there is nothing to go back to"
    case .timedOut(let name): "'\(name)' was not ready in time; try again"
    case .notShown(let name, _): "'\(name)' could not be shown in time; try again"
    case .incomplete(let missing):
      "not reopened: " + missing.map { "\($0.route) (\(english($0.reason)))" }.joined(separator: ", ")
    case .invalid(let reason), .refused(let reason):
      switch reason.kind {
      case .app: reason.description
      case .link: "the link cannot be opened"
      case .input: "this cannot be opened with this input"
      case .event: "this event cannot be received"
      case .place: "this cannot be opened here"
      case .saved: "the previous screens cannot be reopened"
      case .guarded: "you cannot open this now"
      case .staysOpen(let name): "'\(name)' is not finished; finish or cancel it first"
      }
    }
  }

  private static func chinese(_ error: RouteError) -> String {
    switch error {
    case .unknown(let name, let nearest?): "没有“\(name)”这个界面;是否要打开“\(nearest)”?"
    case .unknown(let name, nil): "没有“\(name)”这个界面"
    case .duplicate, .undeclared: "无法在此打开"
    case .covered(let name, let by): "“\(name)”之上还有“\(by)”;请先关闭它"
    case .closed(let name): "“\(name)”尚未打开,或已关闭;请打开后重试"
    case .unheard(let event, let by): "“\(by)”不接收事件“\(event)”"
    case .nothingBelow: "没有可返回的界面"
    case .timedOut(let name): "“\(name)”未能及时就绪;请重试"
    case .notShown(let name, _): "未能及时显示“\(name)”;请重试"
    case .incomplete(let missing):
      "未能恢复以下界面:" + missing.map { "\($0.route)(\(chinese($0.reason)))" }.joined(separator: "、")
    case .invalid(let reason), .refused(let reason):
      switch reason.kind {
      case .app: reason.description
      case .link: "无法打开此链接"
      case .input: "无法用所给内容打开"
      case .event: "无法接收此内容"
      case .place: "无法在此打开"
      case .saved: "无法恢复之前打开的界面"
      case .guarded: "目前无法打开"
      case .staysOpen(let name): "“\(name)”尚未完成;请先完成或取消"
      }
    }
  }
}
