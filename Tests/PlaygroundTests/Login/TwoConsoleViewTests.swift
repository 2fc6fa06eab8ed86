import Login
import REPL
import Services
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct TwoConsoleViewTests {
  /// A console that takes a second to show a screen, and records its first content.
  private final class SlowConsole: Stage {
    let console: Console
    private(set) var first: [String] = []

    init(_ time: VirtualTimeScheduler) { console = Console(delay: .seconds(1), on: time) }

    func perform(
      _ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?
    ) -> Signal<Never, RouteError> {
      let shown = console.perform(transition, view: view)
      first = console.screen
      return shown
    }
  }

  @Test("the message is delivered before the screen is displayed") func message() throws {
    let time = VirtualTimeScheduler(), stage = SlowConsole(time)
    let navigator = try Navigator(
      stage: stage, environment: .fixed(on: time), modules: loginModules(AnyTransport { _ in .never }))
    navigator.open("/one").start()
    time.advance(by: .seconds(1))
    #expect(stage.first.first == "Login")
    _ = stage.console.run("jump")
    #expect(stage.first == ["From One To Two | One --> Two"])
    time.advance(by: .seconds(1))
    #expect(navigator.tree.value.path.last?.destination.route == "two")
  }
}
