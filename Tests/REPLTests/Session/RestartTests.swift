import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// `:restart`, and the objects that outlive an app.
@MainActor @Suite struct RestartTests {
  /// A screen that adds the letter `a` to a stored text, to a text that the app has in memory, and to one that is stored when it closes.
  private let app = {
    ConsoleApp("notes", home: "notes") { session in
      let calls = session.calls.hermetic, memory = MutableProperty("")
      let stored = session.persistent("stored") { MutableProperty("") }
      let closed = session.persistent("closed") { MutableProperty("") }
      let module = Module(Route<Void, Never>("notes")) { router, _ in
        @Sendable func store(_ text: MutableProperty<String>) -> Signal<Void, CallFailure> {
          calls.call("notes.save", .deferred { .just(text.value += "a") }, failure: CallFailure.init)
        }
        let add = Command<Void, Void, CallFailure> {
          memory.value += "a"
          return store(stored)
        }
        router.alive.add(Disposable { store(closed).start() })
        return Assembly(
          view: ConsoleView(
            .label("stored", stored.readOnly), .label("memory", memory.readOnly), .label("closed", closed.readOnly),
            .button("add", add)))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
  }()

  private func run(_ lines: String...) async throws -> FlowResult {
    try await FlowRunner(app).execute(lines.map { "> \($0)\n" }.joined())
  }

  @Test("a restarted app has what is persistent, and nothing else") func restart() async throws {
    let run = try await run(":open notes", "add", ":restart", ":tree", ":open notes")
    #expect(run.outputs.dropFirst(2) == [[], ["(nothing is open)"], ["stored: a"]])
    #expect(run.complaints == [])
  }

  @Test("an app that is killed stores nothing while it closes") func killed() async throws {
    let runner = LineRunner { [app] in Session(scripted: app) }
    var screens: [[String]] = []
    for isInPlace in [true, false] {
      runner.restartsInPlace = isInPlace
      for line in [":open notes", ":restart"] { _ = await runner.run(line) }
      screens.append(await runner.run(":open notes").output)
    }
    #expect(screens == [["closed: a"], ["closed: a"]])
  }

  @Test("a restarted app may have another language") func language() async throws {
    let app = ConsoleApp("language", home: "language") { session in
      let isChinese = session.environment.locale.identifier == "zh-Hans"
      if isChinese { session.console.texts.noCommands = "没有命令" }
      let module = Module(Route<Void, Never>("language")) { _, _ in
        Assembly(view: ConsoleView(.title(isChinese ? "你好" : "Hello")))
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let open = "> :open language\n> help\n"
    let run = try await FlowRunner(app).execute("> :locale zh-Hans\n\(open)> :restart\n> :locale en_US\n\(open)")
    #expect(
      run.outputs == [
        [], ["你好"], ["(没有命令)"], [], [], ["Hello"], ["(no commands here; :help lists those of the session)"],
      ])
    #expect(run.complaints == [])
  }

  @Test("a screen that is left alive by a killed app is a complaint") func leak() async throws {
    let kept = MutableProperty<[ConsoleView]>([])
    let app = ConsoleApp("leak", home: "leak") { session in
      let module = Module(Route<Void, Never>("leak")) { _, _ in
        let view = ConsoleView()
        kept.value.append(view)
        return Assembly(view: view)
      }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let runner = LineRunner(limits: .flow.exploring) { Session(scripted: app) }
    _ = await runner.run(":open leak")
    let output = await runner.run(":restart").output
    #expect(output.count == 1)
    #expect(output.first?.hasPrefix("!! leak#1: view ConsoleView is still alive") == true)
    kept.value = []
  }

  @Test("the trace of a restarted app begins anew") func trace() async throws {
    let run = try await FlowRunner(app, keepsTrace: true).execute(
      "> :open notes\n> add\n> :restart\n> :open notes\n")
    let routes = run.trace.entries.filter { $0.name == "route" }
    #expect(routes.map(\.order) == [[3, 2]])
  }

  @Test("two persistent objects of one name are a complaint") func clash() async throws {
    let app = ConsoleApp("clash", home: "clash") { session in
      _ = session.persistent("list") { 1 }
      _ = session.persistent("list") { "a" }
      let module = Module(Route<Void, Never>("clash")) { _, _ in Assembly(view: ConsoleView()) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [module])
    }
    let run = try await FlowRunner(app).execute("> :open clash\n")
    #expect(run.complaints == ["!! 'list' names two persistent objects, of type Int and of type String; rename one"])
  }
}
