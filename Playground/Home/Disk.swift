import Foundation

/// Where the stores of all sessions work: what one has begun comes before what the next one does.
package enum Disk {
  static let queue = DispatchQueue(label: "Playground.disk", qos: .userInitiated)

  /// Waits for the changes that were begun, for a program ends after them; not for ever, for a disk may not answer.
  ///
  /// - Parameters:
  ///   - moment: how long it waits in silence.
  ///   - patience: how long it waits after that.
  ///   - say: gets why it waits.
  /// - Returns: whether they are made.
  @discardableResult package static func finishChanges(
    moment: DispatchTimeInterval = .seconds(1), patience: DispatchTimeInterval = .seconds(30),
    say: (String) -> Void = { _ in }
  ) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    queue.async { isDone.signal() }
    if isDone.wait(timeout: .now() + moment) == .success { return true }
    say("the disk has not answered yet, and this ends when it has; Ctrl-C ends it without what was changed last")
    if isDone.wait(timeout: .now() + patience) == .success { return true }
    say("the disk did not answer, and what was changed last may be lost; look at the list when it answers again")
    return false
  }
}
