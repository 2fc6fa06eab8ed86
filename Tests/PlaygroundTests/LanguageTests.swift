import Foundation
import Home
import Language
import Login
import Search
import Signals
import SignalsTesting
import Testing
import Todo
import VIPER
import VIPERTesting

@Suite struct LanguageTests {
  @Test("every app has texts in English and simplified Chinese") func apps() {
    let english = Locale(identifier: "en_US"), chinese = Locale(identifier: "zh-Hans")
    #expect(Language.of(english) == .english && Language.of(chinese) == .simplifiedChinese)
    #expect(TodoTexts.of(english).addTitle == "Add" && TodoTexts.of(chinese).addTitle == "添加")
    #expect(LoginTexts.of(english).title == "Login" && LoginTexts.of(chinese).title == "登录")
    #expect(SearchTexts.of(english).searchTitle == "Search" && SearchTexts.of(chinese).searchTitle == "开始搜索")
    #expect(SearchTexts.of(english).resultsTitle == "Results" && SearchTexts.of(chinese).resultsTitle == "所有图片")
    #expect(HomeTexts.of(english).title == "Playground" && HomeTexts.of(chinese).title == "示例")
  }

  @Test(
    "a locale selects its language",
    arguments: [
      ("zh", true), ("zh_CN", true), ("zh-SG", true), ("zh-Hans", true), ("zh_Hans_TW", true), ("zh_TW", false),
      ("zh-HK", false), ("zh-MO", false), ("zh-Hant", false), ("en_001", false), ("de_DE", false), ("", false),
    ])
  func readers(_ name: String, _ isChinese: Bool) {
    #expect(Language.of(Locale(identifier: name)) == (isChinese ? .simplifiedChinese : .english))
  }

  @Test("the message about a screen that did not open is in the user's language, without advice for developers")
  func routes() {
    let errors: [RouteError] = [
      .unknown("tood", nearest: "todo"), .unknown("x", nearest: nil), .duplicate("a"), .undeclared(from: "a", to: "b"),
      .covered("a", by: "b"), .closed("search"), .unheard("e", by: "a"), .nothingBelow, .timedOut("a"),
      .notShown("a", by: "Console"), .incomplete([.init(route: "a", reason: .closed("b"))]),
    ]
    for error in errors {
      let english = Language.english.text(error)
      #expect(!english.contains { "`:".contains($0) } || english.hasPrefix("not reopened: "), "\(english)")
      let text = Language.simplifiedChinese.text(error)
      #expect(text.contains { !$0.isASCII } && !text.contains("open"), "\(text)")
    }
    #expect(Language.english.text(.closed("search")) == "'search' is not open, or has closed; open it and try again")
    #expect(Language.simplifiedChinese.text(.closed("search")) == "“search”尚未打开,或已关闭;请打开后重试")
    #expect(Language.simplifiedChinese.text(.refused("余额不足")) == "余额不足")
  }

  @Test("the message about an unfinished screen names it, in the user's language", arguments: [true, false])
  @MainActor func kinds(_ isEnglish: Bool) throws {
    @MainActor final class Unfinished: Presenter { func shouldGoBack() -> Bool { false } }
    let home = Route<Void, Never>("home"), form = Route<Int, Never>("form")
    let navigator = try Navigator(
      stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(home, opens: form) { _, _ in Assembly() },
        Module(form) { _, _ in Assembly(presenter: Unfinished()) },
      ])
    navigator.open("/home/form?value=1").start()
    let language = isEnglish ? Language.english : .simplifiedChinese
    func text(_ signal: Signal<Void, RouteError>) -> String { Recorder(signal).failure.map(language.text) ?? "" }
    #expect(
      text(navigator.userBack())
        == (isEnglish ? "'form' is not finished; finish or cancel it first" : "“form”尚未完成;请先完成或取消"))
    #expect(text(navigator.open("/")) == (isEnglish ? "the link cannot be opened" : "无法打开此链接"))
    #expect(text(navigator.userSelect(2)) == (isEnglish ? "this cannot be opened here" : "无法在此打开"))
    let saved = isEnglish ? "the previous screens cannot be reopened" : "无法恢复之前打开的界面"
    #expect(text(navigator.restore(NavigationTree())) == saved)
  }

  @Test("the alert of a failed search is exactly the sample's") func alert() {
    let english = SearchTexts.english, chinese = SearchTexts.simplifiedChinese
    #expect([english.alertTitle, english.searchFailed] == ["Connect Error!", "network disconnected."])
    #expect([chinese.alertTitle, chinese.searchFailed] == ["连接错误", "搜索图片时出错。"])
  }

  @Test("a failed download's message has the problem, its cause and a remedy") func download() {
    let failure = DownloadFailure.unwritable(path: "/p/1.svg", reason: "disk full")
    let english = "cannot write /p/1.svg: disk full. Nothing was saved; free some space and try again."
    #expect(SearchTexts.english.downloadFailure(failure) == english)
    #expect(SearchTexts.simplifiedChinese.downloadFailure(failure) == "无法写入 /p/1.svg:disk full。没有保存任何内容;请腾出空间后重试。")
    #expect(
      SearchTexts.english.downloadFailure(.noAnswer)
        == "the picture could not be downloaded. Nothing was saved; try again.")
  }
}
