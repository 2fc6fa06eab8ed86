/// What a flattening decides by. Every step is a few instructions under the lock, and says what its caller does after.
@usableFromInline struct FlatteningState {
  /// What to do with a signal.
  @usableFromInline enum Admission {
    /// Run it, and replace what it takes the place of.
    case start(replacing: InnerSignal?)
    case wait
    case drop
  }

  private enum Excess { case waits, replaces, isDropped }
  private let excess: Excess
  private let limit: Int
  /// How many run, and how many wait.
  private var running = 0
  var waiting = 0
  /// The last that was observed.
  private var current: InnerSignal?
  var isOuterRunning = true
  /// Whether somebody is inside a start; who it is goes on from there.
  private var isStarting = false

  init(_ strategy: FlattenStrategy) {
    switch strategy {
    case .merge: (excess, limit) = (.waits, .max)
    case .concat: (excess, limit) = (.waits, 1)
    case .limited(let count): (excess, limit) = (.waits, max(count, 1))
    case .latest: (excess, limit) = (.replaces, 1)
    case .first: (excess, limit) = (.isDropped, 1)
    }
  }

  @usableFromInline mutating func admit() -> Admission {
    switch excess {
    case .replaces:
      running = 1
      isStarting = true
      defer { current = nil }
      return .start(replacing: current)
    case .isDropped where running > 0: return .drop
    case .waits where isStarting || running >= limit || waiting > 0: return .wait
    case .waits, .isDropped:
      running += 1
      isStarting = true
      return .start(replacing: nil)
    }
  }

  /// Whether what waits longest is to be started. One loop at a time starts signals.
  mutating func startsNext() -> Bool {
    if isStarting || running >= limit || waiting == 0 { return false }
    waiting -= 1
    running += 1
    isStarting = true
    return true
  }

  /// Remembers what is observed; gives what was, to be released after unlocking.
  mutating func exchangeCurrent(for inner: InnerSignal) -> InnerSignal? {
    defer { current = inner }
    return current
  }

  /// The start has returned; whether there may be more to do.
  @usableFromInline mutating func started(hasEnded: Bool) -> Bool {
    isStarting = false
    if hasEnded { running -= 1 }
    return waiting > 0 || isDone
  }

  /// It completed, unless it was replaced before that; whether there may be more to do.
  mutating func ended(_ inner: InnerSignal) -> Bool {
    if excess == .replaces, current !== inner { return false }
    running -= 1
    return waiting > 0 || isDone
  }

  /// Whether everything has completed.
  var isDone: Bool { !isOuterRunning && running == 0 && waiting == 0 && !isStarting }
}
