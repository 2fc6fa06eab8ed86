import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// The console's own messages are in the language of the locale, and can be replaced.
@MainActor @Suite struct ConsoleTextsTests {
  private let never = Command<Void, Void, Never> { .never }

  /// A screen on which every mistake can be made.
  private func screen(_ texts: ConsoleTexts) throws -> Screen {
    let row = Command<String, Void, Never> { _ in .empty }
    let off = Property(constant: false), rows = MutableProperty(["a", "b"])
    let view = ConsoleView(
      .field("count", MutableProperty(1), print: { "\($0)" }) { Int($0) },
      .button("wait", never), .button("stop", Command<Void, Void, Never>(enabledIf: off) { .empty }),
      .button(
        "save", Command<Void, Void, Never>(enabledIf: off) { .empty }, because: Property(constant: "it is late")),
      .list("items", rows.readOnly, line: { $0 }, .row("open", row)),
      .list("one", Property(constant: ["a"]), line: { $0 }, .row("pick", row)),
      .list("none", Property(constant: [String]()), line: { $0 }, .row("take", row)),
      .back(Command<Void, Void, RouteError> { .empty }), .cancel(row))
    let screen = try Screen(view)
    screen.console.texts = texts
    return screen
  }

  private static let said: [(line: String, english: [String], chinese: [String])] = [
    ("stop", ["! stop is disabled"], ["! stop 不可用"]),
    ("save", ["! save is disabled: it is late"], ["! save 不可用:it is late"]),
    ("wait", ["! wait is busy"], ["! wait 正在进行"]),
    ("sve", ["! there is no command 'sve' on home; did you mean 'save'?"], ["! home 中没有命令“sve”;是否要输入“save”?"]),
    ("xyzzy", ["! there is no command 'xyzzy' on home; help lists the commands"], ["! home 中没有命令“xyzzy”;help 可列出命令"]),
    ("wait now", ["! wait takes nothing after it; 'now' is left over"], ["! wait 之后不需要输入内容;多出了“now”"]),
    ("count x", ["! count cannot be 'x'; it stays '1'"], ["! count 不能是“x”;仍为“1”"]),
    ("open", ["! open needs the number of a row; items has rows 1 to 2"], ["! open 需要行号;items 有第 1 至 2 行"]),
    ("open 3", ["! open cannot take '3'; items has rows 1 to 2"], ["! open 不能接受“3”;items 有第 1 至 2 行"]),
    ("pick 2", ["! pick cannot take '2'; one has 1 row"], ["! pick 不能接受“2”;one 只有第 1 行"]),
    ("help pick", ["pick N", "one has 1 row"], ["pick 行号", "one 只有第 1 行"]),
    ("help open", ["open N", "items has rows 1 to 2"], ["open 行号", "items 有第 1 至 2 行"]),
    ("take 1", ["! take: there is nothing in none"], ["! take:none 中没有内容"]),
    ("cancel", ["! cancel is disabled: nothing is under way"], ["! cancel 不可用:没有正在进行的操作"]),
    ("help take", ["take N", "there is nothing in none"], ["take 行号", "none 中没有内容"]),
    ("help count", ["count TEXT  changes count", "count: 1"], ["count 文本  更改 count", "count: 1"]),
    ("help back", ["back  goes back to the screen before this one"], ["back  返回上一个界面"]),
  ]

  @Test("messages about mistakes are in the user's language, commands are the same in all")
  func languages() throws {
    let english = try screen(.english), chinese = try screen(.simplifiedChinese)
    never.execute()
    #expect(Self.said.map { english.run($0.line) } == Self.said.map(\.english))
    #expect(Self.said.map { chinese.run($0.line) } == Self.said.map(\.chinese))
    never.cancel()
    #expect(Set(english.console.offered.map(\.usage)) == Set(chinese.console.offered.map(\.usage)))
  }

  @Test("the language follows the locale: simplified Chinese for its script, otherwise English")
  func locales() {
    let chinese = ["zh", "zh-Hans", "zh_CN", "zh-SG", "zh_Hans_TW"]
    let names = chinese + ["en_US", "en", "zh-Hant", "zh_TW", "zh-HK", "de", "", "C"]
    #expect(names.filter { ConsoleTexts.of(Locale(identifier: $0)).cancelled == "已取消" } == chinese)
  }

  @Test("a session uses the language of its locale, also while no screen is open; an app may replace the messages")
  func session() async throws {
    let outputs = try await SmallApp.outputs("> :locale zh-Hans\n> add\n> help\n> :open todo\ntodo> ad\n")
    #expect(
      outputs == [
        [], ["! 尚未打开任何界面,没有命令“add”;help 可列出命令"], ["(这里没有命令;:help 可列出会话的命令)"],
        ["VIPER TODO", "(no upcoming items)"], ["! todo 中没有命令“ad”;是否要输入“add”?"],
      ])
    let app = ConsoleApp("patient") { session, _ in
      session.console.texts.busy = { "\($0) braucht noch" }
      return ConsoleView(.button("wait", Command<Void, Void, Never> { .never }))
    }
    let run = try await FlowRunner(app).execute("> :open home\nhome> wait\nhome> wait\nhome> :cancel\n")
    #expect(run.outputs == [[], [], ["! wait braucht noch"], ["(cancelled)"]])
  }

  @Test("a session in another language gives a flow in that language, piped or saved") func language() async throws {
    let folder = try TemporaryFolder(), recorded = RecordedTerminal(), app = SmallApp.console()
    recorded.pipe(":open todo", "add now", ":save \(folder.path)/saved.flow")
    var environment = AppEnvironment.still
    environment.locale = Locale(identifier: "zh-Hans")
    #expect(await recorded.run(environment: environment) == 1)
    try folder.write("piped.flow", recorded.text.components(separatedBy: "todo> :save").first ?? "")
    let texts = try ["saved.flow", "piped.flow"].map { try folder.read($0) }
    let start = "> :now 2001-01-01T00:00:00\n> :locale zh-Hans\n> :open todo\n"
    #expect(texts.map { $0.missing(start, "! add 之后不需要输入内容;多出了“now”") } == [[], []])
    let reports = [await app.run(flow: folder.file("saved.flow")), await app.run(flow: folder.file("piped.flow"))]
    #expect(reports.filter { !$0.passed }.map(\.text) == [])
  }
}
