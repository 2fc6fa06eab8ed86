import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// Names that cannot be typed, or are used twice, are found when the app starts.
@MainActor @Suite struct ControlNamesTests {
  private static let never = Command<Void, Void, Never> { .never }
  private static let here = "REPLTests/ControlNamesTests.swift"

  /// The complaint of the program, the same for each of its commands.
  private func refusals(_ app: ConsoleApp) async throws -> Set<String> {
    let folder = try TemporaryFolder(), file = try folder.write("a.flow", "> :open home\n").path
    var said: Set<String> = []
    for arguments in [[], ["run", file], ["check", file], ["accept", file], ["graph"]] {
      let ran = await folder.run(arguments, by: app)
      #expect(ran.code == 2 && ran.text.isEmpty, "\(arguments)")
      said.insert(ran.errors)
    }
    return said
  }

  @Test("two controls of one name are refused with both places") func twice() async throws {
    let app = ConsoleApp("odd") { _, _ in
      ConsoleView(
        .button("save", Self.never, file: "A.swift", line: 3), .field("name", MutableProperty("")),
        .list(
          "items", Property(constant: [1]), line: { "\($0)" },
          .row("save", Command<Int, Void, Never> { _ in .empty }, file: "B.swift", line: 5)))
    }
    #expect(
      try await refusals(app) == [
        "odd: home: two controls are called 'save', at A.swift:3 and at B.swift:5; rename one\n"
      ])
  }

  @Test("the place of a control is the line that makes it") func places() {
    let controls: [Control] = [
      .button("a", Self.never), .touch(Self.never), .field("b", MutableProperty("")),
      .list("c", Property(constant: [1]), line: { "\($0)" }, .row("c", Command<Int, Void, Never> { _ in .empty })),
    ]
    #expect(
      controls.flatMap(\.commands).map { "\($0.place)".prefix { $0 != ":" } }
        == Array(repeating: Self.here[...], count: 4))
  }

  @Test(
    "a name that cannot be typed is refused with its place",
    arguments: [
      ("go back", "the control 'go back' at A:1 cannot be typed, because a name is one word; write 'go-back'"),
      ("a\u{200B}b", "the control 'a\u{200B}b' at A:1 cannot be typed, because a name is one word"),
      ("", "the control '' at A:1 cannot be typed; give it a name"),
      (
        ":open",
        "the control ':open' at A:1 cannot be typed, because session commands begin with a colon; rename it"
      ),
      ("help", "the control 'help' at A:1 has the name of a command that every screen has; rename it"),
    ])
  func names(_ name: String, _ problem: String) async throws {
    let app = ConsoleApp("odd") { _, _ in ConsoleView(.button(name, Self.never, file: "A", line: 1)) }
    #expect(try await refusals(app) == ["odd: home: \(problem)\n"])
  }

  @Test("a screen without a view is refused") func noView() async throws {
    #expect(
      try await refusals(ConsoleApp("odd") { _, _ in nil }) == [
        "odd: home has no view, and a console shows a ConsoleView\n"
      ])
  }

  @Test("two screens that are shown together must not have equal names") func embedded() async throws {
    let part = Module(Route<Void, Never>("part")) { _, _ in
      Assembly(view: ConsoleView(.button("save", Self.never, file: "B", line: 2)))
    }
    let home = Module(Route<Void, Never>("home"), opens: Route<Void, Never>("part")) { router, _ in
      let view = ConsoleView(.button("save", Self.never, file: "A", line: 1))
      return Assembly(view: view, presenter: Host(router))
    }
    let app = ConsoleApp("odd", home: "home") { session in
      try Navigator(stage: session.console, environment: session.environment, modules: [home, part])
    }
    #expect(
      try await refusals(app) == ["odd: home: two controls are called 'save', at A:1 and at B:2; rename one\n"])
  }

  private final class Host: Presenter {
    private let router: Router<Never>
    init(_ router: Router<Never>) { self.router = router }
    func loaded() { router.embed(Route<Void, Never>("part")).start().stored(in: router.alive) }
  }
}
