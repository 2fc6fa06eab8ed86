import Dispatch

/// The queue of the main actor.
enum MainQueue {
  /// Lets it run what it was given so far: bindings that another thread's work made late, and work of `.main`. On the main
  /// actor, so that waiting for its queue takes no other thread.
  @MainActor static func drained() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
