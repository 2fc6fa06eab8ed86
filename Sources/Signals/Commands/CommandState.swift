public import Synchronization

/// The state of a command, independent of the types of its work: its runs, and the two flags.
///
/// `isRunning` is the one root of both flags, so no combination of them is ever torn. Its lock guards the runs, too: both change in one
/// step. It notifies after unlocking: first `isExecuting`, which is that root, then `isEnabled`, a combination with it.
@usableFromInline final class CommandState: @unchecked Sendable {
  private struct Runs {
    /// The runs under way, in the order they began. Each of many runs leaves in constant time.
    var underWay = ObserverList()
    /// The last run, while it is under way, for the policy `latest`.
    var last: CommandRun?
    /// The number of runs that have begun.
    var begun = 0
    var isFinished = false
  }
  // Under the lock, one access at a time; all else is immutable or atomic.
  @safe @exclusivity(unchecked) private var runs = Runs()
  private let enabledIf: Property<Bool>
  /// The reason the command is disabled; nil while it is enabled.
  let disabledReason: Property<String?>
  private let policy: CommandPolicy
  private let isRunning = RootNode(false)
  private let executing = LazyReference<Property<Bool>>()
  private let enabled = LazyReference<Property<Bool>>()

  init(_ condition: Property<Bool>, _ reason: Property<String?>, _ policy: CommandPolicy) {
    let isReasonless = reason === Property<String?>.noReason
    let allows = isReasonless ? condition : reason.map { $0 == nil }
    // The usual command has one of the two, and needs no combination of them.
    enabledIf = isReasonless || condition === Property<Bool>.isTrue ? allows : condition.and(allows)
    disabledReason = reason
    self.policy = policy
  }

  @usableFromInline var isLatestOnly: Bool { policy == .latest }

  var isExecuting: Property<Bool> { executing { Property(isRunning, keeping: nil) } }

  var isEnabled: Property<Bool> {
    enabled {
      let isExclusive = policy == .exclusive, condition = enabledIf.source
      // Built without operators, because each would create an unused property.
      let inputs = InputPair(Input(condition.node), Input(isRunning))
      let both = PropertyNode.function(of: inputs) { $0 && !($1 && isExclusive) }
      return Property(DistinctNode(of: both, ==), keeping: condition.keeper)
    }
  }

  var isBusy: Bool { policy == .exclusive && isUnderWay }
  var isUnderWay: Bool { isRunning.value }

  /// Begins a run; false if it is refused.
  @usableFromInline func begin(_ run: CommandRun) -> Bool {
    guard enabledIf.value else { return false }
    let replaced = isRunning.step { () -> (Bool?, CommandRun?) in
      let isIdle = runs.underWay.isEmpty, previous = runs.last
      if runs.isFinished || policy == .exclusive && !isIdle { return (nil, nil) }
      runs.underWay.append(run)
      runs.begun += 1
      run.number = runs.begun
      if isLatestOnly { runs.last = run }
      return (isIdle ? true : nil, previous)
    }
    replaced?.cancel()
    return run.number > 0
  }

  /// Notes the progress of a run. True if that ends the run; if it was the last one, the command is idle by then.
  fileprivate func note(_ run: CommandRun, _ change: (inout CommandRun.Progress) -> Void) -> Bool {
    isRunning.step { () -> (Bool?, Bool) in
      change(&run.progress)
      if run.isOver.load(ordering: .relaxed) || !run.progress.isEnd { return (nil, false) }
      run.isOver.store(true, ordering: .relaxed)
      runs.underWay.remove(run)
      if runs.last === run { runs.last = nil }
      return (runs.underWay.isEmpty ? false : nil, true)
    }
  }

  /// Whether another run began before the work of this one ended, so that its values are stale.
  func isReplaced(_ run: CommandRun) -> Bool {
    isRunning.step { (nil, !run.progress.hasTerminated && run.number != runs.begun) }
  }

