import Synchronization

/// The rule for which inner signals of a `flatMap` are observed, and when.
public enum FlattenStrategy: Sendable {
  /// All, as they come.
  ///
  ///     source           a--b---|
  ///     a                1--2--3|
  ///     b                   -4--5|
  ///     flatMap(.merge)  1--24-35|
  case merge
  /// One after the other.
  ///
  ///     source            a--b---|
  ///     a                 1--2--3|
  ///     b                        -4--5|
  ///     flatMap(.concat)  1--2--3-4--5|
  case concat
  /// The latest; the one before is disposed.
  ///
  ///     source            a--b---|
  ///     a                 1--2--3|
  ///     b                    -4--5|
  ///     flatMap(.latest)  1---4--5|
  case latest
  /// The first; signals that come while it runs are dropped.
  ///
  ///     source           a--b-----c|
  ///     a                1--2--3|
  ///     c                         -4--5|
  ///     flatMap(.first)  1--2--3---4--5|
  case first
  /// At most that many at a time, at least one; the others wait.
  ///
  ///     source                a-b-c---|
  ///     a                     1--2--3|
  ///     b                       4--5|
  ///     c                           -6--7|
  ///     flatMap(.limited(2))  1-42-536--7|
  case limited(Int)

  /// The number of signals that run at a time.
  @usableFromInline var limit: Int {
    switch self {
    case .merge: .max
    case .limited(let count): max(count, 1)
    case .concat, .latest, .first: 1
    }
  }
}

extension Signal {
  /// The values of the signals that `transform` creates, one for each value. Completes when this signal and all of them have
  /// completed. The first failure ends everything.
  ///
  ///     source                       a--b---|
  ///     p                            1--2--3|
  ///     q                               -4--5|
  ///     flatMap { $0 == a ? p : q }  1--24-35|
  @inlinable public func flatMap<U: Sendable>(
    _ strategy: FlattenStrategy = .merge, _ transform: @escaping @Sendable (Value) -> Signal<U, Failure>
  ) -> Signal<U, Failure> {
    let flattened: Signal<U, Failure> = chained { sink, scope in
      let flattening = FlatteningObservation(strategy, Emitter(sink, in: scope))
      let outer = Disposable()
      flattening.emitter.disposable.add(outer)
      start(in: outer, Sink(value: { flattening.receive($0, transform) }, end: { flattening.end($0) }))
    }
    return flattened.held
  }

  /// The values of this signal and of the signals that `next` creates, one for each value, theirs included. These signals run one
  /// after the other, in the order of the values. Completes when all have completed; the first failure ends all. A million of them
  /// need no more stack than one.
  ///
  ///     let all = page(1).expand { $0.isLast ? .empty : page($0.number + 1) }
  ///
  ///     source                           a--|
  ///     p                                   -b-c|
  ///     expand { $0 == a ? p : .empty }  a---b-c|
  public func expand(_ next: @escaping @Sendable (Value) -> Self) -> Self {
    let expanded: Self = chained { sink, scope in
      // The running signal holds the flattening, which holds this sink, so the sink does not hold the flattening.
      weak var flattening: FlatteningObservation<Value, Failure>?
      let receive = { (value: Value) in
        sink.value(value)
        // Held: a known value would be delivered without a step for its end, after which the values it leads to are counted.
        flattening?.receive(value) { next($0).held }
      }
      let observation = FlatteningObservation(.concat, Emitter(Sink(value: receive, end: sink.end), in: scope))
      flattening = observation
      observation.receive(self) { $0.held }
      observation.end(.completed)
    }
    return expanded.held
  }

  /// The values of all, as they come. Completes when all have completed; the first failure ends all.
  ///
  ///     a            a-----c--|
  ///     b            ---b----|
  ///     merge(a, b)  a--b--c--|
  public static func merge(_ first: Self, _ others: Self...) -> Self { .merge([first] + others) }

  /// The values of all, as with several signals; completes at once if there are no signals.
  ///
  ///     p                 a-----d|
  ///     q                 --b---|
  ///     r                 ----c|
  ///     merge([p, q, r])  a-b-c-d|
  public static func merge(_ signals: [Self]) -> Self { Signal<Self, Failure>.from(signals).flatMap(.merge) { $0 } }

