/// The state of a command, independent of the types of its work: its runs, and the two flags.
///
/// Only `begin` and `note` change the state, under one lock. `isRunning` is the one root of both flags, so no combination of
/// them is ever torn. It is set under the lock, in the order of the runs, and notifies after unlocking. `isExecuting` is that
/// root and `isEnabled` is a combination with it. Combinations notify after roots, so `isExecuting` changes before `isEnabled`.
@usableFromInline final class CommandState: Sendable {
  private struct Runs {
    var running = 0
    /// The number of runs that have begun.
    var begun = 0
    /// The last run, while it is under way, for the policy `latest`.
    var last: CommandRun?
    /// The runs that `execute` started, in order.
    var owned: [CommandRun] = []
  }
  private let runs = Protected(Runs())
  private let enabledIf: Property<Bool>
  /// The reason the command is disabled; nil while it is enabled.
  let disabledReason: Property<String?>
  private static let noReason = Property<String?>(constant: nil)
  private let policy: CommandPolicy
  private let isRunning = RootNode(false)
  private let executing = LazyReference<Property<Bool>>()
  private let enabled = LazyReference<Property<Bool>>()

  init(enabledIf: Property<Bool>, unless reason: Property<String?> = noReason, policy: CommandPolicy) {
    self.enabledIf = enabledIf
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
    let changes = runs.withLock { runs -> (flag: RootNode<Bool>.Write?, previous: CommandRun?)? in
      if policy == .exclusive, runs.running > 0 { return nil }
      runs.running += 1
      runs.begun += 1
      run.number = runs.begun
      if run.isOwned { runs.owned.append(run) }
      let previous = runs.last
      if isLatestOnly { runs.last = run }
      return (runs.running == 1 ? isRunning.write(true) : nil, previous)
    }
    guard let (flag, previous) = changes else { return false }
    if let flag { isRunning.deliver(true, flag) }
    previous?.dispose()
    return true
  }

  /// Notes the progress of a run. If that ends the last run, the command is idle.
  fileprivate func note(_ run: CommandRun, _ change: (inout CommandRun.Progress) -> Void) {
    let flag = runs.withLock { runs -> RootNode<Bool>.Write? in
      let wasOver = run.progress.isOver
      change(&run.progress)
      if wasOver || !run.progress.isOver { return nil }
      runs.running -= 1
      if runs.last === run { runs.last = nil }
      if run.isOwned, let index = runs.owned.firstIndex(where: { $0 === run }) { runs.owned.remove(at: index) }
      return runs.running == 0 ? isRunning.write(false) : nil
    }
    if let flag { isRunning.deliver(false, flag) }
  }

  /// Whether another run began before the work of this one ended, so that its values are stale.
  func isReplaced(_ run: CommandRun) -> Bool {
    runs.withLock { !run.progress.hasTerminated && run.number != $0.begun }
  }

  /// Ends the owned runs, in the order they started.
  func cancel() {
    for run in runs.withLock({ $0.owned }) { run.dispose() }
  }

  func finish() {
    cancel()
    isRunning.end()
  }
}

/// One run of a command. It is the teardown of the caller's observation.
@usableFromInline final class CommandRun: Teardown, @unchecked Sendable {
  /// A run is over with the end of its work, or with its disposal. A disposal during the start takes effect only after the
  /// start returns. Otherwise another run could begin while the work of this one is still being created.
  fileprivate struct Progress {
    var hasStarted = false
    var isDisposed = false
    /// Whether the work has ended.
    var hasTerminated = false

    var isOver: Bool { hasTerminated || isDisposed && hasStarted }
  }

  // Under the lock of the state; all else is immutable.
  fileprivate var progress = Progress()
  fileprivate var number = 0
  private let state: CommandState
  /// Tears down the work.
  @usableFromInline let work = Disposable()
  /// Whether `cancel` ends the run.
  let isOwned: Bool

  @usableFromInline init(_ state: CommandState, isOwned: Bool) {
    self.state = state
    self.isOwned = isOwned
    super.init()
  }

  /// Whether the run's events are still delivered.
  @inlinable var isWanted: Bool { !work.isDisposed }

  @usableFromInline func startReturned() { state.note(self) { $0.hasStarted = true } }
  @usableFromInline func terminate() { state.note(self) { $0.hasTerminated = true } }

  /// Tears the work down first; then the command is idle.
  func dispose() {
    work.dispose()
    state.note(self) { $0.isDisposed = true }
  }

  @usableFromInline override func run() { dispose() }
  @usableFromInline override var isSpent: Bool { work.isDisposed }
}

extension Property<Bool> {
  /// A condition that is always true.
  @usableFromInline static let isTrue = Property(constant: true)
}

/// The rule for an execution of a ``Command`` during another run.
public enum CommandPolicy: Sendable {
  /// The new run is refused: a busy command is disabled.
  case exclusive
  /// The new run disposes the one before.
  case latest
  /// The new run is concurrent with the others.
  case concurrent
}
