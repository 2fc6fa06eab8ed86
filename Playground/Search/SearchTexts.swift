import Language

/// The texts of the picture search.
package struct SearchTexts: Texts {
  private let text: Language

  package init(_ language: Language) { text = language }

  package var searchTitle: String { text("Search", "开始搜索") }
  package var mainIsEmpty: String { text("the main category is empty", "主分类为空") }
  package var secondIsEmpty: String { text("the second category is empty", "次分类为空") }
  package var alertTitle: String { text("Connect Error!", "连接错误") }
  package var searchFailed: String { text("network disconnected.", "搜索图片时出错。") }
  package var alertButton: String { text("OK", "确认") }
  package var eventLabel: String { text("event", "事件") }
  package func event(_ name: String, _ payload: String) -> String { "\(name) \(payload)" }
  package var returnedLabel: String { text("returned", "返回") }

  package var resultsTitle: String { text("Results", "所有图片") }
  package var noPictures: String { text("no pictures", "没有图片") }
  package var noMorePictures: String { text("there are no more pictures", "没有更多图片") }
  package var refreshing: String { text("the list is being refreshed", "正在刷新") }
  package var addedLabel: String { text("added", "新增") }

  package var detailsTitle: String { text("Details", "详情") }
  package func saved(_ path: String) -> String { text("saved as \(path)", "已保存到 \(path)") }
  package func downloadFailure(_ failure: DownloadFailure) -> String {
    switch failure {
    case .noAnswer: text("the picture could not be downloaded. Nothing was saved; try again.", "图片未能下载。没有保存任何内容;请重试。")
    case .unwritable(let path, let reason):
      text(
        "cannot write \(path): \(reason). Nothing was saved; free some space and try again.",
        "无法写入 \(path):\(reason)。没有保存任何内容;请腾出空间后重试。")
    }
  }

  package var messageTitle: String { text("Message", "消息") }
  /// The text that the message returns.
  package var returned: String { "我是返回数据" }
  package var settingTitle: String { text("Setting", "设置") }
  package var language: String { text("The language is English.", "语言:简体中文。") }
  package var aboutTitle: String { text("About", "关于") }
  package var about: String {
    text("This screen has no VIPER layers.", "这个界面没有分层,与分层的界面并存。")
  }
  package func timerIs(_ state: TimerPresenter.State) -> String {
    text("the timer is \(state)", "计时器" + [.stopped: "已停止", .running: "运行中", .paused: "已暂停"][state, default: ""])
  }
  package func timer(_ state: TimerPresenter.State, _ ticks: Int) -> String {
    timerIs(state) + text(", ticks: \(ticks)", ",次数: \(ticks)")
  }

  // The titles of buttons and tabs.
  package var cancelTitle: String { text("Cancel", "取消") }
  package var moreTitle: String { text("More", "更多") }
  package var linkTitle: String { text("Link", "链接") }
  package var downloadTitle: String { text("Download", "下载") }
  package var timerTitle: String { text("Timer", "计时器") }
  package var languageTitle: String { text("Language", "语言") }
  package var sendTitle: String { text("Send", "发送") }
  package var notifyTitle: String { text("Notify", "通知") }
  package var startTitle: String { text("Start", "开始") }
  package var pauseTitle: String { text("Pause", "暂停") }
  package var resumeTitle: String { text("Resume", "继续") }
  package var stopTitle: String { text("Stop", "停止") }

  // The texts of `help`.
  var main: String { text("the main category", "主分类") }
  var second: String { text("the second category", "次分类") }
  var search: String { text("looks for pictures of both categories", "搜索同时属于两个分类的图片") }
  var cancelSearch: String { text("cancels the search", "放弃正在进行的搜索") }
  var openMessage: String { text("opens a screen that returns a text", "打开会返回文字的界面") }
  var openSetting: String { text("opens a timer and the language", "打开计时器与语言") }
  var openAbout: String { text("opens a screen without layers", "打开没有分层的界面") }
  var open: String { text("shows its details", "显示详情") }
  var follow: String { text("shows its details through its link", "通过链接显示详情") }
  var more: String { text("loads the next page", "加载下一页") }
  var refresh: String { text("starts over with the first page", "从第一页重新开始") }
  var cancelLoading: String { text("cancels loading the page", "放弃正在加载的页面") }
  var download: String { text("saves the picture as a file", "将图片保存为文件") }
  var cancelDownload: String { text("cancels the download", "放弃正在进行的下载") }
  var cancelMessage: String { text("goes back, and returns a text", "返回,并带回一段文字") }
  var showTimer: String { text("shows the timer", "显示计时器") }
  var showLanguage: String { text("shows the language", "显示语言") }
  var start: String { text("starts the timer from 0", "从 0 开始计时") }
  var pause: String { text("pauses the timer", "暂停计时") }
  var resume: String { text("continues from the same number", "继续计时") }
  var stop: String { text("ends the timer", "结束计时") }
  var send: String { text("sends an event to the search", "向搜索模块发送事件") }
  var notify: String { text("posts a notification of the system", "发布一条系统通知") }
}
