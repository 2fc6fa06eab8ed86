/// The work of a command, and the events of its runs. A run keeps this object alive, but not the command.
@usableFromInline final class CommandCore<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let state: CommandState
  @usableFromInline let work: @Sendable (Input) -> Signal<Output, Failure>
  /// In place of `work` for a command that unwraps a property: reads it, once a run; nil without a value.
  @usableFromInline let unwrap: (@Sendable (Input) -> Signal<Output, Failure>?)?

  /// The events of all runs. Created on first access; earlier events have no observers.
  @usableFromInline let events = LazyReference<Emitter<Event<Output, Failure>, Never>>()

  init(
    _ state: CommandState, _ work: @escaping @Sendable (Input) -> Signal<Output, Failure> = { _ in .never },
    unwrap: (@Sendable (Input) -> Signal<Output, Failure>?)? = nil
  ) {
    self.state = state
    self.work = work
    self.unwrap = unwrap
  }

  /// One run, unless it is refused.
  @inlinable func run(_ input: Input, _ sink: consuming Sink<Output, CommandError<Failure>>, _ scope: Disposable) {
    let run = CallerRun(state, sink, scope), unwrapped = unwrap?(input)
    guard unwrap == nil || unwrapped != nil, state.begin(run) else {
      return run.sink.end(.failed(state.isFinished ? .cancelled : .disabled))
    }
    scope.add(run)
    if run.isWanted {
      let signal = unwrapped ?? work(input)
      if case .just(let value) = signal.form {
        receive(value, run)
        end(.completed, run)
      } else {
        // The command keeps the run, so the end of all senders is noticed here.
        let scope = run.work.disposable, abandonment = Abandonment(of: scope) { run.cancel() }
        let end = { ending in withExtendedLifetime(abandonment) { self.end(ending, run) } }
        signal.run(Sink(value: { self.receive($0, run) }, end: end), scope)
      }
    }
    run.startReturned()
  }

  @inlinable func receive(_ value: Output, _ run: CallerRun<Output, Failure>) {
    if !run.isWanted || !run.beginDelivery() { return }
    run.sink.value(value)
    if let events = events.made {
      if state.isLatestOnly { send(value, of: run, to: events) } else { events.send(.value(value)) }
    }
    run.endDelivery()
  }

  /// Sends a value, unless its run is replaced by the time of delivery: no value of a replaced run follows values of the next one.
  @usableFromInline func send(_ value: Output, of run: CommandRun, to events: Emitter<Event<Output, Failure>, Never>) {
    events.subject.perform { [state] in if !state.isReplaced(run) { events.subject.deliver(.value(value)) } }
  }

  @inlinable func end(_ ending: Completion<Failure>, _ run: CallerRun<Output, Failure>) {
    if !run.isWanted || run.detach() == nil { return }
    run.terminate()
    // An observer of the flags may have disposed the observation.
    if !run.scope.isDisposed {
      switch ending {
      case .failed(let failure): run.sink.end(.failed(.failed(failure)))
      case .completed: run.sink.end(.completed)
      }
    }
    run.work.made?.dispose()
    events.made?.send(ending.event())
  }

  /// The parts of the events that `part` selects.
  @inlinable func signal<Part: Sendable>(
    _ part: @escaping @Sendable (Event<Output, Failure>) -> Part?
  ) -> Signal<Part, Never> { events { Emitter() }.hotSignal.compactMap(part) }

  /// The command was released: ends its runs and completes its signals.
  func finish() {
    state.finish()
    events.made?.complete()
  }
}

/// A run and its caller.
@usableFromInline final class CallerRun<Output: Sendable, Failure: Error>: CommandRun, @unchecked Sendable {
  // Immutable; the sink is called by the owner of the delivery only.
  @usableFromInline let sink: Sink<Output, CommandError<Failure>>
  /// The caller's observation.
  @usableFromInline let scope: Disposable

  @inlinable init(_ state: CommandState, _ sink: consuming Sink<Output, CommandError<Failure>>, _ scope: Disposable) {
    self.sink = sink
    self.scope = scope
    super.init(state)
  }

  override func sendCancelled() { if !scope.isDisposed { sink.end(.failed(.cancelled)) } }
}

/// The reason a run ended early.
public enum CommandError<Failure: Error>: Error {
  /// The run was refused: the command was disabled or busy.
  case disabled
  /// The run was replaced by the next one, or ended by ``Command/cancel()``, by the release of the command, or because its work
  /// was left without a sender.
  case cancelled
  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}
extension CommandError: Hashable where Failure: Hashable {}
