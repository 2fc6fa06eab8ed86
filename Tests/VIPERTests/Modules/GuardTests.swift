import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Guards are asked in the same way for every kind of opening.
@MainActor @Suite struct GuardTests {
  enum Way: CaseIterable, Sendable { case push, link, restoration }

  private let app = TestApp()

  /// The outcome of opening `details` on `home`.
  private enum Outcome: Equatable {
    case waiting, done, wentBack
    case failed(RouteError)
  }

  @MainActor private final class Opening {
    /// Retained by the app.
    private(set) weak var navigator: Navigator?
    private let push: Recorder<Int, RouteError>?
    private let whole: Recorder<Void, RouteError>?

    init(_ way: Way, _ app: TestApp) throws {
      let saved = TestApp()
      let other = try saved.makeNavigator()
      other.open("/home/details;value=a").start()
      let navigator = try app.makeNavigator()
      self.navigator = navigator
      navigator.open("/home").start()
      let home = app.presenter("home#1", as: Never.self)?.router
      push = way == .push ? home.map { Recorder($0.push(.details, with: "a")) } : nil
      whole =
        switch way {
        case .push: nil
        case .link: Recorder(navigator.open("/home/details;value=a"))
        case .restoration: Recorder(navigator.restore(other.tree.value))
        }
    }

    var path: [String] { navigator?.tree.value.path.map(\.destination.route) ?? [] }

    /// An open push waits for its result; for the guards, it is done.
    var outcome: Outcome {
      let failure = push?.failure ?? whole?.failure
      if case .incomplete(let missing) = failure { return .failed(missing.first?.reason ?? .nothingBelow) }
      if let failure { return .failed(failure) }
      if push != nil { return path.count > 1 ? .done : push?.isCompleted == true ? .wentBack : .waiting }
      return whole?.values.isEmpty == false ? .done : whole?.isCompleted == true ? .wentBack : .waiting
    }

    func dispose() {
      push?.dispose()
      whole?.dispose()
    }
  }

  private func open(_ way: Way, _ decide: @escaping @MainActor @Sendable () -> Guard.Decision) throws -> Opening {
    app.guards["details"] = Guard { to, _ in
      #expect(to.input(of: Route<String, Int>.details) == "a")
      return decide()
    }
    return try Opening(way, app)
  }

  @Test(arguments: Way.allCases) func proceed(way: Way) throws {
    let opening = try open(way) { .proceed }
    #expect(opening.path == ["home", "details"])
    #expect(opening.outcome == .done)
  }

  @Test(arguments: Way.allCases) func refuse(way: Way) throws {
    let opening = try open(way) { .refuse("members only") }
    #expect(opening.path == ["home"])
    #expect(opening.outcome == .failed(.refused("members only")))
    #expect(app.built("details") == [])
  }

  @Test(arguments: Way.allCases) func redirect(way: Way) throws {
    let form = Route<Void, String>.form.destination
    let opening = try open(way) { .redirect(to: form) }
    #expect(opening.path == ["home", "form"])
    #expect(app.built("details") == [])
  }

  @Test(arguments: Way.allCases) func aRedirectLoopEndsWithAnErrorThatShowsIt(way: Way) throws {
    let details = try Route<String, Int>.details.destination(with: "a")
    let other = try Route<String, Int>.other.destination(with: "a")
    app.guards["other"] = Guard { _, _ in .redirect(to: details) }
    let opening = try open(way) { .redirect(to: other) }
    #expect(opening.outcome == .failed(.refused("the guards redirect in a circle: details → other → details")))
    #expect(opening.path == ["home"])
  }

  @Test(arguments: Way.allCases) func aRedirectToARouteWithoutAModuleIsAnError(way: Way) throws {
    let gone = Route<Void, Never>("fom").destination
    let opening = try open(way) { .redirect(to: gone) }
    #expect(opening.outcome == .failed(.unknown("fom", nearest: "form")))
  }

  @Test(arguments: Way.allCases) func aRedirectAsksTheGuardOfWhereItLeads(way: Way) throws {
    let form = Route<Void, String>.form.destination
    app.guards["form"] = Guard { _, _ in .refuse("closed on Sundays") }
    let opening = try open(way) { .redirect(to: form) }
    #expect(opening.outcome == .failed(.refused("closed on Sundays")))
  }

