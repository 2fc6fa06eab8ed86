import Foundation
import Signals

/// Listens to one event in a module.
struct EventListener: Sendable {
  let event: String
  /// The delivery of a payload; nil if that is of another type.
  let delivery: @Sendable (any Sendable) -> (@Sendable () -> Void)?
  let readJSON: @Sendable (String) throws(RouteError) -> any Sendable
  let end: @Sendable () -> Void
}

/// Listeners in the order they came. May be changed from any thread.
final class Listeners<Listener: Sendable>: Sendable {
  private struct State {
    var count = 0
    var all: [(key: Int, listener: Listener)] = []
  }
  private let state = Protected(State())

  /// Adds a listener until it is disposed.
  func add(_ listener: Listener) -> Disposable {
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

  var all: [Listener] { state.withLock(\.all).map(\.listener) }
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

/// What an app hears from the notification centre, handed on in the order in which its modules began to listen: the centre
/// itself has no order, and two runs of a flow must not differ.
final class NotificationHub: Sendable {
  private let center: NotificationCenter
  private let listeners = Listeners<(name: Notification.Name, receive: @Sendable (Notification) -> Void)>()
  private let observed = Protected<Set<Notification.Name>>([])
  private let observations = DisposeBag()

  init(_ center: NotificationCenter) { self.center = center }

  /// Posts in this app's name: what comes back with it has been heard already.
  func post(_ name: Notification.Name, _ userInfo: [String: String]) {
    center.post(name: name, object: self, userInfo: userInfo)
  }

  /// Calls back for what others post, on the thread that posts, until it is disposed.
  func observe(_ name: Notification.Name, _ receive: @escaping @Sendable (Notification) -> Void) -> Disposable {
    let listening = listeners.add((name, receive))
    if observed.withLock({ $0.insert(name).inserted }) { observeCenter(name) }
    return listening
  }

  /// Once for a name, as long as the app lives.
  private func observeCenter(_ name: Notification.Name) {
    // Only handed back to the centre, which may be used from any thread.
    nonisolated(unsafe) let token = center.addObserver(forName: name, object: nil, queue: nil) {
      [weak self] notification in
      guard let self, (notification.object as? NotificationHub) !== self else { return }
      for listener in listeners.all where listener.name == name { listener.receive(notification) }
    }
    observations.add(Disposable { [center] in center.removeObserver(token) })
  }
}
