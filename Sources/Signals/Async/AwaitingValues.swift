extension Signal {
  /// Runs the signal until its first value, and gives it; nil if it completes without one. Cancelling the task disposes the
  /// observation.
  ///
  /// - Throws: the signal's failure, or `CancellationError` if the task is cancelled first.
  public func firstValue() async throws -> Value? {
    try await firstOfStream()
  }

  private func firstOfStream() async throws -> Value? {
    try Task.checkCancellation()
    for try await value in first().values() { return value }
    try Task.checkCancellation()
    return nil
  }
}

extension Signal where Failure == Never {
  /// Runs the signal until its first value, and gives it; nil if it completes without one, or if the task is cancelled first.
  public func firstValue() async -> Value? {
    // The only failure there can be is the cancellation.
    try? await firstOfStream()
  }
}
