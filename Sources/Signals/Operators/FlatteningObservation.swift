import Synchronization

/// One observation of a `flatMap`: which inner signals run and which wait.
///
/// The state decides under the lock of the emitter's gate, in a few instructions; signals are made, started and disposed
/// after unlocking. A signal that is a value already is delivered without being observed. Starting what waited is a loop:
/// an inner signal that completes at once, inside its own start, only lets the loop under way go on, so a million of them
/// need no more stack than one.
@usableFromInline final class FlatteningObservation<Value: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline let emitter: Emitter<Value, Failure>
  /// The emitter's, at hand.
  @usableFromInline let subject: Subject<Value, Failure>
  // Touched under the lock of the emitter's gate only, one access at a time.
  @exclusivity(unchecked) @usableFromInline var state: FlatteningState
  // The same. The closures are moved in and out there, not released.
  @exclusivity(unchecked) private var waiting = FIFO<@Sendable () -> Signal<Value, Failure>>()

  @usableFromInline init(_ strategy: FlattenStrategy, _ emitter: Emitter<Value, Failure>) {
    self.emitter = emitter
    subject = emitter.subject
    state = FlatteningState(strategy)
  }

  @inlinable func withLock<Result>(_ body: (inout FlatteningState) -> Result) -> Result {
    subject.lock.lock()
    defer { subject.lock.unlock() }
    return body(&state)
  }

  /// A value of the outer signal came: what to do with the signal made of it.
  @inlinable func admit() -> FlatteningState.Admission { withLock { $0.admit() } }

  /// Runs a signal that was admitted.
  @inlinable func run(_ signal: Signal<Value, Failure>) {
    if case .just(let value) = signal.form, subject.enter() {
      subject.deliver(value)
      subject.leaveDelivering()
      if withLock({ $0.started(hasEnded: true) }) { startWaiting() }
    } else {
      observe(signal)
    }
  }

  @usableFromInline func observe(_ signal: Signal<Value, Failure>) {
    start(signal)
    if withLock({ $0.started(hasEnded: false) }) { startWaiting() }
  }

  /// Keeps a signal, not yet made, until it is its turn.
  @usableFromInline func wait(_ make: @escaping @Sendable () -> Signal<Value, Failure>) {
    withLock { state in
      waiting.append(make)
      state.waiting += 1
    }
    startWaiting()
  }

  @usableFromInline func outerEnded(_ ending: Completion<Failure>) {
    if case .failed(let failure) = ending { return emitter.fail(failure) }
    let isDone = withLock { state in
      state.isOuterRunning = false
      return state.isDone
    }
    if isDone { emitter.complete() }
  }

  @usableFromInline func startWaiting() {
    while true {
      let (next, isDone) = withLock { state in (state.startsNext() ? waiting.popFirst() : nil, state.isDone) }
      guard let next else { return isDone ? emitter.complete() : () }
      // One that failed ended everything: nothing is made any more.
      if emitter.isDisposed { return }
      start(next())
      if !withLock({ $0.started(hasEnded: false) }) { return }
    }
  }

  private func start(_ signal: Signal<Value, Failure>) {
    let inner = InnerSignal()
    let old = withLock { $0.exchangeCurrent(for: inner) }
    withExtendedLifetime(old) {}
    emitter.disposable.add(inner.scope)
    if inner.scope.isDisposed { return }
    let receive: (Event<Value, Failure>) -> Void = { [self] event in
      if case .completed = event {
        let (hasMore, hasNext) = withLock { ($0.ended(inner), $0.waiting > 0) }
        // The next starts after the teardown of this; the last completes the whole first.
        if hasMore, hasNext { inner.scope.dispose() }
        if hasMore { startWaiting() }
      } else {
        // Asked in the turn in which it would be delivered: once replaced, nothing of it can follow the next.
        emitter.emit(event) { !inner.isReplaced }
      }
    }
    signal.start(in: inner.scope, Sink(receive))
  }
}

/// An inner signal that runs.
@usableFromInline final class InnerSignal: Sendable {
  let scope = Disposable()
  private let replaced = Atomic(false)

  /// Whether another has taken its place, so that what it still sends is stale.
  var isReplaced: Bool { replaced.load(ordering: .acquiring) }

  @usableFromInline func replace() {
    replaced.store(true, ordering: .releasing)
    scope.dispose()
  }
}
