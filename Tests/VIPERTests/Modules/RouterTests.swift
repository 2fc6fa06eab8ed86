import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The promises of a router about every verb, and about the bags that end with its module.
@MainActor @Suite struct RouterTests {
  enum Verb: CaseIterable, Sendable { case push, present, tab, embed }

  private let app = TestApp()

  private func open(_ verb: Verb, _ home: Router<Never>) -> Signal<Int, RouteError> {
    switch verb {
    case .push: home.push(.details, with: "a")
    case .present: home.present(.details, with: "a")
    case .tab: home.tab(.details, with: "a")
    case .embed: home.embed(.details, with: "a")
    }
  }

  @Test(arguments: Verb.allCases) func disposingClosesTheOpenedModuleAndTheModulesOnIt(verb: Verb) throws {
    let (navigator, home) = try app.home()
    let opening = open(verb, home).start()
    app.presenter("details#2", as: Int.self)?.router.tab(.other, with: "b").start()
    #expect(app.built("other") == ["other#3"])
    opening.dispose()
    #expect(navigator.tree.value.description == "home#1 *")
    for layer in app.layers("details#2") + app.layers("other#3") { #expect(layer.part.object == nil, "\(layer.role)") }
    #expect(navigator.leaks() == [])
  }

  @Test(arguments: Verb.allCases, [7, nil]) func oneValueAndTheEndOnAResult(verb: Verb, result: Int?) throws {
    let opening = Recorder(open(verb, try app.home().router))
    let details = try app.router("details#2", Int.self)
    if let result { details.finish.execute(result) } else { details.back.execute() }
    // Going back is only the end.
    #expect(opening.events == (result.map { [.value($0)] } ?? []) + [.completed])
  }

  @Test func aCommandFinishesWithAFixedResult() throws {
    let opening = Recorder(try app.home().router.push(.details, with: "a"))
    let details = try app.router("details#2", Int.self)
    let yes = Command(finishing: details, with: 7), no = Command(finishing: details, with: 8)
    yes.execute()
    #expect(opening.values == [7] && opening.isCompleted)
    #expect(Recorder(no.apply()).failure != nil)
  }

  @Test(arguments: [
    ("en", "this is the first screen"), ("zh-Hans", "这是第一个界面"), ("zh-Hant", "this is the first screen"),
  ])
  func theRootSaysWhyItCannotGoBack(locale: String, reason: String) throws {
    let time = VirtualTimeScheduler(), home = Route<Void, Never>("home"), top = Route<Void, Never>("top")
    let backs = MutableProperty<[Command<Void, Void, RouteError>]>([])
    let modules = [home, top].map { route in
      Module(route, opens: top) { router, _ in
        backs.modify { $0.append(router.back) }
        return Assembly()
      }
    }
    let environment = AppEnvironment.fixed(on: time, locale: Locale(identifier: locale))
    let navigator = try Navigator(stage: RecordingStage(), environment: environment, modules: modules)
    navigator.open("/home").start()
    navigator.router.push(top).start()
    #expect(backs.value.first?.isEnabled.value == false && backs.value.first?.disabledReason.value == reason)
    #expect(backs.value.dropFirst().allSatisfy { $0.isEnabled.value && $0.disabledReason.value == nil })
  }

  @Test func aReplacementHandsOverTheWaitersIfItsResultHasTheSameType() throws {
    let (navigator, home) = try app.home()
    let waiting = Recorder(home.push(.details, with: "a"))
    try app.router("details#2", Int.self).replace(.other, with: "b").start()
    #expect(navigator.path == ["home#1", "other#3"] && waiting.events.isEmpty)
    try app.router("other#3", Int.self).finish.execute(7)
    #expect(waiting.values == [7])
    let other = Recorder(home.push(.details, with: "a"))
    let replacing = Recorder(try app.router("details#4", Int.self).replace(.form))
    #expect(other.values == [] && other.isCompleted)
    try app.router("form#5", String.self).finish.execute("x")
    #expect(replacing.values == ["x"] && navigator.leaks() == [])
  }

  @Test func aReplacedRootCompletesItsWaiters() throws {
    let navigator = try app.makeNavigator()
    let first = Recorder(navigator.router.setRoot(.form))
    let second = Recorder(navigator.router.setRoot(.details, with: "a"))
    #expect(first.values == [] && first.isCompleted && second.events.isEmpty)
    navigator.closeAll()
    #expect(second.values == [] && second.isCompleted)
  }

  @Test func resultsOfRestoredModulesArrive() throws {
    let (first, _) = try app.home()
    first.router.push(.details, with: "a").start()
    let tree = first.tree.value
    first.closeAll()
    first.restore(tree).start()
    let home = try app.router("home#3")
    let results = Recorder(home.results(of: .details))
    app.presenter("details#4", as: Int.self)?.router.finish.execute(7)
    #expect(results.values == [7])
    first.closeAll()
    #expect(results.isCompleted)
  }

  @Test func aModulePushedByAPartAndItsReplacementGiveTheirResultsToPartAndHost() throws {
    let home = try app.home().router
    home.embed(.details, with: "part").start()
    let part = try app.router("details#2", Int.self)
    let others = [Recorder(home.results(of: .other)), Recorder(part.results(of: .other))]
    let details = [Recorder(home.results(of: .details)), Recorder(part.results(of: .details))]
    part.push(.other, with: "b").start()
    app.presenter("other#3", as: Int.self)?.router.finish.execute(7)
    part.push(.other, with: "b").start()
    app.presenter("other#4", as: Int.self)?.router.replace(.details, with: "c").start()
    app.presenter("details#5", as: Int.self)?.router.finish.execute(8)
    #expect(others.map(\.values) == [[7], [7]] && details.map(\.values) == [[8], [8]])
  }

  @Test func theFocusBagEndsWithTheFocusAndAtOnceWithoutIt() throws {
    let (navigator, home) = try app.home()
    let first = Disposable(), covered = Disposable(), second = Disposable()
    home.focused.add(first)
    home.push(.details, with: "a").start()
    #expect(first.isDisposed)
    home.focused.add(covered)
    #expect(covered.isDisposed)
    navigator.userBack().start()
    home.focused.add(second)
    #expect(!second.isDisposed)
    navigator.closeAll()
    #expect(second.isDisposed)
    let closed = Disposable(), app = Disposable()
    home.focused.add(closed)
    home.alive.add(closed)
    // The app has no focus.
    navigator.router.focused.add(app)
    #expect(closed.isDisposed && app.isDisposed)
  }

  @Test func aRouterKeepsNothingOfItsModuleAndIsOfNoUseAfterIt() throws {
    let asked = MutableProperty(0)
    app.guards["other"] = Guard { _, _ in
      asked.modify { $0 += 1 }
      return .proceed
    }
    let (navigator, home) = try app.home()
    home.push(.details, with: "a").start()
    let details = try app.router("details#2", Int.self)
    navigator.userBack().start()
    for layer in app.layers("details#2") where layer.role != "router" { #expect(layer.part.object == nil) }
    let openings = [
      details.push(.other, with: "b"), details.present(.other, with: "b"), details.tab(.other, with: "b"),
      details.embed(.other, with: "b"), details.replace(.other, with: "b"), details.setRoot(.other, with: "b"),
    ]
    let others = [details.select(.other, with: "b"), details.back(to: .home), details.open("/other;value=b")]
    let failures = openings.map { Recorder($0).failure } + others.map { Recorder($0).failure }
    #expect(failures == Array(repeating: .closed("details#2"), count: 9))
    #expect(navigator.path == ["home#1"] && asked.value == 0)
  }

  @Test func aModuleThatCannotBeBuiltIsAnErrorAndLeavesNoTrace() throws {
    let (navigator, home) = try app.home(), before = navigator.tree.value
    // The module takes an input of another type.
    let opening = Recorder(home.push(Route<Int, Int>("details"), with: 3))
    #expect(opening.failure == .invalid("the input of details cannot be read as String: 3"))
    #expect(navigator.tree.value == before)
    #expect(navigator.trace.entries.filter { $0.kind == .free || $0.kind == .attach }.map(\.module) == ["home#1"])
    #expect(app.stage.kinds == [.root])
  }
}
