/// What a command does and tells, and what its runs keep: they never keep the command itself.
@usableFromInline final class CommandCore<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: CommandState
  @usableFromInline let work: @Sendable (Input) -> Signal<Output, Failure>

  // Nobody who has not asked for them by the time of an event can want it.
  @usableFromInline let values = LazyReference<Subject<Output, Never>>()
  @usableFromInline let failures = LazyReference<Subject<Failure, Never>>()
  @usableFromInline let completions = LazyReference<Subject<Void, Never>>()

  @usableFromInline init(_ state: CommandState, _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>) {
    self.state = state
    self.work = work
  }

  /// One run, if it is not refused.
  @inlinable func run(
    _ input: Input, isOwned: Bool, _ sink: Sink<Output, CommandError<Failure>>, _ scope: Disposable
  ) {
    let run = CommandRun(state, isOwned: isOwned)
    guard state.begin(run) else { return sink.end(.failed(.disabled)) }
    scope.add(run)
    if run.isWanted {
      let signal = work(input)
      if case .just(let value) = signal.form {
        receive(value, run, sink)
        end(.completed, run, sink)
      } else {
        signal.run(Sink(value: { self.receive($0, run, sink) }, end: { self.end($0, run, sink) }), run.work)
      }
    }
    run.started()
  }

  @inlinable func receive(_ value: Output, _ run: CommandRun, _ sink: Sink<Output, CommandError<Failure>>) {
    if !run.isWanted { return }
    sink.value(value)
    values.made?.send(value)
  }

  @inlinable func end(_ ending: Ending<Failure>, _ run: CommandRun, _ sink: Sink<Output, CommandError<Failure>>) {
    if !run.isWanted { return }
    run.terminated()
    // Whoever heard that the command is idle may have ended the observation.
    switch ending {
    case .failed(let failure):
      if run.isWanted { sink.end(.failed(.failed(failure))) }
      run.work.dispose()
      failures.made?.send(failure)
    case .completed:
      if run.isWanted { sink.end(.completed) }
      run.work.dispose()
      completions.made?.send(())
    }
  }

  /// The command has gone: ends what it owns and completes its signals.
  func finish() {
    state.finish()
    values.made?.end(.completed)
    failures.made?.end(.completed)
    completions.made?.end(.completed)
  }
}
