import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Signals that a presenter observes while its module has focus.
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

  @Test("a signal is observed while the module has focus, anew when it gains it again, and no more once it closes")
  func covered() throws {
    let observations = MutableProperty(0), host = try host(observations)
    #expect(observations.value == 1)
    input.send(1)
    host.presenter.open.execute()
    #expect(observations.value == 0)
    input.send(2)
    host.navigator.userBack().start()
    #expect(observations.value == 1)
    input.send(3)
    host.navigator.closeAll()
    #expect(observations.value == 0)
    input.send(4)
    #expect(host.presenter.clicks.value == [1, 3])
  }

  @MainActor private final class Reader: Presenter {
    let results: Property<[Result<Int, RouteError>]>

    init(_ router: Router<Never>, _ source: Signal<Int, RouteError>) {
      let results = router.resultsWhileFocused(source).scan(into: [Result<Int, RouteError>]()) { $0.append($1) }
      self.results = Property(initial: [], then: results)
    }
  }

  @Test("a failure is a result; the signal is observed again after one minute, then after two") func failing()
    throws
  {
    let time = VirtualTimeScheduler(), isBroken = MutableProperty(true)
    let reading = Signal<Int, RouteError>.deferred { isBroken.value ? .fail(.nothingBelow) : .just(7).concat(.never) }
    let host = try PresenterHost(route, environment: .fixed(on: time)) { router, _ in Reader(router, reading) }
    let results = host.presenter.results
    #expect(results.value == [.failure(.nothingBelow)])
    time.advance(by: .seconds(179))
    #expect(results.value.count == 2)
    isBroken.value = false
    time.advance(by: .seconds(1))
    #expect(results.value == [.failure(.nothingBelow), .failure(.nothingBelow), .success(7)])
    host.navigator.closeAll()
    #expect(time.pending == 0)
  }
}
