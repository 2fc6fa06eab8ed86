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
    let off = Property(constant: false), rows = MutableProperty(["a", "b"])
    let view = ConsoleView(
      .field("count", MutableProperty(1), print: { "\($0)" }) { Int($0) },
      .button("wait", never), .button("stop", Command<Void, Void, Never>(enabledIf: off) { .empty }),
      .button(
        "save", Command<Void, Void, Never>(enabledIf: off) { .empty }, because: Property(constant: "it is late")),
      .list("items", rows.readOnly, line: { $0 }, .row("open", Command<String, Void, Never> { _ in .empty })),
      .list(
        "none", Property(constant: [String]()), line: { $0 }, .row("take", Command<String, Void, Never> { _ in .empty })
      ))
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
    ("take 1", ["! take: there is nothing in none"], ["! take:none 中没有内容"]),
    (
      "help", ["count TEXT  changes count", "wait", "stop", "save", "open N", "take N"],
      ["count 文本  更改 count", "wait", "stop", "save", "open 行号", "take 行号"]
    ),
  ]

  @Test("messages about mistakes are in the user's language, commands are the same in all")
  func languages() throws {
    let english = try screen(.english), chinese = try screen(.simplifiedChinese)
    for (line, expected, translated) in Self.said {
      if line == "wait" { never.execute() }
      #expect([english.run(line), chinese.run(line)] == [expected, translated])
    }
    never.cancel()
    #expect(Set(english.console.offered.map(\.usage)) == Set(chinese.console.offered.map(\.usage)))
  }

  @Test("a list of one row has its own wording, also in Chinese") func oneRow() {
    #expect(ConsoleTexts.simplifiedChinese.noSuchRow("open", "2", "items", 1) == "open 不能接受“2”;items 只有第 1 行")
  }

  @Test("the language follows the locale: simplified Chinese for its script, otherwise English")
  func locales() {
    let chinese = ["zh", "zh-Hans", "zh_CN", "zh-SG", "zh_Hans_TW"]
    for name in chinese + ["en_US", "en", "zh-Hant", "zh_TW", "zh-HK", "de", "", "C"] {
      let text = ConsoleTexts.of(Locale(identifier: name)).cancelled
      #expect(text == (chinese.contains(name) ? "已取消" : "cancelled"), "\(name)")
    }
  }

  @Test("a session uses the language of its locale, also while no screen is open") func session() async throws {
    let outputs = try await SmallApp.outputs("> :locale zh-Hans\n> add\n> help\n> :open todo\ntodo> ad\n")
    #expect(
      outputs == [
        [], ["! 尚未打开任何界面,没有命令“add”;help 可列出命令"], ["(这里没有命令;:help 可列出会话的命令)"],
        ["VIPER TODO", "(no upcoming items)"], ["! todo 中没有命令“ad”;是否要输入“add”?"],
      ])
  }

  @Test("a session in another language gives a flow in that language, piped or saved") func language() async throws {
    let folder = try TemporaryFolder(), recorded = RecordedTerminal()
    recorded.pipe(":open todo", "add now", ":save \(folder.path)/saved.flow")
    var environment = AppEnvironment.still
    environment.locale = Locale(identifier: "zh-Hans")
    #expect(await recorded.run(environment: environment) == 1)
    let piped = recorded.text
    #expect(piped.contains("\n> :now 2001-01-01T00:00:00\n> :locale zh-Hans\n> :open todo\n"), "\(piped)")
    try folder.write("piped.flow", piped.components(separatedBy: "todo> :save").first ?? "")
    for name in ["saved.flow", "piped.flow"] {
      #expect(try folder.read(name).contains("! add 之后不需要输入内容;多出了“now”"))
      let report = await SmallApp.console().run(flow: folder.url.appendingPathComponent(name))
      #expect(report.passed, "\(report.text)")
    }
  }

  @Test("an app may replace the messages, or add a language") func replaced() async throws {
    let app = ConsoleApp("patient") { session, _ in
      var texts = ConsoleTexts.of(session.environment.locale)
      texts.busy = { "\($0) braucht noch" }
      session.console.texts = texts
      return ConsoleView(.button("wait", Command<Void, Void, Never> { .never }))
    }
    let run = try await FlowRunner(app).execute("> :open home\nhome> wait\nhome> wait\nhome> :cancel\n")
    #expect(run.outputs == [[], [], ["! wait braucht noch"], ["(cancelled)"]])
  }
}
