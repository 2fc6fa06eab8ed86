import Foundation

/// The serial queue for the stores of all sessions, so that the work of one session precedes that of the next.
package enum Disk {
  static let queue = DispatchQueue(label: "Playground.disk", qos: .userInitiated)

  /// Waits for unfinished changes before the program ends. The wait is limited, because a disk may never respond.
  ///
  /// - Parameters:
  ///   - moment: the time to wait silently.
  ///   - limit: the time to wait after the first message.
  ///   - say: receives the messages.
  /// - Returns: whether all changes were made.
  @discardableResult package static func finishChanges(
    moment: DispatchTimeInterval = .seconds(1), limit: DispatchTimeInterval = .seconds(30),
    say: (String) -> Void = { _ in }
  ) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    if isDone.wait(timeout: .now() + moment) == .success { return true }
    say("waiting for the disk to save the last changes; press Ctrl-C to quit without them")
    if isDone.wait(timeout: .now() + limit) == .success { return true }
    say("the disk did not respond, so the last changes may be lost; check the list when it responds again")
    return false
  }
}
