import Signals
import Testing

@testable import REPL

@Suite struct FlowTimeTests {
  private final class Witness: Sendable {
    let onRelease: @Sendable () -> Void

    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

    deinit { onRelease() }
  }

  @Test("a timer that is being dropped is not pending, even before it is removed") func dropped() {
    let time = FlowTime(), pending = MutableProperty<[Bool]>([])
    @Sendable func look() { pending.modify { $0.append(time.isAwaited(by: 1) || !time.timers.isEmpty) } }
    func start() -> Disposable {
      // Dropping the timer releases its work first.
      let witness = Witness { look() }
      return time.schedule(after: .seconds(1)) { withExtendedLifetime(witness) {} }
    }
    var timer: Disposable?
    FlowTime.during(1) { timer = start() }
    look()
    timer?.dispose()
    #expect(pending.value == [true, false])
  }
}