  /// The values of this signal, then those of `other`, which is observed when this signal completes. A chain of `concat` uses
  /// stack for each link when it runs, as a chain of any operator does. For thousands of signals, pass a list to
  /// ``concat(_:)-type.method``.
  ///
  ///     source         a--b|
  ///     other              c--d|
  ///     concat(other)  a--bc--d|
  public func concat(_ other: Self) -> Self { .concat([self, other]) }

  /// The values of each, one signal after the other. A million signals that complete at once need no more stack than one.
  ///
  ///     p                  a--b|
  ///     q                      -c|
  ///     r                        -d-|
  ///     concat([p, q, r])  a--b-c-d-|
  public static func concat(_ signals: [Self]) -> Self { Signal<Self, Failure>.from(signals).flatMap(.concat) { $0 } }

  /// The values of the signal that `next` creates when this signal completes; this signal's own values are dropped.
  ///
  ///     source         a--b|
  ///     next               -c--d|
  ///     then { next }  -----c--d|
  public func then<U: Sendable>(_ next: @escaping @Sendable () -> Signal<U, Failure>) -> Signal<U, Failure> {
    compactMap { _ -> U? in nil }.concat(.deferred(next))
  }
}

/// One observation of a `flatMap`: its running and its waiting inner signals.
///
/// Each change is a step in a gate: a value or the end of the outer signal, or the end of an inner one. If an inner signal completes
/// inside its own start, that step waits until the start has returned. So a million of them need no more stack than one. An inner
/// signal that is a known value is delivered without being observed.
@usableFromInline final class FlatteningObservation<Value: Sendable, Failure: Error>: @unchecked Sendable {
  @usableFromInline let emitter: Emitter<Value, Failure>
  @usableFromInline let gate = SerialGate()
  /// The number of inner signals that run at a time.
  @usableFromInline let limit: Int
  private let strategy: FlattenStrategy

  // Accessed only in a step, one access at a time.
  @safe @exclusivity(unchecked) @usableFromInline var running = 0
  @safe @exclusivity(unchecked) private var isOuterRunning = true
  @safe @exclusivity(unchecked) private var waiting = FIFO<() -> Signal<Value, Failure>>()
  /// The inner signal that the next one replaces.
  @safe @exclusivity(unchecked) private var current: Disposable?
  /// The number of replacements, changed in a step. An event of a signal that was replaced since its start is stale.
  private let replacements = Atomic(0)

  @usableFromInline init(_ strategy: FlattenStrategy, _ emitter: Emitter<Value, Failure>) {
    self.strategy = strategy
    self.emitter = emitter
    limit = strategy.limit
  }

  // MARK: For the outer signal

  @inlinable func receive<Outer: Sendable>(
    _ value: Outer, _ transform: @escaping @Sendable (Outer) -> Signal<Value, Failure>
  ) {
    // The gate is taken if another thread starts a waiting signal; this one comes after that step.
    guard gate.enter() else { return gate.perform { self.admit { transform(value) } } }
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

  // MARK: Steps

  /// Runs an inner signal, if the limit allows it; else it waits, replaces the one before, or is dropped.
  @usableFromInline func admit(_ make: @escaping () -> Signal<Value, Failure>) {
    if emitter.isDisposed { return }
    if running < limit { return run(make()) }
    switch strategy {
    case .merge, .limited, .concat: waiting.append(make)
    case .first: break
    case .latest:
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
    if case .latest = strategy { current = inner }
    if inner.isDisposed { return }
    let deliver: (Event<Value, Failure>) -> Void = { [self] event in
      // Checked at delivery: no event of a replaced signal can follow the next one's.
      if !isStale(number) { emitter.subject.deliver(event) }
    }
    signal.start(in: inner) { [self] event in
      if case .completed = event {
        gate.perform { self.completed(inner, number) }
      } else {
        emitter.subject.perform(event, deliver)
      }
    }
  }

  private func isStale(_ number: Int) -> Bool { replacements.load(ordering: .acquiring) != number }

  private func completed(_ inner: Disposable, _ number: Int) {
    if isStale(number) { return }
    running -= 1
    // The next signal starts after the teardown of this one. The last completion ends the whole before the teardown.
    if !waiting.isEmpty { inner.dispose() }
    while running < limit, !emitter.isDisposed, let make = waiting.popFirst() { run(make()) }
    completeIfDone()
  }

  private func completeIfDone() { if !isOuterRunning, running == 0, waiting.isEmpty { emitter.complete() } }
}
