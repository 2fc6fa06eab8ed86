import Foundation
import Signals

/// One module's observation of one event.
struct EventListener: Sendable {
  let event: String
  /// The closure that delivers a payload; nil if the payload has another type.
  let delivery: @Sendable (any Sendable) -> (@Sendable () -> Void)?
  let readJSON: @Sendable (String) throws(RouteError) -> any Sendable
  let end: @Sendable () -> Void
}

/// Listeners in the order they were added. Thread-safe.
final class Listeners<Listener: Sendable>: Sendable {
  private struct State {
    var count = 0
    var all: [(key: Int, listener: Listener)] = []
  }
  private let state = Protected(State())

  /// Adds a listener; disposing the result removes it.
  func add(_ listener: Listener) -> Disposable {
    let key = state.withLock { state in
      state.count += 1
      state.all.append((state.count, listener))
      return state.count
    }
    return Disposable { [state] in
      // Released outside the lock, since its captures may call out when they are freed.
      let removed = state.withLock { state in
        state.all.firstIndex { $0.key == key }.map { state.all.remove(at: $0) }
      }
      withExtendedLifetime(removed) {}
    }
  }

  var all: [Listener] { state.withLock(\.all).map(\.listener) }
}

/// Delivers events in the order they were sent: an event sent by a listener follows the one being delivered.
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

/// Passes notifications to modules in the order in which the modules began to listen. The notification center itself
/// guarantees no order, and two runs of a flow must not differ.
final class NotificationHub: Sendable {
  private let center: NotificationCenter
  private let listeners = Listeners<(name: Notification.Name, receive: @Sendable (Notification) -> Void)>()
  private let observed = Protected<Set<Notification.Name>>([])
  private let observations = DisposeBag()

  init(_ center: NotificationCenter) { self.center = center }

  /// Posts with this hub as the object, so that `observe` can ignore the app's own notifications: its modules already got
  /// them as events.
  func post(_ name: Notification.Name, _ userInfo: [String: String]) {
    center.post(name: name, object: self, userInfo: userInfo)
  }

  /// Calls `receive` for each notification posted by others, on the posting thread, until the result is disposed.
  func observe(_ name: Notification.Name, _ receive: @escaping @Sendable (Notification) -> Void) -> Disposable {
    let listening = listeners.add((name, receive))
    guard observed.withLock({ $0.insert(name).inserted }) else { return listening }
    observations.add(
      center.observe(named: name) { [weak self] notification in
        guard let self, (notification.object as? NotificationHub) !== self else { return }
        for listener in listeners.all where listener.name == name { listener.receive(notification) }
      })
    return listening
  }
}
