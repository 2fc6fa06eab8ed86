import Language

/// Every text the picture search shows, in one language.
package struct SearchTexts: Texts {
  package let searchTitle: String
  package let mainIsEmpty: String
  package let secondIsEmpty: String
  package let alertTitle: String
  package let searchFailed: String
  package let alertButton: String
  package let nothingToCancel: String
  package let resultsTitle: String
  package let noPictures: String
  package let noMorePictures: String
  package let refreshing: String
  package let detailsTitle: String
  package let saved: @Sendable (_ path: String) -> String
  package let downloadFailure: @Sendable (DownloadFailure) -> String
  /// What is in front of the numbers of the rows that a page has added.
  package let addedLabel: String
  package let messageTitle: String
  /// What the message hands back.
  package let returned: String
  /// What is in front of what was handed back.
  package let returnedLabel: String
  /// What is in front of an event.
  package let eventLabel: String
  /// An event that was heard, and what came with it.
  package let event: @Sendable (_ name: String, _ payload: String) -> String
  package let settingTitle: String
  package let timer: @Sendable (TimerPresenter.State, _ ticks: Int) -> String
  package let timerIs: @Sendable (TimerPresenter.State) -> String
  package let language: String
  package let aboutTitle: String
  package let about: String

  package static let english = SearchTexts(
    searchTitle: "Search",
    mainIsEmpty: "the main category is empty",
    secondIsEmpty: "the second category is empty",
    alertTitle: "Connect Error!",
    searchFailed: "network disconnected.",
    alertButton: "OK",
    nothingToCancel: "nothing is under way",
    resultsTitle: "Results",
    noPictures: "no pictures",
    noMorePictures: "there are no more pictures",
    refreshing: "the list is being refreshed",
    detailsTitle: "Details",
    saved: { "saved as \($0)" },
    downloadFailure: { failure in
      switch failure {
      case .noAnswer: "the picture did not come. Nothing was saved; try again."
      case .unwritable(let path, let reason):
        "cannot write \(path): \(reason). Nothing was saved; make room, and try again."
      }
    },
    addedLabel: "added",
    messageTitle: "Message",
    returned: "我是返回数据",
    returnedLabel: "returned",
    eventLabel: "event",
    event: { "\($0) \($1)" },
    settingTitle: "Setting",
    timer: { "the timer is \(inEnglish($0)), ticks: \($1)" },
    timerIs: { "the timer is \(inEnglish($0))" },
    language: "The language is English.",
    aboutTitle: "About",
    about: "This screen has no layers; it lives beside those that have.")

  private static func inEnglish(_ state: TimerPresenter.State) -> String {
    switch state {
    case .stopped: "stopped"
    case .running: "running"
    case .paused: "paused"
    }
  }

  package static let simplifiedChinese = SearchTexts(
    searchTitle: "开始搜索",
    mainIsEmpty: "主分类为空",
    secondIsEmpty: "次分类为空",
    alertTitle: "连接错误",
    searchFailed: "搜索图片时出错。",
    alertButton: "确认",
    nothingToCancel: "没有正在进行的操作",
    resultsTitle: "所有图片",
    noPictures: "没有图片",
    noMorePictures: "没有更多图片",
    refreshing: "正在刷新",
    detailsTitle: "详情",
    saved: { "已保存到 \($0)" },
    downloadFailure: { failure in
      switch failure {
      case .noAnswer: "图片未能下载。没有保存任何内容;请重试。"
      case .unwritable(let path, let reason): "无法写入 \(path):\(reason)。没有保存任何内容;请腾出空间后重试。"
      }
    },
    addedLabel: "新增",
    messageTitle: "消息",
    returned: "我是返回数据",
    returnedLabel: "返回",
    eventLabel: "事件",
    event: { "\($0) \($1)" },
    settingTitle: "设置",
    timer: { "计时器\(inChinese($0)),次数: \($1)" },
    timerIs: { "计时器\(inChinese($0))" },
    language: "语言:简体中文。",
    aboutTitle: "关于",
    about: "这个界面没有分层,与分层的界面并存。")

  private static func inChinese(_ state: TimerPresenter.State) -> String {
    switch state {
    case .stopped: "已停止"
    case .running: "运行中"
    case .paused: "已暂停"
    }
  }
}
