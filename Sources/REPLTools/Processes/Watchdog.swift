import REPL
import Signals

/// Acts once after a time without progress.
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
  ///   - limit: the longest time without progress.
  ///   - act: called when the limit is over.
  init(on clock: any Scheduler, limit: Duration, _ act: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.limit = limit
    self.act = act
  }

  /// Reports progress, or the start: the limit counts from now.
  func restart() {
    if state.withLock({ $0.isOver }) { return }
    replace(with: clock.schedule(after: limit) { [weak self] in self?.late() })
  }

  /// Stops waiting. Returns true if it has acted.
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