  /// Whether the command was released.
  @usableFromInline var isFinished: Bool { isRunning.step { (nil, runs.isFinished) } }

  /// Ends all runs, in the order they started.
  func cancel() {
    var all: [AnyObserver] = []
    isRunning.step { (nil, runs.underWay.forEach { all.append($0) }) }
    for case let run as CommandRun in all { run.cancel() }
  }

  func finish() {
    isRunning.step { (nil, runs.isFinished = true) }
    cancel()
    isRunning.end()
  }
}

/// One run of a command. It is the teardown of the caller's observation, and attached as long as the caller waits for the end.
@usableFromInline class CommandRun: AnyObserver, @unchecked Sendable {
  /// A disposal during the start takes effect after it: no other run may begin while the work of this one is still being created.
  fileprivate struct Progress {
    var hasStarted = false
    var isDisposed = false
    var hasTerminated = false

    var isEnd: Bool { hasTerminated || isDisposed && hasStarted }
  }
  /// The caller's events: the work sends values, one at a time, and any thread may cancel. The end of a run that is cancelled
  /// during a value comes after it.
  private enum Delivery {
    static let none: UInt8 = 0, underWay: UInt8 = 1, cancelled: UInt8 = 2
  }

  // Under the lock of the state; all else is immutable or atomic.
  fileprivate var progress = Progress()
  /// Its number among the runs of the command; 0 before it begins. Written once, by the thread that begins it.
  fileprivate var number = 0
  /// Set under the lock.
  @usableFromInline let isOver = Atomic(false)
  private let delivery = Atomic(Delivery.none)
  private let state: CommandState
  /// Tears down the work.
  @usableFromInline let work = LazyReference<Disposable>()

  @usableFromInline init(_ state: CommandState) {
    self.state = state
    super.init(of: state)
  }

  /// Whether the run's events are still delivered.
  @inlinable final var isWanted: Bool { !isOver.load(ordering: .relaxed) && !work.isDisposed }

  @usableFromInline final func startReturned() {
    if !isOver.load(ordering: .relaxed), state.note(self, { $0.hasStarted = true }) { cancelled() }
  }
  @usableFromInline final func terminate() { _ = state.note(self) { $0.hasTerminated = true } }

  /// Whether a value may be delivered; `endDelivery` follows.
  @usableFromInline final func beginDelivery() -> Bool { change(Delivery.none, to: Delivery.underWay) }
  @usableFromInline final func endDelivery() { if !change(Delivery.underWay, to: Delivery.none) { cancelled() } }

  private func change(_ old: UInt8, to new: UInt8) -> Bool {
    delivery.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  /// Ends the run; its caller gets the end if it still waits. The work is torn down first; then the command is idle.
  @usableFromInline final func cancel() {
    work.dispose()
    if state.note(self, { $0.isDisposed = true }) { cancelled() }
  }

  private func cancelled() {
    let isInValue = delivery.exchange(Delivery.cancelled, ordering: .acquiringAndReleasing) == Delivery.underWay
    if !isInValue, detach() != nil { sendCancelled() }
  }

  /// Sends the end of a cancelled run to the caller.
  func sendCancelled() {}

  /// The caller has disposed its observation, and so does not wait any more.
  @usableFromInline final override func remove(from source: AnyObject) { cancel() }
}

extension Property<Bool> {
  /// A condition that is always true.
  @usableFromInline static let isTrue = Property(constant: true)
}

extension Property<String?> {
  /// No reason against it, ever.
  @usableFromInline package static let noReason = Property(constant: nil)
}

/// The rule for an execution of a ``Command`` during another run.
public enum CommandPolicy: Sendable {
  /// The new run is refused: a busy command is disabled.
  case exclusive
  /// The new run replaces the one before, which fails for its caller with ``CommandError/cancelled``.
  case latest
  /// The new run is concurrent with the others.
  case concurrent
}
