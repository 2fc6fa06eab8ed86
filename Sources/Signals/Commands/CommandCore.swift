/// The work of a command, and the events of its runs. A run keeps this object alive, but not the command.
@usableFromInline final class CommandCore<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: CommandState
  @usableFromInline let work: @Sendable (Input) -> Signal<Output, Failure>

  /// The events of all runs. Created on first access; earlier events have no observers.
  @usableFromInline let events = LazyReference<Emitter<Event<Output, Failure>, Never>>()

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
    guard let events = events.made else { return }
    if state.isLatestOnly { send(value, of: run, to: events) } else { events.send(.value(value)) }
  }

  /// Sends a value, unless its run is replaced by the time of delivery. So no value of a replaced run follows values of the
  /// next one.
  @usableFromInline func send(_ value: Output, of run: CommandRun, to events: Emitter<Event<Output, Failure>, Never>) {
    events.perform { [state] in if !state.isReplaced(run) { events.deliver(.value(.value(value))) } }
  }

  @inlinable func end(_ ending: Completion<Failure>, _ run: CommandRun, _ sink: Sink<Output, CommandError<Failure>>) {
    if !run.isWanted { return }
    run.terminate()
    // An observer of the flags may have disposed the observation.
    if run.isWanted {
      switch ending {
      case .failed(let failure): sink.end(.failed(.failed(failure)))
      case .completed: sink.end(.completed)
      }
    }
    run.work.dispose()
    events.made?.send(ending.event())
  }

  /// The parts of the events that `part` selects.
  @inlinable func signal<Part: Sendable>(
    _ part: @escaping @Sendable (Event<Output, Failure>) -> Part?
  ) -> Signal<Part, Never> { events { Emitter() }.hotSignal.compactMap(part) }

  /// The command was released: ends the runs it owns and completes its signals.
  func finish() {
    state.finish()
    events.made?.complete()
  }
}

/// The reason a run ended early.
public enum CommandError<Failure: Error>: Error {
  /// The run was refused: the command was disabled or busy.
  case disabled
  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}
extension CommandError: Hashable where Failure: Hashable {}
