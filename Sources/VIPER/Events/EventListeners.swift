import Signals

/// What listens to one event in a module.
struct EventListener: Sendable {
  let event: String
  /// What hands over a payload; nil if it is of another type.
  let delivery: @Sendable (any Sendable) -> (@Sendable () -> Void)?
  /// Reads a payload written as JSON.
  let read: @Sendable (String) throws(RouteError) -> any Sendable
  /// The module has closed.
  let end: @Sendable () -> Void
}

/// The listeners of one module, in the order they came. May be changed from any thread.
final class EventListeners: Sendable {
  private struct State {
    var count = 0
    var all: [(key: Int, listener: EventListener)] = []
  }
  private let state = Protected(State())

  /// Adds a listener until it is disposed.
  func add(_ listener: EventListener) -> Disposable {
    let key = state.withLock { state in
      state.count += 1
      state.all.append((state.count, listener))
      return state.count
    }
    return Disposable { [state] in
      // Released outside the lock: what it holds may call out.
      let removed = state.withLock { state in
        state.all.firstIndex { $0.key == key }.map { state.all.remove(at: $0) }
      }
      withExtendedLifetime(removed) {}
    }
  }

  /// Those that listen to an event now.
  func listening(to event: String) -> [EventListener] { all.filter { $0.event == event } }

  /// All of them, now.
  var all: [EventListener] { state.withLock(\.all).map(\.listener) }

  /// Ends every listener.
  func close() {
    let ended = state.withLock { state in
      defer { state.all = [] }
      return state.all
    }
    for entry in ended { entry.listener.end() }
  }
}

/// Events in the order they were sent: an event that a listener sends is delivered after the one it hears.
@MainActor final class EventQueue {
  private var waiting = FIFO<() -> Void>()
  private var isDelivering = false

  func deliver(_ event: @escaping () -> Void) {
    waiting.append(event)
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while let event = waiting.popFirst() { event() }
  }
}
