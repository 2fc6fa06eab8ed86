import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// What a presenter observes while its module has focus.
@MainActor @Suite struct FocusTests {
  @MainActor private final class Clicks: Presenter {
    let clicks: Property<[Int]>
    let open: Command<Void, Never, RouteError>

    init(_ router: Router<Never>, _ cover: Route<Void, Never>, _ source: Signal<Int, Never>) {
      open = Command { router.push(cover) }
      clicks = Property(initial: [], then: router.whileFocused(source).scan(into: []) { $0.append($1) })
    }
  }
  private let route = Route<Void, Never>("clicks"), cover = Route<Void, Never>("cover")
  private let source: Signal<Int, Never>, input: Emitter<Int, Never>

  init() { (source, input) = Signal<Int, Never>.pipe() }

  private func host(_ observations: MutableProperty<Int>) throws -> PresenterHost<Clicks, Never> {
    let counted = Signal<Int, Never>.deferred { [source] in
      observations.modify { $0 += 1 }
      return source.doFinally { observations.modify { $0 -= 1 } }
    }
    return try PresenterHost(
      route, environment: .fixed(on: VirtualTimeScheduler()), opens: cover
    ) { [cover] router, _ in Clicks(router, cover, counted) }
  }

  @Test("a signal is observed while the module has focus, and anew when it gains it again") func covered() throws {
    let observations = MutableProperty(0), host = try host(observations)
    #expect(observations.value == 1)
    input.send(1)
    host.presenter.open.execute()
    #expect(observations.value == 0)
    input.send(2)
    host.navigator.userBack().start()
    #expect(observations.value == 1)
    input.send(3)
    #expect(host.presenter.clicks.value == [1, 3])
  }

  @Test("closing the module ends it; nothing of it is left") func closing() throws {
    let observations = MutableProperty(0), host = try host(observations)
    host.navigator.closeAll()
    #expect(observations.value == 0)
    input.send(1)
    #expect(host.presenter.clicks.value == [])
  }
}
