/// The work of a command, and the signals of its runs. A run keeps this object alive, but not the command.
@usableFromInline final class CommandCore<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: CommandState
  @usableFromInline let work: @Sendable (Input) -> Signal<Output, Failure>

  // Created on first access; earlier events have no observers.
  @usableFromInline let values = LazyReference<Subject<Output, Never>>()
  @usableFromInline let failures = LazyReference<Subject<Failure, Never>>()
  @usableFromInline let completions = LazyReference<Subject<Void, Never>>()

  @usableFromInline init(_ state: CommandState, _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>) {
    self.state = state
    self.work = work
  }

  /// One run, unless it is refused.
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
    run.startReturned()
  }

  @inlinable func receive(_ value: Output, _ run: CommandRun, _ sink: Sink<Output, CommandError<Failure>>) {
    if !run.isWanted { return }
    sink.value(value)
    guard let values = values.made else { return }
    if state.isLatestOnly { send(value, of: run, to: values) } else { values.send(value) }
  }

  /// Sends a value, unless its run is replaced by the time of delivery. So no value of a replaced run follows values of the
  /// next one.
  @usableFromInline func send(_ value: Output, of run: CommandRun, to values: Subject<Output, Never>) {
    values.perform { if !run.isReplaced { values.deliver(value) } }
  }

  /// Sends an end, after the values sent before it.
  @inlinable func afterValues(_ send: @escaping () -> Void) {
    guard let values = values.made else { return send() }
    values.perform(send)
  }

  @inlinable func end(_ ending: Completion<Failure>, _ run: CommandRun, _ sink: Sink<Output, CommandError<Failure>>) {
    if !run.isWanted { return }
    run.terminate()
    // An observer of the flags may have disposed the observation.
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

  /// The command was released: ends the runs it owns and completes its signals.
  func finish() {
    state.finish()
    values.made?.end(.completed)
    if let failures = failures.made { afterValues { failures.end(.completed) } }
    if let completions = completions.made { afterValues { completions.end(.completed) } }
  }
}
