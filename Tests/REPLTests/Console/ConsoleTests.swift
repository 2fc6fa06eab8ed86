import REPL
import Signals
import Testing
import VIPER

/// What lines typed at a screen print. The screens are a module each, made of the controls given.
@Suite @MainActor struct ConsoleTests {
  private let console = Console()

  private func open(_ controls: Control..., covering others: Control...) async throws -> Navigator {
    let view = controls.count == 1 ? ConsoleView(controls[0]) : ConsoleView(controls[0], controls[1])
    let module = Module(Route<Void, Never>("screen")) { _, _ in Assembly(view: view) }
    let navigator = try Navigator(stage: console, environment: .live, modules: [module])
    navigator.open("screen").start()
    await settled()
    _ = console.run("")
    return navigator
  }

  @Test("before anything is open there is a bare prompt and no command") func empty() {
    #expect(console.prompt == "> ")
    #expect(console.screen.isEmpty)
    #expect(console.run("add") == ["! there is no command 'add' while nothing is open; help lists the commands"])
    #expect(console.help() == ["(no commands here; :help lists those of the session)"])
  }

  @Test("a view is shown as its controls, from top to bottom") func rendering() async throws {
    let navigator = try await open(
      .title(Property(constant: "T")), .field("name", MutableProperty("")))
    #expect(console.prompt == "screen> ")
    #expect(console.screen == ["T", "name: -"])
    withExtendedLifetime(navigator) {}
  }

  @Test("only what changed is printed") func changes() async throws {
    let name = MutableProperty("")
    let navigator = try await open(.title(name.map { $0.isEmpty ? "T" : "T!" }), .field("name", name))
    #expect(console.run("name x") == ["T!", "name: x"])
    #expect(console.run("name x").isEmpty)
    #expect(console.run("name y") == ["name: y"])
    withExtendedLifetime(navigator) {}
  }

  @Test("an unknown command names the nearest one") func nearMiss() async throws {
    let navigator = try await open(.field("name", MutableProperty("")))
    #expect(console.run("nmae x") == ["! there is no command 'nmae' on screen; did you mean 'name'?"])
    #expect(console.run("zzz") == ["! there is no command 'zzz' on screen; help lists the commands"])
    #expect(console.run("hepl") == ["! there is no command 'hepl' on screen; did you mean 'help'?"])
    #expect(console.run("a\u{1B}[2Jb") == ["! there is no command 'a\\u{1B}[2Jb' on screen; help lists the commands"])
    withExtendedLifetime(navigator) {}
  }

  @Test("a field that cannot read its text says so and keeps its value") func parsing() async throws {
    let navigator = try await open(.field("stars", MutableProperty(3), print: { "\($0)" }, parse: { Int($0) }))
    #expect(console.run("stars many") == ["! stars cannot be 'many'; it stays '3'"])
    #expect(console.run("stars") == ["! stars cannot be ''; it stays '3'"])
    #expect(console.run("stars 5") == ["stars: 5"])
    withExtendedLifetime(navigator) {}
  }

  @Test("a field may say why it cannot read a text") func parsingReason() async throws {
    struct Late: Error, CustomStringConvertible { var description: String { "it is too late; write an earlier day" } }
    let navigator = try await open(.field("day", MutableProperty(3), print: { "\($0)" }, parse: { _ in throw Late() }))
    #expect(console.run("day 9") == ["! day: it is too late; write an earlier day"])
    withExtendedLifetime(navigator) {}
  }

  @Test("a secret is never shown") func secret() async throws {
    let navigator = try await open(.field("password", MutableProperty(""), secret: true))
    #expect(console.run("password 123456") == ["password: ***"])
    #expect(console.screen == ["password: ***"])
    #expect(console.run("password") == ["password: -"])
    withExtendedLifetime(navigator) {}
  }

  @Test("a disabled command says why, if the screen knows") func disabled() async throws {
    let problem = MutableProperty<String?>("name is empty")
    let save = Command<Void, Void, Never>(enabledIf: Property(constant: false)) { .empty }
    let navigator = try await open(.button("save", save, because: problem.readOnly))
    #expect(console.run("save") == ["! save is disabled: name is empty"])
    problem.value = nil
    #expect(console.run("save") == ["! save is disabled"])
    withExtendedLifetime(navigator) {}
  }

  @Test("a busy command says so, and the busy sign is shown meanwhile") func busy() async throws {
    let work = Signal<Void, Never>.pipe()
    let save = Command<Void, Void, Never> { work.signal }
    let navigator = try await open(.busy(save.isExecuting), .button("save", save))
    #expect(console.run("save") == ["…"])
    #expect(console.run("save") == ["! save is busy"])
    work.input.complete()
    #expect(console.screen.isEmpty)
    withExtendedLifetime(navigator) {}
  }

  @Test("a button takes nothing behind it, but for blanks") func leftOver() async throws {
    let navigator = try await open(.button("save", Command<Void, Void, Never> { .empty }))
    #expect(console.run("save now") == ["! save takes nothing after it; 'now' is left over"])
    #expect(console.run(" save ").isEmpty)
    #expect(console.unused.isEmpty)
    withExtendedLifetime(navigator) {}
  }

