import Dispatch

/// Lets the main queue run what it was given so far: other tests use it, too, so that bindings may be late.
@MainActor func settled() async {
  for _ in 0..<4 {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
