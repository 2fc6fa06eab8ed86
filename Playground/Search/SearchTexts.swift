import Language

/// Every text the picture search shows, in one language.
package struct SearchTexts: Texts {
  package let searchTitle: String
  package let mainIsEmpty: String
  package let secondIsEmpty: String
  package let alertTitle: String
  package let searchFailed: String
  package let alertButton: String
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
  package let help: Help

  /// What can be typed, for `help` on a terminal.
  package struct Help: Sendable {
    let search: String
    let main: String
    let second: String
    let cancelSearch: String
    let message: String
    let setting: String
    let about: String
    let open: String
    let follow: String
    let more: String
    let refresh: String
    let cancelLoading: String
    let download: String
    let cancelDownload: String
    let cancelMessage: String
    let showTimer: String
    let showLanguage: String
    let start: String
    let pause: String
    let resume: String
    let stop: String
    let send: String
    let notify: String
  }

  package static let english = SearchTexts(
    searchTitle: "Search",
    mainIsEmpty: "the main category is empty",
    secondIsEmpty: "the second category is empty",
    alertTitle: "Connect Error!",
    searchFailed: "network disconnected.",
    alertButton: "OK",
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
    about: "This screen has no layers; it lives beside those that have.",
    help: Help(
      search: "looks for pictures of both categories",
      main: "the main category",
      second: "the second category",
      cancelSearch: "gives up the search under way",
      message: "opens a screen that hands a text back",
      setting: "opens a timer and the language",
      about: "opens a screen without layers",
      open: "shows its details",
      follow: "shows its details through its link",
      more: "loads the next page",
      refresh: "starts over with the first page",
      cancelLoading: "gives up the page that is loading",
      download: "saves the picture as a file",
      cancelDownload: "gives up the download under way",
      cancelMessage: "goes back, and hands a text back",
      showTimer: "shows the timer",
      showLanguage: "shows the language",
      start: "starts the timer from 0",
      pause: "stops it for now",
      resume: "goes on from where it was",
      stop: "ends the timer",
      send: "sends an event to the search",
      notify: "posts a notification of the system"))

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
    about: "这个界面没有分层,与分层的界面并存。",
    help: Help(
      search: "搜索同时属于两个分类的图片",
      main: "主分类",
      second: "次分类",
      cancelSearch: "放弃正在进行的搜索",
      message: "打开会返回文字的界面",
      setting: "打开计时器与语言",
      about: "打开没有分层的界面",
      open: "显示详情",
      follow: "通过链接显示详情",
      more: "加载下一页",
      refresh: "从第一页重新开始",
      cancelLoading: "放弃正在加载的页面",
      download: "将图片保存为文件",
      cancelDownload: "放弃正在进行的下载",
      cancelMessage: "返回,并带回一段文字",
      showTimer: "显示计时器",
      showLanguage: "显示语言",
      start: "从 0 开始计时",
      pause: "暂停计时",
      resume: "继续计时",
      stop: "结束计时",
      send: "向搜索模块发送事件",
      notify: "发布一条系统通知"))

  private static func inChinese(_ state: TimerPresenter.State) -> String {
    switch state {
    case .stopped: "已停止"
    case .running: "运行中"
    case .paused: "已暂停"
    }
  }
}
