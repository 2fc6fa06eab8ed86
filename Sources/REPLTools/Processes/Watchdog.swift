import REPL
import Signals

/// Acts once after a time without progress.
final class Watchdog: Sendable {
  private enum State {
    /// The timer runs once the wait has begun.
    case waiting(Disposable?)
    case ended, acted
  }
  private let clock: any Scheduler
  private let limit: Duration
  private let act: @Sendable () -> Void
  private let state = Protected(State.waiting(nil))

  /// - Parameters:
  ///   - limit: the longest time without progress.
  ///   - act: called when the limit is over.
  init(on clock: any Scheduler, limit: Duration, _ act: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.limit = limit
    self.act = act
  }

  /// Reports progress, or the start: the limit counts from now.
  func restart() { go(to: .waiting(clock.schedule(after: limit) { [weak self] in self?.late() })) }

  /// Stops waiting. Returns true if it has acted.
  @discardableResult func end() -> Bool {
    go(to: .ended)
    return state.withLock { if case .acted = $0 { true } else { false } }
  }

  private func late() { if go(to: .acted) { act() } }

  /// Goes to a state and disposes of the former timer; false if the wait is over, and then nothing waits.
  @discardableResult private func go(to new: State) -> Bool {
    let (old, isWaiting) = state.withLock { state in
      guard case .waiting = state else { return (new, false) }
      defer { state = new }
      return (state, true)
    }
    if case .waiting(let timer) = old { timer?.dispose() }
    return isWaiting
  }
}