  @Test(arguments: Way.allCases) func holdGoesOnWithTheFirstValueAndOnce(way: Way) throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let opening = try open(way) { .hold(until: signal) }
    #expect(opening.path == ["home"])
    #expect(opening.outcome == .waiting)
    input.send(())
    input.send(())
    #expect(opening.path == ["home", "details"])
    #expect(opening.outcome == .done)
    #expect(app.stage.kinds.filter { $0 == .push }.count == 1)
  }

  @Test(arguments: Way.allCases) func holdThatEndsWithoutAValueIsGoingBack(way: Way) throws {
    let opening = try open(way) { .hold(until: .empty) }
    #expect(opening.path == ["home"])
    #expect(
      opening.outcome
        == (way == .restoration ? .failed(.refused("the user went back while its guard waited")) : .wentBack))
  }

  @Test(arguments: Way.allCases) func aFailedHoldIsTheReasonOfTheFailure(way: Way) throws {
    let opening = try open(way) { .hold(until: .fail(.timedOut("the server"))) }
    #expect(opening.outcome == .failed(.timedOut("the server")))
  }

  @Test(arguments: Way.allCases) func disposingEndsAHold(way: Way) throws {
    let isHeld = MutableProperty(false)
    let opening = try open(way) {
      .hold(
        until: Signal { emitter in
          isHeld.value = true
          emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { isHeld.value = false } })
        })
    }
    #expect(isHeld.value)
    opening.dispose()
    #expect(!isHeld.value)
    #expect(opening.path == ["home"])
  }

  @Test(arguments: Way.allCases) func aHoldThatNeverEndsEndsWithTheNavigator(way: Way) throws {
    let isHeld = MutableProperty(false)
    app.guards["details"] = Guard { _, _ in
      .hold(
        until: Signal { emitter in
          isHeld.value = true
          emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { isHeld.value = false } })
        })
    }
    let opening = try Opening(way, app)
    #expect(isHeld.value && opening.navigator != nil)
    app.navigator = nil
    #expect(opening.navigator == nil)
    #expect(!isHeld.value)
    #expect(opening.outcome == .failed(.closed(way == .push ? "home#1" : "app")))
  }

  @Test(arguments: Way.allCases) func aHoldForAScreenThatEndsWithTheNavigatorIsNoWayBack(way: Way) throws {
    app.guards["details"] = Guard { _, router in .hold(until: router.present(.form).map { _ in }) }
    let opening = try Opening(way, app)
    #expect(opening.path == ["home", "form"])
    app.navigator = nil
    #expect(opening.navigator == nil)
    #expect(opening.outcome == .failed(.closed(way == .push ? "home#1" : "app")))
  }

  @Test(arguments: Way.allCases) func aScreenPresentedByAGuardIsOnTopAndClosedBeforeTheOpening(way: Way) throws {
    app.guards["details"] = Guard { _, router in .hold(until: router.present(.form).map { _ in }) }
    let opening = try Opening(way, app)
    #expect(opening.path == ["home", "form"])
    let form = opening.navigator?.tree.value.path.last?.name ?? ""
    app.presenter(form, as: String.self)?.router.finish.execute("signed in")
    #expect(opening.path == ["home", "details"])
    #expect(opening.outcome == .done)
    #expect(opening.navigator?.leaks() == [])
  }

  @Test func aRootHasAGuardToo() throws {
    app.guards["home"] = Guard { _, _ in .refuse("not yet") }
    let navigator = try app.makeNavigator()
    #expect(Recorder(navigator.open("/home")).failure == .refused("not yet"))
    #expect(Recorder(navigator.router.setRoot(.home)).failure == .refused("not yet"))
    #expect(navigator.tree.value.root == nil)
  }

  @Test func aGuardThatWaitsForItsOwnScreenIsStopped() throws {
    app.guards["form"] = Guard { _, router in .hold(until: router.present(.form).map { _ in }) }
    let navigator = try app.open("/home")
    let home = try app.router("home#1")
    let message = """
      the guard of 'form' waits for 'form' itself, or 20 openings of 'form' wait for it already; let it wait for another \
      screen, or for a shorter time
      """
    #expect(Recorder(home.present(.form)).failure == .refused(message))
    #expect(navigator.path == ["home#1"])
  }

  @Test func aGuardMayLeadToItsOwnRouteWithAnotherInput() throws {
    let proper = try Route<String, Int>.details.destination(with: "proper")
    app.guards["details"] = Guard { destination, _ in destination == proper ? .proceed : .redirect(to: proper) }
    let navigator = try app.open("/home/details;value=old")
    #expect(navigator.tree.value.path.last?.destination == proper)
  }
}
