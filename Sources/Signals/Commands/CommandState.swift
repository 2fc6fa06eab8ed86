/// Who runs, and the two flags that say so: a command's state, whatever the types of what it does.
///
/// `isExecuting` and `isFree` are two roots that change together, under the lock, and notify one after the other outside
/// it, which gives the order of the flags. One step begins a run and one ends it.
@usableFromInline final class CommandState: Sendable {
  private struct Runs {
    var running = 0
    /// The last run, for the policy `latest`.
    var last: CommandRun?
    /// What `execute` started, in that order.
    var owned: [CommandRun] = []
  }
  private let runs = Protected(Runs())
  private let enabledIf: Property<Bool>
  private let policy: CommandPolicy

  let isExecuting = PropertyRoot(false)
  let isFree = PropertyRoot(true)

  init(enabledIf: Property<Bool>, policy: CommandPolicy) {
    self.enabledIf = enabledIf
    self.policy = policy
  }

  /// Begins a run; false if it is refused.
  @usableFromInline func begin(_ run: CommandRun) -> Bool {
    guard enabledIf.value else { return false }
    let begun = runs.withLock { runs -> (flags: Flags?, previous: CommandRun?)? in
      if policy == .exclusive, runs.running > 0 { return nil }
      runs.running += 1
      let previous = runs.last
      if policy == .latest { runs.last = run }
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

  /// Both flags, changed together and not yet delivered.
  private struct Flags {
    let isExecuting: PropertyRoot<Bool>.Staged
    let isFree: PropertyRoot<Bool>.Staged

    func deliver() {
      isExecuting.deliver()
      isFree.deliver()
    }
  }

  private func stage(isExecuting: Bool) -> Flags {
    Flags(
      isExecuting: self.isExecuting.stage(isExecuting),
      isFree: isFree.stage(!isExecuting || policy != .exclusive))
  }
}

/// `Command.Policy`, without the command's types.
enum CommandPolicy: Sendable { case exclusive, latest, concurrent }
