/// The values of a signal as an async sequence, which throws the signal's failure. It needs no `try` if the signal cannot fail.
///
/// The sequence is cold: each iteration observes the signal anew. The observation is disposed when the task is cancelled or the
/// iterator is released, for example at the end of a loop.
public struct SignalValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// A value of the signal.
  public typealias Element = Value

  let signal: Signal<Value, Failure>
  let policy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy

  /// Observes the signal.
  public func makeAsyncIterator() -> Iterator {
    let stream = AsyncThrowingStream(Value.self, bufferingPolicy: policy) { continuation in
      let observation = Disposable(), end = Abandonment(of: observation) { continuation.finish() }
      continuation.onTermination = { _ in observation.dispose() }
      signal.start(in: observation) { event in
        switch event {
        case .value(let value): continuation.yield(value)
        case .failed(let failure): continuation.finish(throwing: failure)
        case .completed: continuation.finish()
        }
        withExtendedLifetime(end) {}
      }
    }
    return Iterator(base: stream.makeAsyncIterator())
  }

  /// One observation of the signal.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncThrowingStream<Value, any Error>.Iterator

    /// The next value, as ``next(isolation:)`` gives it.
    public mutating func next() async throws(Failure) -> Value? { try await next(isolation: #isolation) }

    /// The next value; nil when the signal has completed, no sender of it is left, or the task is cancelled.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
      do {
        return try await base.next(isolation: actor)
      } catch let failure as Failure {
        throw failure
      } catch {
        preconditionFailure("only the signal's failure finishes the stream, and not \(error)")
      }
    }
  }
}

extension Signal {
  /// The values as an async sequence.
  ///
  /// - Parameter policy: the buffering of values that arrive faster than they are consumed.
  public func values(
    buffering policy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded
  ) -> SignalValues<Value, Failure> {
    SignalValues(signal: self, policy: policy)
  }

  /// Runs the signal and returns its first value; nil if it completes without one, or if no sender is left that could send one.
  /// Cancelling the task disposes the observation.
  ///
  /// - Throws: the signal's failure, or `CancellationError` if the task is cancelled first.
  public func firstValue() async throws -> Value? {
    try Task.checkCancellation()
    for try await value in first().values() { return value }
    try Task.checkCancellation()
    return nil
  }
}

extension Signal where Failure == Never {
  /// Runs the signal and returns its first value; nil if it completes without one, if no sender is left, or if the task is
  /// cancelled first.
  public func firstValue() async -> Value? {
    // Cancellation is the only possible error.
    try? await promoteFailure(to: CancellationError.self).firstValue()
  }
}
