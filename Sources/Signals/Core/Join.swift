/// One observation of an operator that has several sources or a timer: its state and its emitter.
///
/// Each input is a step: a value or the end of a source, or a timer that fires. Steps run in the emitter's gate, so the state needs
/// no lock, and events are sent in order.
final class Join<State, Value: Sendable, Failure: Error>: @unchecked Sendable {
  private let emitter: Emitter<Value, Failure>
  private let scheduler: any Scheduler
  // Accessed only in a step, and so only by the owner of the emitter's gate.
  private var state: State
  private var timersSet = 0
  private var timer: Disposable?

  fileprivate init(_ state: State, _ emitter: Emitter<Value, Failure>, _ scheduler: any Scheduler) {
    (self.state, self.emitter, self.scheduler) = (state, emitter, scheduler)
  }

  // MARK: For any thread

  /// The time of the scheduler.
  var now: Duration { scheduler.now }

  /// Runs a step, now or after the one under way.
  func perform(_ step: @escaping (inout State) -> Void) { emitter.subject.perform { step(&self.state) } }

  /// Observes a source; its events are steps. Its failure ends this observation, and its completion, too, without a `completed`.
  func observe<V: Sendable>(
    _ source: Signal<V, Failure>, next: @escaping (inout State, V) -> Void,
    completed: ((inout State) -> Void)? = nil
  ) {
    emitter.observe(source) { [self] event in
      emitter.subject.perform(event) { event in
        switch event {
        case .value(let value): next(&self.state, value)
        case .failed(let failure): self.fail(failure)
        case .completed: if let completed { completed(&self.state) } else { self.complete() }
        }
      }
    }
  }

  // MARK: For a step

  func send(_ value: Value) { emitter.subject.deliver(value) }
  func fail(_ failure: Failure) { emitter.subject.finish(.failed(failure)) }
  func complete() { emitter.subject.finish(.completed) }

  /// Runs a step at a time of the scheduler, and replaces the step that the timer was set for before.
  func setTimer(_ due: Duration, _ step: @escaping @Sendable (inout State) -> Void) {
    if emitter.isDisposed { return }
    timer?.dispose()
    timersSet += 1
    let next = scheduler.schedule(after: due - scheduler.now) { [self, timersSet] in
      // A timer that fired just before it was replaced waits here; its step is stale.
      perform { state in if timersSet == self.timersSet { step(&state) } }
    }
    timer = next
    emitter.disposable.add(next)
  }
}

extension Signal {
  /// An operator of several sources, or with a timer on `scheduler`. For each observation, `start` observes the sources.
  func join<State, U: Sendable, F: Error>(
    _ state: @escaping @autoclosure @Sendable () -> State, on scheduler: any Scheduler = .immediate,
    _ start: @escaping @Sendable (Join<State, U, F>) -> Void
  ) -> Signal<U, F> {
    chained(on: scheduler) { sink, scope, scheduler in start(Join(state(), Emitter(sink, in: scope), scheduler)) }.held
  }

  /// An operator of several sources without a state.
  func join<U: Sendable, F: Error>(_ start: @escaping @Sendable (Join<Bool, U, F>) -> Void) -> Signal<U, F> {
    // A state without bytes would have the address of the join, and ThreadSanitizer would report each use of it as a race.
    join(false, start)
  }
}
