import Signals

/// Acts once after a time without progress.
struct Watchdog {
  private let clock: any Scheduler
  private let limit: Duration
  private let act: @Sendable () -> Void
  private var timer: Disposable?
  /// Whether it has acted; nil while it waits.
  private let hasActed = Protected(Bool?.none)

  /// Begins to wait; calls `act` after a time without progress as long as the limit.
  init(on clock: any Scheduler, limit: Duration, _ act: @escaping @Sendable () -> Void) {
    (self.clock, self.limit, self.act) = (clock, limit, act)
    restart()
  }

  /// Reports progress: the limit counts from now.
  mutating func restart() {
    timer?.dispose()
    timer = clock.schedule(after: limit) { [hasActed, act] in
      let isFirst = hasActed.withLock { hasActed in
        defer { hasActed = hasActed ?? true }
        return hasActed == nil
      }
      if isFirst { act() }
    }
  }

  /// Stops waiting. Returns true if it has acted.
  @discardableResult func end() -> Bool {
    timer?.dispose()
    return hasActed.withLock { hasActed in
      hasActed = hasActed ?? false
      return hasActed == true
    }
  }
}
