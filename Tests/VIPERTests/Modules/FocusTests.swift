import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Signals that a presenter observes while its module has focus.
@MainActor @Suite struct FocusTests {
  private final class Listening<Value: Sendable>: Presenter {
    let values: Property<[Value]>
    init(_ values: Signal<Value, Never>) {
      self.values = Property(initial: [], then: values.scan(into: []) { $0.append($1) })
    }
  }
  private let route = Route<Void, Never>("clicks"), cover = Route<Void, Never>("cover"), time = VirtualTimeScheduler()

  @Test("a signal is observed while the module has focus, anew when it gains it again, and no more once it closes")
  func covered() throws {
    let (source, input) = Signal<Int, Never>.pipe(), observations = MutableProperty(0)
    let counted = Signal<Int, Never>.deferred {
      observations.modify { $0 += 1 }
      return source.doFinally { observations.modify { $0 -= 1 } }
    }
    let host = try PresenterHost(route, environment: .fixed(on: time), opens: cover) { router, _ in
      Listening(router.whileFocused(counted))
    }
    let steps: [() -> Void] = [
      {}, { host.navigator.router.push(cover).start() }, { host.navigator.userBack().start() },
      { host.navigator.closeAll() },
    ]
    let counts = steps.enumerated().map { number, step in
      step()
      input.send(number)
      return observations.value
    }
    #expect(counts == [1, 0, 1, 0])
    #expect(host.presenter.values.value == [0, 2])
  }

  private final class Late: Presenter {
    let router: Router<Never>, values = MutableProperty<[Int]>([])
    init(_ router: Router<Never>) { self.router = router }
    func willGainFocus() {
      router.whileFocused(Signal<Int, Never>.just(values.value.count))
        .observeValues { [values] value in values.modify { $0.append(value) } }.stored(in: router.alive)
    }
  }

  @Test("a signal that is observed in focus has its values at once, and one out of focus when the focus returns")
  func late() throws {
    let host = try PresenterHost(route, environment: .fixed(on: time), opens: cover) { router, _ in Late(router) }
    let router = host.presenter.router
    let results = Recorder(router.resultsWhileFocused(Signal<Int, RouteError>.just(1)))
    #expect(host.presenter.values.value == [0])
    #expect(results.values == [.success(1)])
    host.navigator.router.push(cover).start()
    let covered = Recorder(router.whileFocused(Signal<Int, Never>.just(2))), before = covered.values
    host.navigator.userBack().start()
    #expect([before, covered.values] == [[], [2]])
    // A second observation does not begin the first one anew.
    let other = Recorder(router.whileFocused(Signal<Int, Never>.just(3)))
    #expect([covered.values, other.values] == [[2], [3]])
  }

  @Test("a signal for the focus completes when its module closes") func closing() throws {
    let host = try PresenterHost(route, environment: .fixed(on: time)) { router, _ in Late(router) }
    let router = host.presenter.router, values = Recorder(router.whileFocused(Signal<Int, Never>.just(1)))
    let before = values.events
    host.navigator.closeAll()
    #expect(before == [.value(1)])
    #expect(values.events == [.value(1), .completed])
    #expect(Recorder(router.whileFocused(Signal<Int, Never>.just(1))).events == [.completed])
  }

  @Test("a module waits for its first focus, for example until a covering alert has gone") func first() throws {
    let app = TestApp(), (navigator, home) = try app.home(), now = Recorder(home.firstFocus)
    home.present(.form).start()
    let covered = Recorder(home.firstFocus), waiting = covered.events.count
    navigator.userBack().start()
    #expect(waiting == 0)
    #expect([now, covered].map(\.values.count) == [1, 1])
    #expect([now, covered].map(\.isCompleted) == [true, true])
  }

  @Test("a failure is a result; the signal is observed again after one minute, then after two") func failing() throws {
    let isBroken = MutableProperty(true)
    let reading = Signal<Int, RouteError>.deferred { isBroken.value ? .fail(.nothingBelow) : .just(7).concat(.never) }
    let host = try PresenterHost(route, environment: .fixed(on: time)) { router, _ in
      Listening(router.resultsWhileFocused(reading))
    }
    let results = host.presenter.values
    var counts = [results.value.count]
    for seconds in [59, 1, 119] {
      time.advance(by: .seconds(seconds))
      counts.append(results.value.count)
    }
    isBroken.value = false
    time.advance(by: .seconds(1))
    #expect(counts == [1, 1, 2, 2])
    #expect(results.value == [.failure(.nothingBelow), .failure(.nothingBelow), .success(7)])
    host.navigator.closeAll()
    #expect(time.pending == 0)
  }
}
