import Foundation
import Language
import Search
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The choice of a language, and the messages that no flow shows.
@Suite struct LanguageTests {
  @Test("simplified Chinese is for its locales, and English for all others") func locales() {
    let chinese = ["zh", "zh_CN", "zh-SG", "zh-Hans", "zh_Hans_TW"]
    let others = ["zh_TW", "zh-HK", "zh-MO", "zh-Hant", "en_001", "de_DE", ""]
    let read = (chinese + others).filter { Language.of(Locale(identifier: $0)) == .simplifiedChinese }
    #expect(read == chinese)
  }

  @Test("an invisible text is blank, and a text with a visible character is not") func blank() {
    let blank = [
      "", " ", "\t\n", "\u{A0}\u{3000}", "\u{200B}", "\u{200B} \u{200D}", "\u{FEFF}", "\u{2060}", "\u{AD}", "\u{3164}",
      "\u{2800}", "\u{7}",
    ]
    #expect((blank + ["a", " a ", "\u{200B}b", "👩‍👩‍👧", "◌", "\u{301}"]).filter(\.isBlank) == blank)
  }

  @Test("the message about a screen that did not open is in the user's language, without advice for developers")
  func routes() {
    let errors: [RouteError] = [
      .unknown("tood", nearest: "todo"), .unknown("x", nearest: nil), .duplicate("a"), .undeclared(from: "a", to: "b"),
      .covered("a", by: "b"), .closed("search"), .unheard("e", by: "a"), .nothingBelow, .timedOut("a"),
      .notShown("a", by: "Console"), .refused("余额不足"), .incomplete([.init(route: "a", reason: .closed("b"))]),
    ]
    let english = [
      "there is no screen 'tood'; did you mean 'todo'?", "there is no screen 'x'", "this cannot be opened here",
      "this cannot be opened here", "'a' has 'b' on top; close that first",
      "'search' is not open, or has closed; open it and try again", "'a' does not receive the event 'e'",
      "there is nothing to go back to", "'a' was not ready in time; try again",
      "'a' could not be shown in time; try again", "余额不足",
      "not reopened: a ('b' is not open, or has closed; open it and try again)",
    ]
    let chinese = [
      "没有“tood”这个界面;是否要打开“todo”?", "没有“x”这个界面", "无法在此打开", "无法在此打开", "“a”之上还有“b”;请先关闭它",
      "“search”尚未打开,或已关闭;请打开后重试", "“a”不接收事件“e”", "没有可返回的界面", "“a”未能及时就绪;请重试",
      "未能及时显示“a”;请重试", "余额不足", "未能恢复以下界面:a(“b”尚未打开,或已关闭;请打开后重试)",
    ]
    #expect(errors.map(Language.english.text) == english)
    #expect(errors.map(Language.simplifiedChinese.text) == chinese)
  }

  @Test("the message about an unfinished screen, a wrong link or a wrong tab is in the user's language")
  @MainActor func kinds() throws {
    @MainActor final class Unfinished: Presenter { func shouldGoBack() -> Bool { false } }
    let home = Route<Void, Never>("home"), form = Route<Int, Never>("form")
    let navigator = try Navigator(
      stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(home, opens: form) { _, _ in Assembly() },
        Module(form) { _, _ in Assembly(presenter: Unfinished()) },
      ])
    navigator.open("/home/form?value=1").start()
    let failures = [
      navigator.userBack(), navigator.open("/"), navigator.userSelect(2), navigator.restore(NavigationTree()),
    ].map { Recorder($0).failure }
    let english = [
      "'form' is not finished; finish or cancel it first", "the link cannot be opened", "this cannot be opened here",
      "the previous screens cannot be reopened",
    ]
    let chinese = ["“form”尚未完成;请先完成或取消", "无法打开此链接", "无法在此打开", "无法恢复之前打开的界面"]
    #expect(failures.map { $0.map(Language.english.text) } == english)
    #expect(failures.map { $0.map(Language.simplifiedChinese.text) } == chinese)
  }

  @Test("a picture that cannot be written is reported with its path, the cause and a remedy") func download() {
    let failure = DownloadFailure.unwritable(path: "/p/1.svg", reason: "disk full")
    let texts = [SearchTexts.english, .simplifiedChinese].map { $0.downloadFailure(failure) }
    let english = "cannot write /p/1.svg: disk full. Nothing was saved; free some space and try again."
    #expect(texts == [english, "无法写入 /p/1.svg:disk full。没有保存任何内容;请腾出空间后重试。"])
  }
}
