import Dispatch

/// A place where one thread pauses until another one has done something.
final class Rendezvous: Sendable {
  private let reached = DispatchSemaphore(value: 0), left = DispatchSemaphore(value: 0)

  /// Waits for the end of another thread's `whilePaused`.
  func pause() {
    reached.signal()
    left.wait()
  }

  /// Waits until a thread pauses here, runs `body`, and lets that thread go on.
  func whilePaused(_ body: () -> Void) {
    reached.wait()
    body()
    left.signal()
  }
}
