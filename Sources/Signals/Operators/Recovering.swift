extension Signal {
  /// The same signal with another failure.
  ///
  ///     source            a--^
  ///     mapFailure { … }  a--^
  public func mapFailure<F: Error>(_ transform: @escaping @Sendable (Failure) -> F) -> Signal<Value, F> {
    mapEnd { if case .failed(let failure) = $0 { .failed(transform(failure)) } else { .completed } }
  }

  /// The same values, with another end.
  func mapEnd<F: Error>(_ transform: @escaping @Sendable (Completion<Failure>) -> Completion<F>) -> Signal<Value, F> {
    chained { sink, scope in
      let end = sink.end
      run(Sink(value: sink.value, end: { end(transform($0)) }), scope)
    }
  }

  /// The same signal; a failure is replaced by the signal that `handler` creates for it.
  ///
  ///     source             a--^
  ///     handler               -b--c|
  ///     catch { handler }  a---b--c|
  public func `catch`<F: Error>(_ handler: @escaping @Sendable (Failure) -> Signal<Value, F>) -> Signal<Value, F> {
    let caught: Signal<Value, F> = chained { sink, scope in
      let source = Disposable()
      scope.add(source)
      let end = { (ending: Completion<Failure>) in
        guard case .failed(let failure) = ending else { return sink.end(.completed) }
        source.dispose()
        if !scope.isDisposed { handler(failure).run(sink, scope) }
      }
      start(in: source, Sink(value: sink.value, end: end))
    }
    return caught.held
  }

  /// The same values; a failure is replaced by the value that `handler` returns for it, and the end.
  ///
  ///     source              a--^
  ///     catchToValue { b }  a--(b|)
  public func catchToValue(_ handler: @escaping @Sendable (Failure) -> Value) -> Signal<Value, Never> {
    `catch` { .just(handler($0)) }
  }

  /// This signal, started again up to `count` more times when it fails. The failure after that ends it. A million failures in a
  /// row need no more stack than one.
  ///
  ///     source    a--^
  ///     retry(1)  a--a--^
  public func retry(_ count: Int) -> Self {
    again(count) { _, ending in if case .failed = ending { .zero } else { nil } }
  }

  /// This signal, started again up to `count` more times when it fails, each time after `delay(attempt, failure)`. Attempts
  /// count from 1. A delay of nil ends the signal with that failure.
  ///
  ///     source              a--^
  ///     retry(1, delay: 2)  a----a--^
  public func retry(
    _ count: Int, delay: @escaping @Sendable (_ attempt: Int, Failure) -> Duration?, on scheduler: any Scheduler
  ) -> Self {
    again(count, on: scheduler) { attempt, ending in
      if case .failed(let failure) = ending { delay(attempt, failure) } else { nil }
    }
  }

  /// This signal `count` times in all, one run after the other. Zero or less completes at once.
  ///
  ///     source     a--b-|
  ///     repeat(2)  a--b-a--b-|
  public func `repeat`(_ count: Int) -> Self {
    guard count > 0 else { return .empty }
    return again(count - 1) { _, ending in if case .completed = ending { .zero } else { nil } }
  }

  /// This signal, started again after each end for which `pause` gives a delay, at most `count` times; without a scheduler, at
  /// once. Ends are numbered from 1. The end of a run inside its own start waits in a gate, so a million need no more stack than one.
  private func again(
    _ count: Int, on scheduler: (any Scheduler)? = nil,
    after pause: @escaping @Sendable (_ attempt: Int, Completion<Failure>) -> Duration?
  ) -> Self {
    let pauses = scheduler != nil
    return chained(on: scheduler ?? .immediate) { sink, scope, scheduler in
      let emitter = Emitter(sink, in: scope), gate = SerialGate()
      @Sendable func start(_ attempt: Int, after delay: Duration) {
        // Tears down the run, and before it the timer that starts the run.
        let run = Disposable()
        emitter.disposable.add(run)
        guard pauses, attempt > 1 else { return start(attempt, in: run) }
        Repetition.$isUnderWay.withValue(count == .max) {
          run.add(scheduler.schedule(after: delay) { gate.perform { start(attempt, in: run) } })
        }
      }
      @Sendable func start(_ attempt: Int, in run: Disposable) {
        if run.isDisposed { return }
        // The next run starts after the teardown of the one before. The last end comes before the teardown.
        let end = { (ending: Completion<Failure>) in
          guard attempt <= count, let delay = pause(attempt, ending) else { return emitter.emit(ending.event()) }
          run.dispose()
          gate.perform { start(attempt + 1, after: delay) }
        }
        self.start(in: run, Sink(value: { emitter.send($0) }, end: end))
      }
      gate.perform { start(1, after: .zero) }
    }
  }
}

extension Signal where Failure == Never {
  /// The same signal, typed as one that may fail.
  ///
  ///     source          a--b|
  ///     promoteFailure  a--b|
  public func promoteFailure<F: Error>(to type: F.Type = F.self) -> Signal<Value, F> { mapEnd { _ in .completed } }
}
