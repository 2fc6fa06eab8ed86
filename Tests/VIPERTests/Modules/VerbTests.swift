import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The promises of `back` and `finish`: as signals, as targets of bindings, and as buttons.
@MainActor @Suite struct VerbTests {
  private let app = TestApp()

  /// What the link log says of refused requests.
  private func refused(_ navigator: Navigator) -> [String] {
    navigator.trace.entries.filter { $0.detail.hasPrefix("refused") }.map { "\($0.name) \($0.detail)" }
  }

  @Test func aCallDoesNothingUntilItIsObserved() throws {
    let (navigator, home) = try app.home(), opening = Recorder(home.push(.details, with: "a"))
    let finish = try app.details().finish(7), before = opening.outcome
    #expect(Recorder(finish).outcome == "done")
    #expect([before, opening.outcome] == ["waiting", "7, end"])
    #expect(navigator.path == ["home#1"])
  }

  @Test func aModuleWithoutAResultFinishesWithoutAnArgument() throws {
    let done = Route<Void, Void>("done"), routers = MutableProperty<Router<Void>?>(nil)
    let navigator = try app.makeNavigator([
      Module(done, fromAnywhere: true) { router, _ in
        routers.value = router
        return Assembly()
      }
    ])
    navigator.open("/home").start()
    let opening = Recorder(navigator.router.push(done))
    routers.value?.finish().start()
    #expect(opening.outcome == "done")
  }

  @Test(arguments: [false, true]) func aBoundVerbClosesTheModule(finishes: Bool) throws {
    let opening = Recorder(try app.home().router.push(.details, with: "a")), details = try app.details()
    let (numbers, number) = Signal<Int, Never>.pipe(), (taps, tap) = Signal<Void, Never>.pipe()
    numbers.bind(to: details.finish)
    taps.bind(to: details.back)
    if finishes { number.send(7) } else { tap.send(()) }
    #expect(opening.outcome == (finishes ? "7, end" : "end"))
  }

  @Test func aBindingEndsWithTheModuleAndKeepsNothingOfIt() throws {
    let (navigator, home) = try app.home(), isObserved = MutableProperty(false)
    home.push(.details, with: "a").start()
    Signal<Int, Never>.unending(isObserved).bind(to: try app.details().finish)
    let before = isObserved.value
    navigator.userBack().start()
    #expect([before, isObserved.value] == [true, false])
    #expect(app.layersLeft("details#2") == [])
  }

  @Test func aRefusedVerbIsInTheLinkLog() throws {
    let (navigator, home) = try app.home(), (taps, tap) = Signal<Void, Never>.pipe()
    taps.bind(to: home.back)
    tap.send(())
    #expect(Recorder(navigator.router.back()).failure == .nothingBelow)
    let text = "close refused: there is nothing to go back to; open something first, or replace the root"
    #expect(refused(navigator) == [text, text])
  }

  @Test func aButtonIsEnabledAndSaysWhyItFailed() throws {
    try app.home().router.push(.details, with: "a").start()
    let details = try app.details(), back = Command(back: details), failures = Recorder(back.failures)
    app.stage.answer = .failing(.invalid("no room"))
    back.execute()
    #expect(failures.values == [.invalid("no room")])
    #expect(back.isEnabled.value)
  }
}
