extension Signal {
  /// Runs the signal until its first value, and gives it; nil if it completes without one. Cancelling the task disposes the
  /// observation.
  ///
  /// - Throws: the signal's failure, or `CancellationError` if the task is cancelled first.
  public func firstValue() async throws -> Value? {
    try await FirstValue().wait(for: self).get()
  }

  /// The values as an async sequence, which throws what the signal fails with. The signal is observed at once, for this one
  /// sequence, and disposed when its task is cancelled or the sequence is let go, as by a loop over it that ends.
  ///
  /// - Parameter policy: what becomes of values that come faster than they are taken.
  public func values(
    buffering policy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream(bufferingPolicy: policy) { continuation in
      let observation = Disposable()
      continuation.onTermination = { _ in observation.dispose() }
      let receive: (Event<Value, Failure>) -> Void = { event in
        switch event {
        case .value(let value): continuation.yield(value)
        case .failed(let failure): continuation.finish(throwing: failure)
        case .completed: continuation.finish()
        }
      }
      start(in: observation, Sink(receive))
    }
  }
}

extension Signal where Failure == Never {
  /// Runs the signal until its first value, and gives it; nil if it completes without one, or if the task is cancelled first.
  public func firstValue() async -> Value? {
    // The only failure there can be is the cancellation.
    try? await FirstValue().wait(for: self).get()
  }
}

/// A continuation that is resumed once: with the first value, the end, or the cancellation.
private final class FirstValue<Value: Sendable, Failure: Error>: Sendable {
  private typealias Outcome = Result<Value?, any Error>

  private enum State {
    case idle
    case waiting(CheckedContinuation<Outcome, Never>)
    case done(Outcome)
  }
  private let state = Protected(State.idle)
  private let observation = Disposable()

  func wait(for signal: Signal<Value, Failure>) async -> Result<Value?, any Error> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let outcome = state.withLock { state -> Outcome? in
          if case .done(let outcome) = state { return outcome }
          state = .waiting(continuation)
          return nil
        }
        if let outcome { return continuation.resume(returning: outcome) }
        let receive: (Event<Value, Failure>) -> Void = { event in
          switch event {
          case .value(let value): self.finish(.success(value))
          case .failed(let failure): self.finish(.failure(failure))
          case .completed: self.finish(.success(nil))
          }
        }
        signal.start(in: observation, Sink(receive))
      }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  private func finish(_ outcome: Outcome) {
    let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      defer { if case .done = state {} else { state = .done(outcome) } }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    observation.dispose()
    continuation?.resume(returning: outcome)
  }
}
