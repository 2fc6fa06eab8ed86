import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Every verb asks the guard of the module that it opens, at its turn.
@MainActor @Suite struct GuardedVerbsTests {
  enum Verb: CaseIterable, Sendable { case push, present, replace, setRoot, tab, embed, open }

  private let app = TestApp()

  /// A verb that opens `details` on `home`.
  private func ask(_ verb: Verb, _ home: Router<Never>) -> Signal<Void, RouteError> {
    switch verb {
    case .push: home.push(.details, with: "a").map { _ in }
    case .present: home.present(.details, with: "a").map { _ in }
    case .replace: home.replace(.details, with: "a").map { _ in }
    case .setRoot: home.setRoot(.details, with: "a").map { _ in }
    case .tab: home.tab(.details, with: "a").map { _ in }
    case .embed: home.embed(.details, with: "a").map { _ in }
    case .open: home.open("/details;value=a")
    }
  }

  private func guarded(_ decide: @escaping @MainActor @Sendable () -> Guard.Decision) throws -> Navigator {
    app.guards["details"] = Guard { to, _ in
      #expect(to.input(of: Route<String, Int>.details) == "a")
      return decide()
    }
    let navigator = try app.open("/home")
    return navigator
  }

  private func home() throws -> Router<Never> { try app.router("home#1") }

  private func routes(_ navigator: Navigator) -> String {
    navigator.tree.value.description.replacing(" *", with: "").replacing("\n  ", with: " / ")
  }

  @Test(
    arguments: zip(
      Verb.allCases,
      [
        #"home#1 / details#2 (push) "a""#, #"home#1 / details#2 (modal) "a""#, #"details#2 "a""#, #"details#2 "a""#,
        #"home#1 / details#2 (tab) "a""#, #"home#1 / details#2 (embedded) "a""#, #"home#1 / details#2 (push) "a""#,
      ])) func holdGoesOnOnce(verb: Verb, tree: String) throws
  {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let navigator = try guarded { .hold(until: signal) }
    let asking = Recorder(ask(verb, try home()))
    #expect(routes(navigator) == "home#1" && asking.events.isEmpty)
    input.send(())
    input.send(())
    #expect(routes(navigator) == tree)
    #expect(asking.failure == nil)
    #expect(app.stage.transitions.count == 2)
  }

  @Test(arguments: Verb.allCases) func refuse(verb: Verb) throws {
    let navigator = try guarded { .refuse("members only") }
    #expect(Recorder(ask(verb, try home())).failure == .refused("members only"))
    #expect(routes(navigator) == "home#1")
    #expect(app.built("details") == [])
  }

  @Test(
    arguments: zip(
      Verb.allCases,
      [
        "home#1 / form#2 (push)", "home#1 / form#2 (modal)", "form#2", "form#2", "home#1 / form#2 (tab)",
        "home#1 / form#2 (embedded)", "home#1 / form#2 (modal)",
      ])) func redirect(verb: Verb, tree: String) throws
  {
    let form = Route<Void, String>.form.destination
    let navigator = try guarded { .redirect(to: form) }
    let asking = Recorder(ask(verb, try home()))
    #expect(routes(navigator) == tree)
    #expect(asking.failure == nil)
  }

  @Test(arguments: Verb.allCases) func closingEverythingEndsAHoldForGood(verb: Verb) throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let navigator = try guarded { .hold(until: signal) }
    let asking = Recorder(ask(verb, try home()))
    navigator.closeAll()
    #expect(asking.failure == .closed("app"))
    input.send(())
    #expect(navigator.tree.value.root == nil)
    #expect(app.stage.kinds == [.root, .back])
  }

  @Test(arguments: Verb.allCases) func aHoldThatNeverEndsEndsWithTheNavigator(verb: Verb) throws {
    let isHeld = MutableProperty(false)
    weak var dropped: Navigator?
    let asking: Recorder<Void, RouteError>
    do {
      dropped = try guarded {
        .hold(
          until: Signal { emitter in
            isHeld.value = true
            emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { isHeld.value = false } })
          })
      }
      asking = Recorder(ask(verb, try home()))
    }
    #expect(isHeld.value)
    app.navigator = nil
    #expect(dropped == nil)
    #expect(!isHeld.value)
    #expect(asking.failure == .closed("home#1"))
  }

  @Test(arguments: [Verb.push, .present, .open]) func aCoveredModuleGetsTheErrorAtOnceAndNoGuardIsAsked(verb: Verb)
    throws
  {
    let asked = MutableProperty(0)
    let navigator = try guarded {
      asked.modify { $0 += 1 }
      return .hold(until: .never)
    }
    try home().push(.other, with: "b").start()
    #expect(Recorder(ask(verb, try home())).failure == .covered("home", by: "other"))
    #expect(asked.value == 0)
    withExtendedLifetime(navigator) {}
  }

  @Test func theGuardDecidesByTheTreeAtItsTurnAndNothingComesBetween() throws {
    let navigator = try guarded { .proceed }
    app.stage.answer = .after(.seconds(1), app.time)
    try home().present(.form).start()
    navigator.userBack().start()
    try home().push(.details, with: "a").start()
    navigator.router.tab(.other, with: "b").start()
    app.time.advance(by: .seconds(9))
    #expect(
      navigator.tree.value.description == """
        home#1
          details#3 (push) "a" *
            other#4 (tab) "b" *
        """)
  }

  @Test(arguments: Verb.allCases, [Guard.Decision.proceed, .hold(until: .never)])
  func aGuardThatClosesEverythingOpensNothing(verb: Verb, decision: Guard.Decision) throws {
    let navigator = try guarded { [weak app] in
      app?.navigator?.closeAll()
      return decision
    }
    #expect(Recorder(ask(verb, try home())).failure == .closed("app"))
    #expect(navigator.tree.value.root == nil)
    #expect(app.built("details") == [])
  }

  @Test func aHoldWithNothingOpenEndsToo() throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    app.guards["home"] = Guard { _, _ in .hold(until: signal) }
    let navigator = try app.makeNavigator()
    let root = Recorder(navigator.router.setRoot(.home)), link = Recorder(navigator.open("/home/form"))
    let saved = TestApp()
    let other = try saved.makeNavigator()
    other.open("/home/form").start()
    let restoring = Recorder(navigator.restore(other.tree.value))
    navigator.closeAll()
    input.send(())
    #expect(root.failure == .closed("app") && link.failure == .closed("app") && restoring.failure == .closed("app"))
    #expect(navigator.tree.value.root == nil)
  }
}
