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
    guard let values = values.made else { return }
    if state.isLatestOnly { tell(value, of: run, values) } else { values.send(value) }
  }

  /// Tells of a value, unless its run is replaced by then: asked in the turn in which it is delivered, so that no value of a run
  /// that was cut short can follow those of the next one.
  @usableFromInline func tell(_ value: Output, of run: CommandRun, _ values: Subject<Output, Never>) {
    values.perform {
      if !run.isReplaced { values.deliver(value) }
    }
  }

  /// Tells of an end, after the values that were sent before it.
  @inlinable func afterValues(_ tell: @escaping () -> Void) {
    guard let values = values.made else { return tell() }
    values.perform(tell)
  }

  @inlinable func end(_ ending: Completion<Failure>, _ run: CommandRun, _ sink: Sink<Output, CommandError<Failure>>) {
    if !run.isWanted { return }
    run.terminated()
    // Whoever heard that the command is idle may have ended the observation.
    switch ending {
    case .failed(let failure):
      if run.isWanted { sink.end(.failed(.failed(failure))) }
      run.work.dispose()
      if let failures = failures.made { afterValues { failures.send(failure) } }
    case .completed:
      if run.isWanted { sink.end(.completed) }
      run.work.dispose()
      if let completions = completions.made { afterValues { completions.send(()) } }
    }
  }

  /// The command has gone: ends what it owns and completes its signals.
  func finish() {
    state.finish()
    values.made?.end(.completed)
    if let failures = failures.made { afterValues { failures.end(.completed) } }
    if let completions = completions.made { afterValues { completions.end(.completed) } }
  }
}
