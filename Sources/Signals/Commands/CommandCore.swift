/// What a command does and tells, and what its runs keep: they never keep the command itself.
@usableFromInline final class CommandCore<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: CommandState
  @usableFromInline let work: @Sendable (Input) -> Signal<Output, Failure>

  @usableFromInline let values = Emitter<Output, Never>()
  @usableFromInline let failures = Emitter<Failure, Never>()
  @usableFromInline let completions = Emitter<Void, Never>()

  @usableFromInline init(_ state: CommandState, _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>) {
    self.state = state
    self.work = work
  }

  /// One run, if it is not refused.
  @inlinable func run(
    _ input: Input, isOwned: Bool, _ sink: @escaping Sink<Output, CommandError<Failure>>, _ scope: Disposable
  ) {
    let run = CommandRun(state, isOwned: isOwned)
    guard state.begin(run) else { return sink(.failed(.disabled)) }
    scope.add(run)
    if run.isWanted {
      let signal = work(input)
      if case .just(let value) = signal.form {
        receive(.value(value), run, sink)
        receive(.completed, run, sink)
      } else {
        signal.run({ event in self.receive(event, run, sink) }, run.work)
      }
    }
    run.started()
  }

  @inlinable func receive(
    _ event: Event<Output, Failure>, _ run: CommandRun, _ sink: Sink<Output, CommandError<Failure>>
  ) {
    if !run.isWanted { return }
    switch event {
    case .value(let value):
      sink(.value(value))
      values.send(value)
    case .failed(let failure):
      run.terminated()
      sink(.failed(.failed(failure)))
      run.work.dispose()
      failures.send(failure)
    case .completed:
      run.terminated()
      sink(.completed)
      run.work.dispose()
      completions.send(())
    }
  }

  /// The command has gone: ends what it owns and completes its signals.
  func finish() {
    state.finish()
    values.complete()
    failures.complete()
    completions.complete()
  }
}
