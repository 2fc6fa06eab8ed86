import Dispatch

/// A place where one thread pauses until another one has done something.
final class Rendezvous: Sendable {
  private let reached = DispatchSemaphore(value: 0), left = DispatchSemaphore(value: 0)

  /// Waits for another thread's `resume`.
  func pause() {
    reached.signal()
    left.wait()
  }

  /// Waits until a thread pauses here.
  func awaitPause() { reached.wait() }

  /// Lets the thread that pauses here go on, or the next one that would pause.
  func resume() { left.signal() }

  /// Waits until a thread pauses here, runs `body`, and lets that thread go on.
  func whilePaused(_ body: () -> Void) {
    awaitPause()
    body()
    resume()
  }
}