  @Test("touch is a command") func touch() async throws {
    let touched = MutableProperty(0)
    let navigator = try await open(
      .touch(
        Command<Void, Never, Never> {
          .deferred {
            touched.modify { $0 += 1 }; return .empty
          }
        }))
    _ = console.run("touch")
    #expect(touched.value == 1)
    withExtendedLifetime(navigator) {}
  }

  @Test("an alert is said once, and the fields after it: nothing typed is lost") func alert() async throws {
    let texts = Signal<String, Never>.pipe(), plain = Signal<String, Never>.pipe()
    let navigator = try await open(.field("name", MutableProperty("x")), .alert("Login", texts.signal, button: "Fine"))
    texts.input.send("wrong\npassword")
    await settled()
    #expect(console.run("") == ["! Login: wrong\\npassword [Fine]", "name: x"])
    #expect(console.run("").isEmpty)
    withExtendedLifetime((navigator, plain)) {}
  }

  @Test("rows are numbered across sections, and an empty list says so") func list() async throws {
    let rows = MutableProperty(["b1", "b2", "c1"])
    let opened = MutableProperty("")
    let open = Command<String, Never, Never> { row in
      .deferred {
        opened.value = row; return .empty
      }
    }
    let navigator = try await self.open(
      .list(
        "rows", rows.readOnly, empty: "(nothing)", section: { $0.hasPrefix("b") ? "B" : "C" }, line: { $0 },
        .row("open", open)))
    #expect(console.screen == ["B", "  1. b1", "  2. b2", "C", "  3. c1"])
    _ = console.run("open 3")
    #expect(opened.value == "c1")
    _ = console.run("open  2 ")
    #expect(opened.value == "b2")
    #expect(console.run("open") == ["! open needs the number of a row; rows has 1 to 3"])
    #expect(console.run("open x") == ["! open cannot take 'x'; rows has 1 to 3"])
    #expect(console.run("open 0") == ["! open cannot take '0'; rows has 1 to 3"])
    #expect(console.run("open 4") == ["! open cannot take '4'; rows has 1 to 3"])
    #expect(console.run("open 99999999999999999999") == ["! open cannot take '99999999999999999999'; rows has 1 to 3"])
    rows.value = ["b1"]
    #expect(console.run("open 2") == ["! open cannot take '2'; rows has 1", "B", "  1. b1"])
    rows.value = []
    #expect(console.run("open 1") == ["! open: there is nothing in rows", "(nothing)"])
    withExtendedLifetime(navigator) {}
  }

  @Test("help and completions are those of the visible screen") func help() async throws {
    let rows = Property(constant: ["a"]), open = Command<String, Never, Never> { _ in .empty }
    let navigator = try await self.open(
      .field("name", MutableProperty("")), .list("rows", rows, line: { $0 }, .row("open", open)))
    #expect(console.run("help") == ["name TEXT", "open N"])
    #expect(console.completions(of: "") == ["help", "name", "open"])
    #expect(console.completions(of: "o") == ["open"])
    #expect(console.completions(of: "x").isEmpty)
    #expect(console.unused == ["screen name", "screen open"])
    withExtendedLifetime(navigator) {}
  }

  @Test("escape sequences in data are shown, never sent") func escapes() async throws {
    let navigator = try await open(
      .title(Property(constant: "a\u{1B}[31mb\tc\u{9B}\u{2028}d")), .field("x", MutableProperty("\u{7}")))
    #expect(console.screen == ["a\\u{1B}[31mb\\tc\\u{9B}\\u{2028}d", "x: \\u{7}"])
    withExtendedLifetime(navigator) {}
  }

  @Test("a view that is none of a console's is refused, and nothing is shown") func otherView() async throws {
    final class Label {}
    let module = Module(Route<Void, Never>("screen")) { _, _ in Assembly(view: Label()) }
    let navigator = try Navigator(stage: console, environment: .live, modules: [module])
    let problem = MutableProperty<RouteError?>(nil)
    navigator.open("screen").observe { if case .failed(let error) = $0 { problem.value = error } }
    await settled()
    #expect(problem.value == .invalid("'screen' has a Label; a console shows nothing but a ConsoleView, give it one"))
    #expect(console.prompt == "> ")
  }

  @Test("a stage that takes its time shows a step when the time is over") func delay() async throws {
    let time = VirtualTimeScheduler(), console = Console(delay: .milliseconds(300), on: time)
    let module = Module(Route<Void, Never>("screen")) { _, _ in
      Assembly(view: ConsoleView(.title(Property(constant: "T"))))
    }
    var environment = AppEnvironment.live
    environment.scheduler = time
    let navigator = try Navigator(stage: console, environment: environment, modules: [module])
    navigator.open("screen").start()
    await settled()
    #expect(console.run("").isEmpty)
    time.advance(by: .milliseconds(300))
    await settled()
    #expect(console.run("") == ["T"])
    withExtendedLifetime(navigator) {}
  }
}
