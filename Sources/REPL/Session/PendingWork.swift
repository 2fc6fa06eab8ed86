import NamedCalls
import Signals
import VIPER

/// The work of a session that has not ended: calls that are under way, and timers.
@MainActor struct PendingWork {
  private let now: Duration
  private(set) var calls: [CallLog.Call]
  private(set) var timers: [(number: Int, timer: FlowTime.Timer)]

  init(_ session: Session) {
    now = session.environment.scheduler.now
    calls = session.calls.log.underWay.filter { $0.waiting != .givenUp }
    // A task that is about to continue is not a timer.
    timers = (session.time?.timers ?? []).filter { !$0.timer.isStep }
  }

  /// The work that a flow has to wait for. It leaves out work that goes on as long as its screen is open, such as a live query or a
  /// ticking timer.
  var awaited: PendingWork {
    var awaited = self
    awaited.calls = calls.filter { $0.answers.isEmpty || $0.kind != .live }
    awaited.timers = timers.filter { !$0.timer.isRepeating || awaited.isPart($0.timer) }
    return awaited
  }

  /// The timers that `:wait` waits for. A timer with the delay of the one before may be the next of several steps, each with an effect.
  var steps: Set<Int> { Set(timers.filter { !$0.timer.isTick || isPart($0.timer) }.map(\.number)) }

  private func isPart(_ timer: FlowTime.Timer) -> Bool { calls.contains { $0.number == timer.call } }

  /// Whether a timer is probably the timeout of a call: the same line started both.
  private func isLimit(_ timer: FlowTime.Timer) -> Bool {
    !isPart(timer) && calls.contains { $0.origin == timer.origin }
  }

  /// The time until the last timer is due.
  var time: Duration? { timers.filter { !isLimit($0.timer) }.map { $0.timer.due - now }.max() }

  /// The work that is no longer under way in `later`.
  func without(_ later: PendingWork) -> PendingWork {
    var ended = self
    ended.calls.removeAll { call in later.calls.contains { $0.number == call.number } }
    ended.timers.removeAll { timer in later.timers.contains { $0.number == timer.number } }
    return ended
  }

  /// One complaint each, with the line that started it; equal timers share one.
  func lines(_ advice: String) -> [String] {
    var counts: [(text: String, count: Int)] = []
    // The complaint about a call covers its timers.
    for (_, timer) in timers where !isPart(timer) && !isLimit(timer) {
      let text = "due in \(DurationText.print(timer.due - now)), started \(timer.origin)"
      if counts.last?.text == text { counts[counts.count - 1].count += 1 } else { counts.append((text, 1)) }
    }
    return counts.map { text, count in
      "\(count == 1 ? "a timer is" : "\(count) timers are") still pending, \(text); \(advice)"
    } + calls.map { "the call '\($0.name)' is still under way, made \($0.origin); \(advice)" }
  }
}
