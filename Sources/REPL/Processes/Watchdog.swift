import Signals

/// Acts once when no progress is reported for a time.
final class Watchdog: Sendable {
  private struct State {
    var timer: Disposable?
    var isOver = false
    var hasActed = false
  }
  private let clock: any Scheduler
  private let limit: Duration
  private let act: @Sendable () -> Void
  private let state = Protected(State())

  /// - Parameters:
  ///   - limit: how long it waits for progress.
  ///   - act: what it does then.
  init(on clock: any Scheduler, limit: Duration, _ act: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.limit = limit
    self.act = act
  }

  /// There is progress, or it begins: waits from now on.
  func restart() {
    if state.withLock({ $0.isOver }) { return }
    replace(with: clock.schedule(after: limit) { [weak self] in self?.late() })
  }

  /// Waits no more. True if it has acted.
  @discardableResult func end() -> Bool {
    state.withLock { $0.isOver = true }
    replace(with: nil)
    return state.withLock { $0.hasActed }
  }

  private func replace(with timer: Disposable?) {
    let old = state.withLock { state in
      defer { state.timer = timer }
      return state.timer
    }
    old?.dispose()
  }

  private func late() {
    let isFirst = state.withLock { state in
      if state.isOver { return false }
      (state.isOver, state.hasActed) = (true, true)
      return true
    }
    if isFirst { act() }
  }
}
