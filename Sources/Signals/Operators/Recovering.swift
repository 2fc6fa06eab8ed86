extension Signal {
  /// The same signal with another failure.
  ///
  ///     source          a--^
  ///     mapError { … }  a--^
  public func mapError<F: Error>(_ transform: @escaping @Sendable (Failure) -> F) -> Signal<Value, F> {
    chained { sink, scope in
      run(
        Sink(
          value: sink.value,
          end: { ending in
            switch ending {
            case .failed(let failure): sink.end(.failed(transform(failure)))
            case .completed: sink.end(.completed)
            }
          }), scope)
    }
  }

  /// The signal that `handler` makes of a failure, in its place.
  ///
  ///     source             a--^
  ///     handler               -b--c|
  ///     catch { handler }  a---b--c|
  public func `catch`<F: Error>(_ handler: @escaping @Sendable (Failure) -> Signal<Value, F>) -> Signal<Value, F> {
    let caught: Signal<Value, F> = chained { sink, scope in
      let source = Disposable()
      scope.add(source)
      start(
        in: source,
        Sink(
          value: sink.value,
          end: { ending in
            switch ending {
            case .completed: sink.end(.completed)
            case .failed(let failure):
              source.dispose()
              if !scope.isDisposed { handler(failure).run(sink, scope) }
            }
          }))
    }
    return caught.held
  }

  /// The value that `handler` makes of a failure, then the end.
  ///
  ///     source              a--^
  ///     catchToValue { b }  a--(b|)
  public func catchToValue(_ handler: @escaping @Sendable (Failure) -> Value) -> Signal<Value, Never> {
    `catch` { .just(handler($0)) }
  }

  /// This signal, started again up to `count` more times when it fails; the failure after that ends it. A million failures
  /// in a row need no more stack than one.
  ///
  ///     source    a--^
  ///     retry(1)  a--a--^
  public func retry(_ count: Int) -> Self {
    again { attempt, event in
      if case .failed = event, attempt <= count { .now } else { .no }
    }
  }

  /// This signal, started again up to `count` more times when it fails, each time after `delay(attempt, failure)`;
  /// attempts count from 1, and nil gives up with that failure.
  ///
  ///     source              a--^
  ///     retry(1, delay: 2)  a----a--^
  public func retry(
    _ count: Int, delay: @escaping @Sendable (_ attempt: Int, Failure) -> Duration?, on scheduler: any Scheduler
  ) -> Self {
    again { [scheduler = scheduler.heldByItsWork] attempt, event in
      if case .failed(let failure) = event, attempt <= count, let pause = delay(attempt, failure) {
        .after(pause, scheduler, isEndless: count == .max)
      } else {
        .no
      }
    }
  }

  /// This signal `count` times in all, one run after the other. Zero or less completes at once.
  ///
  ///     source     a--b-|
  ///     repeat(2)  a--b-a--b-|
  public func `repeat`(_ count: Int) -> Self {
    guard count > 0 else { return .empty }
    return again { attempt, event in
      if case .completed = event, attempt < count { .now } else { .no }
    }
  }
}

extension Signal where Failure == Never {
  /// The same signal, typed as one that may fail.
  ///
  ///     source          a--b|
  ///     promoteFailure  a--b|
  public func promoteFailure<F: Error>(to type: F.Type = F.self) -> Signal<Value, F> {
    chained { value, end, scope in run(value, End { _ in end(.completed) }, scope) }
  }
}
