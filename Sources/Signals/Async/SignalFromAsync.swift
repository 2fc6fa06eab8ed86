extension Signal {
  /// The result of an async function, then the end; or the error that it throws. The function runs once for each observation, and
  /// disposing the observation cancels its task; the function does not start if it has not yet. A closure that throws one type
  /// declares it, as in `Signal { () async throws(NotesFailure) in try await service.find(text) }`.
  ///
  /// - Parameters:
  ///   - executor: the task's preferred executor; a ``VirtualTimeScheduler`` makes it run under `advance`.
  ///   - work: the function.
  public init(
    on executor: (any TaskExecutor)? = nil, async work: @escaping @Sendable () async throws(Failure) -> Value
  ) {
    self.init(inTaskOn: executor) { emitter throws(Failure) in emitter.send(try await work()) }
  }

  /// The values that `send` sends in a task of its own, then the end; or the error that it throws.
  private init(
    inTaskOn executor: (any TaskExecutor)?,
    _ send: @escaping @Sendable (Emitter<Value, Failure>) async throws(Failure) -> Void
  ) {
    self.init { emitter in
      let task = Task(executorPreference: executor) {
        if emitter.isDisposed { return }
        do throws(Failure) {
          try await send(emitter)
          emitter.complete()
        } catch {
          emitter.fail(error)
        }
      }
      emitter.disposable.onDispose { task.cancel() }
    }
  }
}

extension Signal where Failure == any Error {
  /// The elements of an async sequence, then the end; or the error that it throws. Each observation iterates anew, in a task
  /// that is cancelled when the observation is disposed.
  public static func from<S: AsyncSequence & Sendable>(async sequence: S) -> Self where S.Element == Value {
    Signal(inTaskOn: nil) { emitter in for try await value in sequence { emitter.send(value) } }
  }
}
