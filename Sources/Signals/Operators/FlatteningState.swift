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
    state.withLock { $0.receive(make) }?.dispose()
    startWaiting()
  }

  func outerCompleted() {
    if state.withLock({ $0.outerCompleted() }) { emitter.complete() }
  }

  private func startWaiting() {
    while true {
      let scope = Disposable()
      switch state.withLock({ $0.next(scope) }) {
      case .start(let make):
        emitter.disposable.add(scope)
        if !scope.isDisposed { start(make(), in: scope) }
        state.withLock { $0.started() }
      case .complete: return emitter.complete()
      case .nothing: return
      }
    }
  }

  private func start(_ inner: Signal<Value, Failure>, in scope: Disposable) {
    inner.start(in: scope) { [self] event in
      if case .completed = event {
        state.withLock { $0.innerCompleted(scope) }
        startWaiting()
      } else {
        emitter.emit(event, unlessDisposed: scope)
      }
    }
  }
}

/// What a flattening decides by. Every step says what to do, and the caller does it after unlocking.
struct FlatteningState<Value: Sendable, Failure: Error> {
  typealias Make = @Sendable () -> Signal<Value, Failure>

  enum Action {
    /// Make the signal and start it in the scope that was given; then call `started`.
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
  private var current: Disposable?
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

  /// A value of the outer signal came; gives what has to be disposed for it.
  mutating func receive(_ make: @escaping Make) -> Disposable? {
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
  mutating func next(_ scope: Disposable) -> Action {
    if isStarting { return .nothing }
    if running < limit, let make = waiting.popFirst() {
      running += 1
      current = scope
      isStarting = true
      return .start(make)
    }
    return isDone ? .complete : .nothing
  }

  /// The start that `next` asked for has returned.
  mutating func started() { isStarting = false }

  /// The signal started in `scope` completed, unless it was replaced before that.
  mutating func innerCompleted(_ scope: Disposable) {
    if case .latest = strategy, current !== scope { return }
    running -= 1
  }

  /// The outer signal completed; whether everything has.
  mutating func outerCompleted() -> Bool {
    isOuterRunning = false
    return isDone
  }

  private var isDone: Bool { !isOuterRunning && running == 0 && waiting.isEmpty && !isStarting }
}
