import Synchronization

/// Who runs, and the two flags that say so: a command's state, whatever the types of what it does.
///
/// `isRunning` is the state: both flags are read from it, and a combination of them depends on this one root, so they are
/// never seen torn. It is told of second, which gives the order of the flags: observers of `isExecuting` alone hear of
/// `startedOrEnded`, before. That one is made when somebody first asks, under the lock, and so begins with what is so; from
/// then on both roots change together, under the lock, and notify outside it.
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

  private let executing = LazyReference<Property<Bool>>()
  private let enabled = LazyReference<Property<Bool>>()
  private let startedOrEnded = LazyReference<PropertyRoot<Bool>>()
  private let isRunning = PropertyRoot(false)

  init(enabledIf: Property<Bool>, policy: CommandPolicy) {
    self.enabledIf = enabledIf
    self.policy = policy
    isLatestOnly = policy == .latest
  }

  /// Whether anything runs.
  var isExecuting: Property<Bool> {
    executing {
      // Under the lock: it begins with what is so, and hears of what comes.
      let root = runs.withLock { runs in startedOrEnded { PropertyRoot(runs.running > 0) } }
      return Property(PropertySource(isRunning).notified(by: PropertySource(root)))
    }
  }

  /// Whether an execution would start now.
  var isEnabled: Property<Bool> {
    enabled {
      let isRunning = PropertySource(isRunning), isExclusive = policy == .exclusive
      if isExclusive, enabledIf === Property.isTrue { return Property(isRunning.map { !$0 }) }
      return Property(
        enabledIf.source.combine(isRunning) { $0 && !($1 && isExclusive) }.removeDuplicates(by: ==))
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
    startedOrEnded.made?.end(.completed)
    isRunning.end(.completed)
  }

  /// Begins a run; false if it is refused.
  @usableFromInline func begin(_ run: CommandRun) -> Bool {
    guard enabledIf.value else { return false }
    let begun = runs.withLock { runs -> (flags: Flags?, previous: CommandRun?)? in
      if policy == .exclusive, runs.running > 0 { return nil }
      runs.running += 1
      let previous = runs.last
      if isLatestOnly {
        runs.last = run
        run.begins(as: count.add(1, ordering: .acquiringAndReleasing).newValue)
      }
      if run.isOwned { runs.owned.append(run) }
      return (runs.running == 1 ? stage(isExecuting: true) : nil, previous)
    }
    guard let begun else { return false }
    begun.flags?.deliver()
    begun.previous?.dispose()
    return true
  }

  /// Ends a run that has begun.
  func end(_ run: CommandRun) {
    let flags = runs.withLock { runs -> Flags? in
      runs.running -= 1
      if runs.last === run { runs.last = nil }
      if run.isOwned, let index = runs.owned.firstIndex(where: { $0 === run }) { runs.owned.remove(at: index) }
      return runs.running == 0 ? stage(isExecuting: false) : nil
    }
    flags?.deliver()
  }

  /// Ends what is owned, first started first.
  func cancel() {
    let owned = runs.withLock { runs in
      defer { runs.owned = [] }
      return runs.owned
    }
    for run in owned { run.dispose() }
  }

  /// The change of both roots, not yet delivered.
  private struct Flags {
    let first: PropertyRoot<Bool>.Staged?
    let second: PropertyRoot<Bool>.Staged

    func deliver() {
      first?.deliver()
      second.deliver()
    }
  }

  /// Changes both roots. Under the lock only.
  private func stage(isExecuting: Bool) -> Flags {
    Flags(first: startedOrEnded.made?.stage(isExecuting), second: isRunning.stage(isExecuting))
  }
}

extension Property<Bool> {
  /// What never forbids anything.
  @usableFromInline static let isTrue = Property(constant: true)
}
