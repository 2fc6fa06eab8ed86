/// The state of a command, whatever the types of its work: its runs, and the two flags.
///
/// Every change of it is `begin` or `move`, under one lock. `isRunning` is the one root of both flags, so a combination of them is
/// never seen torn. It is set under the lock, in the order of the runs, and notifies outside it. `isExecuting` is that root;
/// `isEnabled` is a combination with it, and combinations notify after the roots: that is the order of the flags.
@usableFromInline final class CommandState: Sendable {
  private struct Runs {
    var running = 0
    /// How many have begun.
    var begun = 0
    /// The last one, while it goes on, for the policy `latest`.
    var last: CommandRun?
    /// The runs that `execute` started, in that order.
    var owned: [CommandRun] = []
  }
  private let runs = Protected(Runs())
  private let enabledIf: Property<Bool>
  /// Why it may not run; nil while it may.
  let disabledReason: Property<String?>
  private let policy: CommandPolicy
  private let isRunning = RootNode(false)
  private let executing = LazyReference<Property<Bool>>()
  private let enabled = LazyReference<Property<Bool>>()

  convenience init(unless reason: Property<String?>, policy: CommandPolicy) {
    self.init(enabledIf: reason.map { $0 == nil }, unless: reason, policy: policy)
  }

  init(enabledIf: Property<Bool>, unless reason: Property<String?> = .isNil, policy: CommandPolicy) {
    self.enabledIf = enabledIf
    disabledReason = reason
    self.policy = policy
  }

  /// Whether a run takes the place of the one before.
  @usableFromInline var isLatestOnly: Bool { policy == .latest }

  /// Whether anything runs.
  var isExecuting: Property<Bool> { executing { Property(PropertySource(isRunning, keeping: nil)) } }

  /// Whether an execution would start now.
  var isEnabled: Property<Bool> {
    enabled {
      let isExclusive = policy == .exclusive, condition = enabledIf.source
      // Not put together by operators: each would make a property that is not used.
      let both = DerivedNode.function(of: InputPair(Input(condition.node, 0), Input(isRunning, 1))) {
        $0.0 && !($0.1 && isExclusive)
      }
      return Property(PropertySource(DerivedNode.distinct(of: both, ==), keeping: condition.keeper))
    }
  }

  /// Whether a run would be refused for another that goes on.
  var isBusy: Bool { policy == .exclusive && isUnderWay }

  /// Whether anything runs.
  var isUnderWay: Bool { isRunning.value }

  /// Begins a run; false if it is refused.
  @usableFromInline func begin(_ run: CommandRun) -> Bool {
    guard enabledIf === Property.isTrue || enabledIf.value else { return false }
    let begun = runs.withLock { runs -> (flag: RootNode<Bool>.Write?, previous: CommandRun?)? in
      if policy == .exclusive, runs.running > 0 { return nil }
      runs.running += 1
      runs.begun += 1
      run.number = runs.begun
      if run.isOwned { runs.owned.append(run) }
      let previous = runs.last
      if isLatestOnly { runs.last = run }
      return (runs.running == 1 ? isRunning.write(true) : nil, previous)
    }
    guard let begun else { return false }
    if let flag = begun.flag { isRunning.deliver(true, flag) }
    begun.previous?.dispose()
    return true
  }

  /// Something happened to a run that has begun. If it ends by that, and is the last, the command is idle.
  fileprivate func move(_ run: CommandRun, on event: CommandRun.Event) {
    let flag = runs.withLock { runs -> RootNode<Bool>.Write? in
      guard run.phase.move(on: event) else { return nil }
      runs.running -= 1
      if runs.last === run { runs.last = nil }
      if run.isOwned, let index = runs.owned.firstIndex(where: { $0 === run }) { runs.owned.remove(at: index) }
      return runs.running == 0 ? isRunning.write(false) : nil
    }
    if let flag { isRunning.deliver(false, flag) }
  }

  /// Whether another run has begun before the work of this one came to its end.
  fileprivate func isReplaced(_ run: CommandRun) -> Bool {
    runs.withLock { run.phase != .terminated && run.number != $0.begun }
  }

  /// Ends what is owned, first started first.
  func cancel() {
    for run in runs.withLock({ $0.owned }) { run.dispose() }
  }

  /// The command has gone.
  func finish() {
    cancel()
    isRunning.end()
  }
}

/// One run of a command. It is the teardown of its caller's observation.
@usableFromInline final class CommandRun: Teardown, @unchecked Sendable {
  /// What happens to a run.
  fileprivate enum Event { case startReturned, terminated, disposed }

  /// A run ends once: with the end of its work, or with its disposal, but then not before its start has returned. Otherwise another
  /// run could begin while the work of this one is still being made.
  fileprivate enum Phase {
    /// The work is being made and started.
    case starting
    case started
    /// Disposed while starting: it ends when the start returns.
    case abandoned
    case disposed
    /// The work came to its end.
    case terminated

    /// Moves on; true if the run ends by that.
    mutating func move(on event: Event) -> Bool {
      switch (self, event) {
      case (.starting, .startReturned): self = .started
      case (.starting, .disposed): self = .abandoned
      case (.abandoned, .startReturned), (.started, .disposed):
        self = .disposed
        return true
      case (.starting, .terminated), (.started, .terminated), (.abandoned, .terminated):
        self = .terminated
        return true
      case (.disposed, .terminated): self = .terminated
      default: break
      }
      return false
    }
  }

  // Under the lock of the state; all else is immutable.
  fileprivate var phase = Phase.starting
  fileprivate var number = 0
  private let state: CommandState
  /// Tears down the work.
  @usableFromInline let work = Disposable()
  /// Whether `cancel` ends it.
  let isOwned: Bool

  @usableFromInline init(_ state: CommandState, isOwned: Bool) {
    self.state = state
    self.isOwned = isOwned
    super.init()
  }

  /// Whether its events are wanted.
  @inlinable var isWanted: Bool { !work.isDisposed }

  /// Whether another has begun before this came to its own end, so that its values are stale.
  var isReplaced: Bool { state.isReplaced(self) }

  /// The start has returned.
  @usableFromInline func startReturned() { state.move(self, on: .startReturned) }

  /// The work came to its end.
  @usableFromInline func terminate() { state.move(self, on: .terminated) }

  /// Ends it: the work is torn down first, and then the command is idle.
  func dispose() {
    work.dispose()
    state.move(self, on: .disposed)
  }

  @usableFromInline override func run() { dispose() }
  @usableFromInline override var isSpent: Bool { work.isDisposed }
}

extension Property<Bool> {
  /// A condition that always holds.
  @usableFromInline static let isTrue = Property(constant: true)
}

extension Property<String?> {
  /// No reason, ever.
  static let isNil = Property(constant: nil)
}
