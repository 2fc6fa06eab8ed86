extension Signal {
  /// The same signal with another failure.
  ///
  ///     source          a--^
  ///     mapError { … }  a--^
  public func mapError<F: Error>(_ transform: @escaping @Sendable (Failure) -> F) -> Signal<Value, F> {
    stage { sink, _ in
      Sink(
        value: sink.value,
        end: { ending in
          switch ending {
          case .failed(let failure): sink.end(.failed(transform(failure)))
          case .completed: sink.end(.completed)
          }
        })
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
    again { attempt, ending in
      if case .failed = ending, attempt <= count { .now } else { .no }
    }
  }

  /// This signal, started again up to `count` more times when it fails, each time after `delay(attempt, failure)`. Attempts
  /// count from 1. A delay of nil ends the signal with that failure.
  ///
  ///     source              a--^
  ///     retry(1, delay: 2)  a----a--^
  public func retry(
    _ count: Int, delay: @escaping @Sendable (_ attempt: Int, Failure) -> Duration?, on scheduler: any Scheduler
  ) -> Self {
    again { [scheduler = scheduler.heldByItsWork] attempt, ending in
      if case .failed(let failure) = ending, attempt <= count, let pause = delay(attempt, failure) {
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
    return again { attempt, ending in
      if case .completed = ending, attempt < count { .now } else { .no }
    }
  }
}

extension Signal where Failure == Never {
  /// The same signal, typed as one that may fail.
  ///
  ///     source          a--b|
  ///     promoteFailure  a--b|
  public func promoteFailure<F: Error>(to type: F.Type = F.self) -> Signal<Value, F> {
    stage { sink, _ in Sink(value: sink.value, end: { _ in sink.end(.completed) }) }
  }
}

/// The decision after the end of a run.
private enum Restart {
  case no
  case now
  /// - isEndless: whether the number of runs is unlimited.
  case after(Duration, any Scheduler, isEndless: Bool)
}

extension Signal {
  /// This signal, started again after its end according to `decide`; runs count from 1.
  fileprivate func again(_ decide: @escaping @Sendable (_ attempt: Int, Completion<Failure>) -> Restart) -> Self {
    chained { sink, scope in Runs(self, decide, Emitter(sink, in: scope)).startNext() }
  }
}

/// One observation of a signal that is restarted. Runs start in a gate. The end of a run inside its own start waits there, so a
/// million of such runs need no more stack than one.
private final class Runs<Value: Sendable, Failure: Error>: @unchecked Sendable {
  private let source: Signal<Value, Failure>
  private let decide: @Sendable (Int, Completion<Failure>) -> Restart
  private let emitter: Emitter<Value, Failure>
  private let gate = SerialGate()
  /// The current run, or the timer for the next one.
  private let current = SerialDisposable()
  // Accessed only in the gate.
  private var attempt = 0

  init(
    _ source: Signal<Value, Failure>, _ decide: @escaping @Sendable (Int, Completion<Failure>) -> Restart,
    _ emitter: Emitter<Value, Failure>
  ) {
    self.source = source
    self.decide = decide
    self.emitter = emitter
    emitter.disposable.add(current)
  }

  func startNext() {
    gate.perform { [self] in
      attempt += 1
      let run = Disposable()
      current.replace(with: run)
      if run.isDisposed { return }
      source.start(
        in: run, Sink(value: { [emitter] in emitter.send($0) }, end: { [self, attempt] in end($0, attempt, run) }))
    }
  }

  /// The next run starts after the teardown of the one before. The end of the last run ends the whole before the teardown.
  private func end(_ ending: Completion<Failure>, _ attempt: Int, _ run: Disposable) {
    switch decide(attempt, ending) {
    case .no: emitter.emit(ending.event())
    case .now:
      run.dispose()
      startNext()
    case .after(let delay, let scheduler, let isEndless):
      run.dispose()
      gate.perform { [self] in
        current.replace(
          with: Repetition.$isUnderWay.withValue(isEndless) { scheduler.schedule(after: delay) { self.startNext() } })
      }
    }
  }
}
