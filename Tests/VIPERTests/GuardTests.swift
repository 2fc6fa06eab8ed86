import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct GuardTests {
  private let app = TestApp()

  private func open(_ guards: [String: Guard], _ link: String = "/home/details;value=a") throws -> (
    Navigator, Recorder<Void, RouteError>
  ) {
    app.guards = guards
    let navigator = try app.makeNavigator()
    return (navigator, Recorder(navigator.open(link)))
  }

  private func path(_ navigator: Navigator) -> [String] { navigator.tree.value.path.map(\.destination.route) }

  @Test func proceed() throws {
    let (navigator, opening) = try open(["details": Guard { _, _ in .proceed }])
    #expect(path(navigator) == ["home", "details"])
    #expect(opening.isCompleted)
  }

  @Test func refuse() throws {
    let (navigator, opening) = try open(["details": Guard { _, _ in .refuse("members only") }])
    #expect(path(navigator) == ["home"])
    #expect(opening.failure == .refused("members only"))
  }

  @Test func redirect() throws {
    let form = Route<Void, String>.form.destination
    let (navigator, _) = try open(["details": Guard { _, _ in .redirect(to: form) }])
    #expect(path(navigator) == ["home", "form"])
  }

  @Test func aRedirectLoopEndsWithAnErrorThatShowsIt() throws {
    let details = try Route<String, Int>.details.destination(with: "a")
    let other = try Route<String, Int>.other.destination(with: "a")
    let (_, opening) = try open([
      "details": Guard { _, _ in .redirect(to: other) }, "other": Guard { _, _ in .redirect(to: details) },
    ])
    #expect(opening.failure == .refused("the guards send round in a circle: details → other → details"))
  }

  @Test func holdGoesOnWithTheFirstValueAndOnce() throws {
    let (signal, input) = Signal<Void, RouteError>.pipe()
    let (navigator, opening) = try open(["details": Guard { _, _ in .hold(until: signal) }])
    #expect(path(navigator) == ["home"])
    #expect(opening.events.isEmpty)
    input.send(())
    input.send(())
    #expect(path(navigator) == ["home", "details"])
    #expect(opening.isCompleted && opening.values.count == 1)
  }

  @Test func holdThatEndsWithoutAValueIsGoingBack() throws {
    let (navigator, opening) = try open(["details": Guard { _, _ in .hold(until: .empty) }])
    #expect(path(navigator) == ["home"])
    #expect(opening.isCompleted && opening.values.isEmpty)
  }

  @Test func aGuardIsAskedForAPushToo() throws {
    let (_, _) = try open(["details": Guard { _, _ in .refuse("no") }], "/home")
    let home = try #require(app.presenter("home#1", as: Never.self)).router
    #expect(Recorder(home.push(.details, with: "a")).failure == .refused("no"))
  }
}
