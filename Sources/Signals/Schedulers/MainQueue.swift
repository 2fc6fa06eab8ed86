import Dispatch

/// Whether this code runs on the main queue. A question to the queue, not to the thread: under `dispatchMain()`, or an
/// async `main` on Linux, the main queue is served by other threads than the first.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()

  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
