import Dispatch

/// The queue of the main actor.
enum MainQueue {
  /// Lets it run what it was given so far: bindings that another thread's work made late, and work of `.main`.
  static func drained() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
