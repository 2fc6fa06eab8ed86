import Foundation

/// Runs `body` on a thread with a stack of that size, and waits for its end.
func onAStack(of kilobytes: Int, _ body: @escaping @Sendable () -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    isDone.signal()
  }
  thread.stackSize = kilobytes << 10
  thread.start()
  isDone.wait()
}
