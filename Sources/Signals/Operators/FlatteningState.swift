import Synchronization

/// One observation of a `flatMap`: which inner signals run and which wait.
///
/// The state decides under a lock; signals are made, started and disposed after unlocking. Starting is a loop: an inner
/// signal that completes at once, inside its own start, only lets the loop under way go on, so a million of them need no
/// more stack than one.
final class Flattening<Value: Sendable, Failure: Error>: Sendable {
  let emitter: Emitter<Value, Failure>
  private let state: Protected<FlatteningState<Value, Failure>>

  init(_ strategy: FlattenStrategy, _ emitter: Emitter<Value, Failure>) {
    self.emitter = emitter
    state = Protected(FlatteningState(strategy))
  }

  func receive(_ make: @escaping @Sendable () -> Signal<Value, Failure>) {
    state.withLock { $0.receive(make) }?.replace()
    startWaiting()
  }

  func outerCompleted() {
    if state.withLock({ $0.outerCompleted() }) { emitter.complete() }
  }

  private func startWaiting() {
    while true {
      let inner = InnerSignal()
      switch state.withLock({ $0.next(inner) }) {
      case .start(let make):
        emitter.disposable.add(inner.scope)
        if !inner.scope.isDisposed { start(make(), as: inner) }
        state.withLock { $0.started() }
      case .complete: return emitter.complete()
      case .nothing: return
      }
    }
  }

  private func start(_ signal: Signal<Value, Failure>, as inner: InnerSignal) {
    signal.start(in: inner.scope) { [self] event in
      if case .completed = event {
        state.withLock { $0.innerCompleted(inner) }
        startWaiting()
      } else {
        // Asked in the turn in which it would be delivered: once replaced, nothing of it can follow the next.
        emitter.emit(event) { !inner.isReplaced }
      }
    }
  }
}

/// An inner signal that runs.
final class InnerSignal: Sendable {
  let scope = Disposable()
  private let replaced = Atomic(false)

  /// Whether another has taken its place, so that what it still sends is stale.
  var isReplaced: Bool { replaced.load(ordering: .acquiring) }

  func replace() {
    replaced.store(true, ordering: .releasing)
    scope.dispose()
  }
}

/// What a flattening decides by. Every step says what to do, and the caller does it after unlocking.
struct FlatteningState<Value: Sendable, Failure: Error> {
  typealias Make = @Sendable () -> Signal<Value, Failure>

  enum Action {
    /// Make the signal and start it as the one given; then call `started`.
    case start(Make)
    /// Everything has completed.
    case complete
    /// Somebody else goes on from here.
    case nothing
  }

  private let strategy: FlattenStrategy
  private let limit: Int
  private var waiting = FIFO<Make>()
  private var running = 0
  /// The last that was started.
  private var current: InnerSignal?
  private var isOuterRunning = true
  /// Whether a loop is inside a start.
  private var isStarting = false

  init(_ strategy: FlattenStrategy) {
    self.strategy = strategy
    limit =
      switch strategy {
      case .merge: .max
      case .concat, .latest, .first: 1
      case .limited(let count): max(count, 1)
      }
  }

  /// A value of the outer signal came; gives what it replaces.
  mutating func receive(_ make: @escaping Make) -> InnerSignal? {
    switch strategy {
    case .first:
      if running == 0 { waiting.append(make) }
      return nil
    case .latest:
      waiting = FIFO()
      waiting.append(make)
      running = 0
      defer { current = nil }
      return current
    case .merge, .concat, .limited:
      waiting.append(make)
      return nil
    }
  }

  /// What to do next. One loop at a time starts signals.
  mutating func next(_ inner: InnerSignal) -> Action {
    if isStarting { return .nothing }
    if running < limit, let make = waiting.popFirst() {
      running += 1
      current = inner
      isStarting = true
      return .start(make)
    }
    return isDone ? .complete : .nothing
  }

  /// The start that `next` asked for has returned.
  mutating func started() { isStarting = false }

  /// It completed, unless it was replaced before that.
  mutating func innerCompleted(_ inner: InnerSignal) {
    if case .latest = strategy, current !== inner { return }
    running -= 1
  }

  /// The outer signal completed; whether everything has.
  mutating func outerCompleted() -> Bool {
    isOuterRunning = false
    return isDone
  }

  private var isDone: Bool { !isOuterRunning && running == 0 && waiting.isEmpty && !isStarting }
}
