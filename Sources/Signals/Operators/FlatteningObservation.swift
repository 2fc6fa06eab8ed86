import Synchronization

/// One observation of a `flatMap`: which inner signals run and which wait.
///
/// All that changes it is a step: a value or the end of the outer signal, the end of an inner one. Steps run in a gate, one at a
/// time. An inner signal that completes inside its own start is a step that waits until the start has returned: so a million of
/// them need no more stack than one. A signal that is a value already is delivered without being observed.
@usableFromInline final class FlatteningObservation<Value: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline let emitter: Emitter<Value, Failure>
  @usableFromInline let gate = SerialGate()
  /// How many inner signals run at a time.
  @usableFromInline let limit: Int
  /// What happens to a value above that.
  @usableFromInline let excess: FlatteningExcess

  // Touched in a step only, one access at a time.
  @exclusivity(unchecked) @usableFromInline var running = 0
  @exclusivity(unchecked) private var isOuterRunning = true
  @exclusivity(unchecked) private var waiting = FIFO<() -> Signal<Value, Failure>>()
  /// The inner signal to be replaced.
  @exclusivity(unchecked) private var current: Disposable?
  /// How often one was replaced, changed in a step. An event of a signal that was replaced since its start is stale.
  private let replacements = Atomic(0)

  @usableFromInline init(limit: Int, excess: FlatteningExcess, _ emitter: Emitter<Value, Failure>) {
    self.emitter = emitter
    self.limit = limit
    self.excess = excess
  }

  // MARK: For the outer signal

  @inlinable func receive<Outer: Sendable>(
    _ value: Outer, _ transform: @escaping @Sendable (Outer) -> Signal<Value, Failure>
  ) {
    guard gate.enter() else { return wait { transform(value) } }
    if running < limit { run(transform(value)) } else { admit { transform(value) } }
    gate.leave()
  }

  @usableFromInline func end(_ ending: Completion<Failure>) {
    if case .failed(let failure) = ending { return emitter.fail(failure) }
    gate.perform { [self] in
      isOuterRunning = false
      completeIfDone()
    }
  }

  /// Admits a signal after the step under way: another thread starts one that waited.
  @usableFromInline func wait(_ make: @escaping () -> Signal<Value, Failure>) {
    gate.perform { [self] in
      if emitter.isDisposed { return }
      if running < limit { run(make()) } else { admit(make) }
    }
  }

  // MARK: Steps

  /// A value came above the limit.
  @usableFromInline func admit(_ make: @escaping () -> Signal<Value, Failure>) {
    switch excess {
    case .waits: waiting.append(make)
    case .isDropped: break
    case .replaces:
      replacements.add(1, ordering: .acquiringAndReleasing)
      current.take()?.dispose()
      running = 0
      run(make())
    }
  }

  @inlinable func run(_ signal: Signal<Value, Failure>) {
    if case .just(let value) = signal.form { emitter.send(value) } else { observe(signal) }
  }

  @usableFromInline func observe(_ signal: Signal<Value, Failure>) {
    running += 1
    let inner = Disposable(), number = replacements.load(ordering: .acquiring)
    emitter.disposable.add(inner)
    if excess == .replaces { current = inner }
    if inner.isDisposed { return }
    let deliver: (Event<Value, Failure>) -> Void = { [self] event in
      // Asked when it is delivered: once replaced, nothing of it can follow the next.
      if !isStale(number) { emitter.deliver(event) }
    }
    let receive: (Event<Value, Failure>) -> Void = { [self] event in
      if case .completed = event {
        gate.perform { self.completed(inner, number) }
      } else {
        emitter.subject.perform(event, deliver)
      }
    }
    signal.start(in: inner, Sink(receive))
  }

  private func isStale(_ number: Int) -> Bool { replacements.load(ordering: .acquiring) != number }

  private func completed(_ inner: Disposable, _ number: Int) {
    if isStale(number) { return }
    running -= 1
    // The next starts after the teardown of this; the last completes the whole first.
    if !waiting.isEmpty { inner.dispose() }
    while running < limit, !emitter.isDisposed, let make = waiting.popFirst() { run(make()) }
    completeIfDone()
  }

  private func completeIfDone() {
    if !isOuterRunning, running == 0, waiting.isEmpty { emitter.complete() }
  }
}

/// What happens to an inner signal while as many run as may.
@usableFromInline enum FlatteningExcess: Sendable { case waits, replaces, isDropped }
