import Synchronization

/// Who runs, and the two flags that say so: a command's state, whatever the types of what it does.
///
/// `isRunning` is the one root of both flags, so a combination of them is never seen torn. It is set under the lock, in the order
/// of the runs, and notifies outside it. `isExecuting` is that root; `isEnabled` is a combination with it, and combinations
/// notify after the roots: that is the order of the flags.
@usableFromInline final class CommandState: Sendable {
  private struct Runs {
    var running = 0
    /// The last run, for the policy `latest`.
    var last: CommandRun?
    /// What `execute` started, in that order.
    var owned: [CommandRun] = []
  }
  private let runs = Protected(Runs())
  /// How many runs have begun where only the latest counts.
  private let count = Atomic(0)
  private let enabledIf: Property<Bool>
  private let policy: CommandPolicy
  /// Whether a run takes the place of the one before.
  @usableFromInline let isLatestOnly: Bool

  /// Whether anything runs.
  let isExecuting: Property<Bool>
  private let enabled = LazyReference<Property<Bool>>()
  private let isRunning = RootNode(false)

  init(enabledIf: Property<Bool>, policy: CommandPolicy) {
    self.enabledIf = enabledIf
    self.policy = policy
    isLatestOnly = policy == .latest
    isExecuting = Property(PropertySource(isRunning, keeping: nil))
  }

  /// Whether an execution would start now.
  var isEnabled: Property<Bool> {
    enabled {
      let isExclusive = policy == .exclusive
      return enabledIf.combine(isExecuting) { $0 && !($1 && isExclusive) }.removeDuplicates()
    }
  }

  /// The run that began last, where only the latest counts.
  var lastNumber: Int { count.load(ordering: .acquiring) }

  /// Whether a run would be refused for another that goes on.
  var isBusy: Bool { policy == .exclusive && isUnderWay }

  /// Whether anything runs.
  var isUnderWay: Bool { isRunning.value }

  /// The command has gone.
  func finish() {
    cancel()
    isRunning.end()
  }

  /// Begins a run; false if it is refused.
  @usableFromInline func begin(_ run: CommandRun) -> Bool {
    guard enabledIf === Property.isTrue || enabledIf.value else { return false }
    let begun = runs.withLock { runs -> (flag: RootNode<Bool>.Staged?, previous: CommandRun?)? in
      if policy == .exclusive, runs.running > 0 { return nil }
      runs.running += 1
      let previous = runs.last
      if isLatestOnly {
        runs.last = run
        run.begins(as: count.add(1, ordering: .acquiringAndReleasing).newValue)
      }
      if run.isOwned { runs.owned.append(run) }
      return (runs.running == 1 ? isRunning.stage(true) : nil, previous)
    }
    guard let begun else { return false }
    begun.flag?.deliver()
    begun.previous?.dispose()
    return true
  }

  /// Ends a run that has begun.
  func end(_ run: CommandRun) {
    let flag = runs.withLock { runs -> RootNode<Bool>.Staged? in
      runs.running -= 1
      if runs.last === run { runs.last = nil }
      if run.isOwned, let index = runs.owned.firstIndex(where: { $0 === run }) { runs.owned.remove(at: index) }
      return runs.running == 0 ? isRunning.stage(false) : nil
    }
    flag?.deliver()
  }

  /// Ends what is owned, first started first.
  func cancel() {
    let owned = runs.withLock { runs in
      defer { runs.owned = [] }
      return runs.owned
    }
    for run in owned { run.dispose() }
  }
}

extension Property<Bool> {
  /// What never forbids anything.
  @usableFromInline static let isTrue = Property(constant: true)
}
