import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// Names that cannot be typed, or are used twice, are found when the app starts.
@MainActor @Suite struct ControlNamesTests {
  private static let never = Command<Void, Void, Never> { .never }
  private static let twice = ConsoleApp("odd") { _, _ in
    ConsoleView(
      .button("save", never, file: "A.swift", line: 3), .field("name", MutableProperty("")),
      .list(
        "items", Property(constant: [1]), line: { "\($0)" },
        .row("save", Command<Int, Void, Never> { _ in .empty }, file: "B.swift", line: 5)))
  }
  private final class Window {}

  /// An app whose screen embeds another one, each with a button.
  private static func embedding(_ host: String, _ part: String) -> ConsoleApp {
    ConsoleApp("odd", home: "home") { session in
      let route = Route<Void, Never>("part")
      let modules = [
        Module(Route<Void, Never>("home"), opens: route) { router, _ in
          Assembly(view: ConsoleView(.button(host, never, file: "A", line: 1)), presenter: Host(router))
        },
        Module(route) { _, _ in Assembly(view: ConsoleView(.button(part, never, file: "B", line: 2))) },
      ]
      return try Navigator(stage: session.console, environment: session.environment, modules: modules)
    }
  }

  private final class Host: Presenter {
    private let router: Router<Never>
    init(_ router: Router<Never>) { self.router = router }
    func loaded() { router.embed(Route<Void, Never>("part")).start().stored(in: router.alive) }
  }

  @Test("each command of the program refuses two controls of one name, with both places") func twice() async throws {
    let folder = try TemporaryFolder(), file = try folder.write("a.flow", "> :open home\n").path
    let problem = "home: two controls are called 'save', at A.swift:3 and at B.swift:5; rename one"
    for command in [[], ["graph"]] {
      #expect(await folder.run(command, by: Self.twice) == ProgramRun(code: 2, errors: "odd: \(problem)\n"))
    }
    // These open only the screens of the flow.
    for command in ["run", "accept"] {
      let ran = await folder.run([command, file], by: Self.twice)
      #expect(ran.code > 0)
      #expect((ran.text + ran.errors).contains("two controls are called"), "\(ran)")
    }
  }

  @Test(
    "a name that cannot be typed, or is used on two screens that are shown together, and a view of no console are refused"
  )
  func refused() async throws {
    let names: KeyValuePairs<String, String> = [
      "go back": "the control 'go back' at A:1 cannot be typed, because a name is one word; write 'go-back'",
      "a\u{200B}b": "the control 'a\u{200B}b' at A:1 cannot be typed, because a name is one word",
      "": "the control '' at A:1 cannot be typed; give it a name",
      ":open": "the control ':open' at A:1 cannot be typed, because session commands begin with a colon; rename it",
      "help": "the control 'help' at A:1 has the name of a command that every screen has; rename it",
    ]
    let apps =
      names.map { name, _ in
        ConsoleApp("odd") { _, _ in ConsoleView(.button(name, Self.never, file: "A", line: 1)) }
      } + [Self.embedding("save", "save"), ConsoleApp("odd") { _, _ in nil }, ConsoleApp("odd") { _, _ in Window() }]
    let problems =
      names.map(\.value) + [
        "two controls are called 'save', at A:1 and at B:2; rename one",
        "home has no view, and a console shows a ConsoleView", "home has a Window, and a console shows a ConsoleView",
      ]
    let folder = try TemporaryFolder()
    var errors: [String] = []
    for app in apps { errors.append(await folder.run("graph", by: app).errors) }
    #expect(errors == problems.map { $0.hasPrefix("home") ? "odd: \($0)\n" : "odd: home: \($0)\n" })
    let graph = ProgramRun(code: 0, text: "home\n  type save\n  opens part\npart\n  type send\n")
    #expect(await folder.run("graph", by: Self.embedding("save", "send")) == graph)
  }

  @Test("the place of a control is the line that makes it") func places() {
    let row = Command<Int, Void, Never> { _ in .empty }
    let controls: [Control] = [
      .button("a", Self.never), .touch(Self.never), .field("b", MutableProperty("")),
      .list("c", Property(constant: [1]), line: { "\($0)" }, .row("c", row)),
    ]
    let files = controls.flatMap(\.commands).map { "\($0.place)".prefix { $0 != ":" } }
    #expect(files == Array(repeating: "REPLTests/ControlNamesTests.swift", count: 4))
  }

  private nonisolated static let promptNamesRows: [(String, String)] = [
    ("todo", "todo"), ("登录", "登录"), ("my-list_2", "my-list_2"), ("my list", "my%20list"), ("a>b", "a%3Eb"),
    ("#1", "%231"), ("a/b", "a%2Fb"), ("100%", "100%25"), ("<<<<<<<", "%3C%3C%3C%3C%3C%3C%3C"), ("a\nb", "a%0Ab"),
    ("\u{3000}", "%E3%80%80"), ("\u{202E}x", "%E2%80%AEx"),
  ]

  @Test(
    "the name of a route is unchanged in a prompt; characters that prompts, lines or paths reserve are percent-encoded",
    arguments: promptNamesRows)
  func promptNames(_ route: String, _ name: String) throws {
    let module = Module(Route<Void, Never>(route)) { _, _ in Assembly(view: ConsoleView()) }
    let navigator = try Navigator(stage: Console(), environment: .fixed(by: VirtualDate(FlowTime())), modules: [module])
    let read = try FlowParser.parse("\(name)> :quit\n").steps.map(\.screen)
    let linked = try navigator.links.parse("/\(name)").map(\.route)
    #expect([PromptName.written(route)] + read + linked == [name, name, route])
  }
}
