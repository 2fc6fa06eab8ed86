import Foundation
import Signals

/// What an app hears from the notification centre, handed on in the order in which its modules began to listen: the centre
/// itself has no order, and two runs of a flow must not differ.
final class NotificationHub: Sendable {
  private struct Listeners {
    var count = 0
    var all: [(key: Int, receive: @Sendable (Notification) -> Void)] = []
  }
  private let center: NotificationCenter
  private let listeners = MutableProperty<[Notification.Name: Listeners]>([:])
  private let observations = DisposeBag()

  init(_ center: NotificationCenter) { self.center = center }

  deinit { observations.dispose() }

  /// Posts in this app's name: what comes back with it has been heard already.
  func post(_ name: Notification.Name, _ userInfo: [String: String]) {
    center.post(name: name, object: self, userInfo: userInfo)
  }

  /// Calls back for what others post, on the thread that posts, until it is disposed.
  func observe(_ name: Notification.Name, _ receive: @escaping @Sendable (Notification) -> Void) -> Disposable {
    let key = listeners.modify { listeners in
      listeners[name, default: Listeners()].count += 1
      let key = listeners[name]?.count ?? 0
      listeners[name]?.all.append((key, receive))
      return key
    }
    if key == 1 { observeCenter(name) }
    return Disposable { [weak self] in self?.listeners.modify { $0[name]?.all.removeAll { $0.key == key } } }
  }

  /// Once for a name, as long as the app lives.
  private func observeCenter(_ name: Notification.Name) {
    // Only handed back to the centre, which may be used from any thread.
    nonisolated(unsafe) let token = center.addObserver(forName: name, object: nil, queue: nil) {
      [weak self] notification in
      guard let self, (notification.object as? NotificationHub) !== self else { return }
      for listener in listeners.value[name]?.all ?? [] { listener.receive(notification) }
    }
    observations.add(Disposable { [center] in center.removeObserver(token) })
  }
}
