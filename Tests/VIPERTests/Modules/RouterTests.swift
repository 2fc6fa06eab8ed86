import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The promises of a router about every verb, and about the bags that end with its module.
@MainActor @Suite struct RouterTests {
  private let app = TestApp()
  /// The verbs whose modules close when the caller disposes them.
  private nonisolated static let verbs: [Verb] = [.push, .present, .tab, .embed]

  @Test(arguments: verbs) func disposingClosesTheOpenedModuleAndTheModulesOnIt(verb: Verb) throws {
    let (navigator, home) = try app.home(), opening = home.open(.details, with: "a", by: verb).start()
    try app.details().tab(.other, with: "b").start()
    #expect(app.built("other") == ["other#3"])
    opening.dispose()
    #expect(app.layersLeft("details#2") + app.layersLeft("other#3") == [])
    #expect(navigator.leaks() == [])
    #expect(navigator.tree.value.description == "home#1 *")
  }

  @Test(arguments: verbs, [7, nil]) func oneValueAndTheEndOnAResult(verb: Verb, result: Int?) throws {
    let opening = Recorder(try app.home().router.open(.details, with: "a", by: verb)), details = try app.details()
    // A command that finishes with a fixed result.
    let finish = Command(finishing: details, with: 7)
    if result != nil { finish.execute() } else { details.back().start() }
    // Going back is only the end.
    #expect(opening.outcome == (result == nil ? "end" : "7, end"))
    #expect(Recorder(finish.apply()).failure != nil)
  }

  private nonisolated static let theRootSaysWhyItCannotGoBackRows: [(String, String)] = [
    ("en", "this is the first screen"), ("zh-Hans", "这是第一个界面"), ("zh-Hant", "this is the first screen"),
  ]

  @Test(arguments: theRootSaysWhyItCannotGoBackRows)
  func theRootSaysWhyItCannotGoBack(locale: String, reason: String) throws {
    let top = Route<Void, Never>("top"), backs = MutableProperty<[Command<Void, Void, RouteError>]>([])
    let modules = [Route.home, top].map { route in
      Module(route, opens: top) { router, _ in
        backs.modify { $0.append(Command(back: router)) }
        return Assembly()
      }
    }
    let environment = AppEnvironment.fixed(on: app.time, locale: Locale(identifier: locale))
    let navigator = try Navigator(stage: app.stage, environment: environment, modules: modules)
    navigator.open("/home").start()
    navigator.router.push(top).start()
    #expect(backs.value.map(\.isEnabled.value) == [false, true])
    #expect(backs.value.map(\.disabledReason.value) == [reason, nil])
  }

  @Test func aReplacementHandsOverTheWaitersIfItsResultHasTheSameType() throws {
    let (navigator, home) = try app.home(), waiting = Recorder(home.push(.details, with: "a"))
    try app.details().replace(.other, with: "b").start()
    let outcomes = [waiting.outcome, navigator.address]
    try app.other(3).finish(7).start()
    let other = Recorder(home.push(.details, with: "a")), replacing = Recorder(try app.details(4).replace(.form))
    let typed = other.outcome
    try app.form(5).finish("x").start()
    #expect(navigator.leaks() == [])
    let roots = [
      Recorder(navigator.router.setRoot(.details, with: "a")), Recorder(navigator.router.setRoot(.other, with: "b")),
    ]
    #expect(
      outcomes + [waiting.outcome, typed, replacing.outcome] + roots.map(\.outcome) == [
        "waiting", "home#1/other#3", "7, end", "end", "x, end", "end", "waiting",
      ])
  }

  @Test func resultsArriveFromEveryOpenerAndFromRestoredModules() throws {
    let (navigator, home) = try app.home(), results = Recorder(home.results(of: .form))
    navigator.open("/home/form").start()
    try app.form(2).finish("a").start()
    home.present(.form).start()
    let tree = navigator.tree.value
    try app.form(3).finish("b").start()
    navigator.restore(tree).start()
    #expect(results.values == ["a", "b"])
    #expect(results.isCompleted)
    let restored = Recorder(try app.router("home#4").results(of: .form))
    try app.form(5).finish("c").start()
    navigator.closeAll()
    #expect(restored.values == ["c"])
    #expect(restored.isCompleted)
  }

  @Test func aModulePushedByAPartAndItsReplacementGiveTheirResultsToPartAndHost() throws {
    let home = try app.home().router
    home.embed(.details, with: "part").start()
    let part = try app.details()
    let results = [
      home.results(of: .other), part.results(of: .other), home.results(of: .details), part.results(of: .details),
    ].map { Recorder($0) }
    part.push(.other, with: "b").start()
    try app.other(3).finish(7).start()
    part.push(.other, with: "b").start()
    try app.other(4).replace(.details, with: "c").start()
    try app.details(5).finish(8).start()
    #expect(results.map(\.values) == [[7], [7], [8], [8]])
  }

  @Test func theFocusBagEndsWithTheFocusAndAtOnceWithoutIt() throws {
    let (navigator, home) = try app.home(), ends = MutableProperty<[String]>([])
    func end(_ name: String) -> Disposable { Disposable { ends.modify { $0.append(name) } } }
    home.focused.add(end("first"))
    ends.modify { $0.append("covering") }
    home.push(.details, with: "a").start()
    home.focused.add(end("covered"))
    navigator.userBack().start()
    home.focused.add(end("second"))
    ends.modify { $0.append("closing") }
    navigator.closeAll()
    home.focused.add(end("closed"))
    home.alive.add(end("alive"))
    // The app has no focus.
    navigator.router.focused.add(end("app"))
    #expect(ends.value == ["covering", "first", "covered", "closing", "second", "closed", "alive", "app"])
  }

  @Test func aRouterKeepsNothingOfItsModuleAndIsOfNoUseAfterIt() throws {
    app.noteGuard(of: "other")
    let (navigator, home) = try app.home()
    home.push(.details, with: "a").start()
    let details = try app.details()
    navigator.userBack().start()
    #expect(app.layersLeft("details#2") == ["router"])
    let openings = Verb.allCases.map { details.open(.other, with: "b", by: $0) }
    let others = [details.select(.other, with: "b"), details.back(to: .home), details.open("/other;value=b")]
    let failures = openings.map { Recorder($0).failure } + others.map { Recorder($0).failure }
    #expect(failures == Array(repeating: .closed("details#2"), count: 9))
    #expect(navigator.path == ["home#1"])
    #expect(app.asked.value == [])
  }

  @Test func aModuleThatCannotBeBuiltIsAnErrorAndLeavesNoTrace() throws {
    let (navigator, home) = try app.home()
    // The module takes an input of another type.
    let opening = Recorder(home.push(Route<Int, Int>("details"), with: 3))
    #expect(opening.outcome == "invalid(the input of details cannot be read as String: 3)")
    #expect(navigator.trace.entries.filter { $0.kind == .free || $0.kind == .attach }.map(\.module) == ["home#1"])
    #expect(navigator.tree.value.description == "home#1 *")
    #expect(app.stage.kinds == [.root])
  }
}
