import Signals

/// An object whose release a test can observe.
final class Held: Sendable {}

/// Whether an object that only `body` gets is released when it returns.
func isReleased(after body: (Held) throws -> Void) rethrows -> Bool {
  weak var observed: Held?
  do {
    let held = Held()
    observed = held
    try body(held)
  }
  return observed == nil
}

/// An object that calls out when it is released.
final class Reader: Sendable {
  private let read: @Sendable () -> Void
  init(_ read: @escaping @Sendable () -> Void = {}) { self.read = read }
  deinit { read() }
}

struct Weak<Object: AnyObject & Sendable>: Sendable {
  weak let object: Object?
  init(_ object: Object? = nil) { self.object = object }
}

/// A number that calls back when it is compared.
struct Compared: Equatable, Sendable {
  let number: Int
  let onComparison: @Sendable () -> Void

  static func == (a: Self, b: Self) -> Bool {
    a.onComparison()
    return a.number == b.number
  }
}

/// Virtual time that is scheduled in another way, or with a clock that is ahead.
struct ChangedTime: Scheduler {
  let time: VirtualTimeScheduler
  let ahead = MutableProperty(Duration.zero)
  var change: @Sendable (VirtualTimeScheduler, Duration, @escaping @Sendable () -> Void) -> Disposable = {
    $0.schedule(after: $1, $2)
  }

  var now: Duration { time.now + ahead.value }
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    change(time, delay, work)
  }
}
