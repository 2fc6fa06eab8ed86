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

  /// The values as an async sequence, which throws what the signal fails with. The signal is observed at once, for this one
  /// sequence, and disposed when its task is cancelled or the sequence is released, as by a loop over it that ends.
  ///
  /// - Parameter policy: what becomes of values that come faster than they are taken.
  public func values(
    buffering policy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream(bufferingPolicy: policy) { continuation in
      let observation = Disposable()
      continuation.onTermination = { _ in observation.dispose() }
      start(
        in: observation,
        Sink(
          value: { continuation.yield($0) },
          end: { ending in
            if case .failed(let failure) = ending {
              continuation.finish(throwing: failure)
            } else {
              continuation.finish()
            }
          }))
    }
  }
}

extension Signal where Failure == Never {
  /// Runs the signal until its first value, and gives it; nil if it completes without one, or if the task is cancelled first.
  public func firstValue() async -> Value? {
    // The only failure there can be is the cancellation.
    try? await firstOfStream()
  }
}
