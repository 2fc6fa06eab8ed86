import Foundation
import Synchronization

/// Runs each body on a real thread of its own, all from the same moment on, and returns when all are done.
func race(_ bodies: [@Sendable () -> Void]) async {
  let waiting = Atomic(bodies.count), running = Atomic(bodies.count)
  await withCheckedContinuation { continuation in
    for body in bodies {
      Thread {
        waiting.subtract(1, ordering: .acquiringAndReleasing)
        while waiting.load(ordering: .acquiring) > 0 { sched_yield() }
        body()
        if running.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { continuation.resume() }
      }.start()
    }
  }
}

func race(_ bodies: (@Sendable () -> Void)...) async { await race(bodies) }
