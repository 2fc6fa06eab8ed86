import Foundation
package import Signals
import VIPER

/// Brings a session to rest after a line: runs due work, waits for real work, and collects the output.
@MainActor package final class Settling {
  /// The limits of a line, and how a session waits.
  package struct Limits: Sendable {
    /// The number of steps without a move of time after which a line counts as endless; a whole line may have ten times as many.
    var steps = 100_000
    /// The longest wait for real work: for the answer of a call, for a view that moves, or for a `:wait` in a session.
    var wait = Duration.seconds(10)
    /// The longest wait for another thread to end a call that it has answered, and to release its objects. The transcript depends
    /// on it, so it is far longer than a busy machine delays a thread.
    var ending = Duration.seconds(2)
    /// Measures both waits, in real time.
    package var clock: any Scheduler = DispatchScheduler.main
    /// Whether a session in real time waits for real calls, too: on a pipe the next line comes at once.
    var isWaiting = false
    /// Whether many sessions are explored: objects then have a hundredth of `ending` until they count as leaks.
    var isExploring = false
    /// Called repeatedly while a line runs, as a sign of progress.
    package var onProgress: @MainActor @Sendable () -> Void = {}

    package static var flow: Limits { Limits() }
    /// The limits of a typed session. A user sees that the app is busy. Piped lines arrive at once: without waiting, the session
    /// ends before the answer.
    package static func session(onPipe: Bool) -> Limits { Limits(wait: .seconds(60), isWaiting: onPipe) }

    /// The same limits, for exploring many sessions.
    package var exploring: Limits {
      var limits = self
      limits.isExploring = true
      return limits
    }

    /// The time between two polls of what is not released yet, or still moves.
    var pollInterval: Duration { ending / (isExploring ? 100 : 1) / Settling.polls }
  }
  /// The end of a move of virtual time.
  enum Move {
    case until(Duration)
    /// Until the flow's time is idle: see `FlowTime.isIdle(activity:counting:)`.
    case idle
    /// Until no work is under way.
    case rest
  }
  /// Whether the line causes endless work.
  private(set) var isStuck = false

  private let session: Session
  private let limits: Limits
  /// The steps since time moved last, and in all.
  private var steps = 0, all = 0
  /// The step at which the total was estimated last.
  private var foreseen = 0
  /// The estimated total, if it exceeds the limit.
  private var expected: Double?
  /// The reply to the line, until the promises have been checked.
  private var reply: [String] = []
  /// The deadline of each call that it waits for, by number.
  private var ends: [Int: Duration] = [:]

  init(_ session: Session, _ limits: Limits) {
    self.session = session
    self.limits = limits
  }

  /// Runs the work that is due now, then the work that becomes due as time moves. Later output has a time stamp.
  func run(_ move: Move?, after reply: [String] = []) async -> [PrintedScreen.Item] {
    self.reply = reply
    guard let time = session.time else { return await runLive() }
    return await run(move, time) { [session] in session.console.takeChange() }
  }

  /// Waits in virtual or real time, for a duration or until no work is under way; returns the changes at the end.
  func wait(_ duration: Duration?) async -> [PrintedScreen.Item] {
    if let time = session.time {
      let complaints = await run(duration.map { .until(time.now + $0) } ?? .rest, time) { [] }
      return session.console.takeChange() + complaints
    }
    if let duration {
      let over = Signal<Void, Never>.just(()).delay(duration, on: session.environment.scheduler)
      _ = await over.firstValue()
      return await runLive()
    }
    let work = await waitForRest(), items = await runLive()
    return items + [.reply(work.map { "!! \($0)" })]
  }

  private func runLive() async -> [PrintedScreen.Item] {
    await quiet()
    var items: [PrintedScreen.Item] = []
    if limits.isWaiting { await waitForCalls(&items) } else { await waitForAMoment() }
    let broken = brokenPromises()
    return session.console.takeChange() + items + broken
  }

  /// Whether a move without an end is over. At rest, no work that a flow has to wait for is under way; work that goes on as long as
  /// its screen is open, such as a ticking timer, counts while the screen is busy.
  private func isOver(_ move: Move?, _ time: FlowTime) -> Bool {
    guard case .rest = move, !session.console.isBusy else { return time.isIdle(activity: session.activity) }
    return time.isIdle(activity: session.activity, counting: PendingWork(session).steps)
  }

  /// Waits until no work is under way; returns complaints if that takes too long. Work of a screen sends no signal when it ends, so
  /// this polls.
  private func waitForRest() async -> [String] {
    let end = limits.clock.now + limits.wait
    while true {
      await quiet()
      let seen = seen
      let work = PendingWork(session).awaited
      if work.calls.isEmpty, !session.console.isBusy { return [] }
      guard limits.clock.now < end else {
        let advice = "':wait' ended after \(DurationText.print(limits.wait))"
        return work.calls.isEmpty ? ["the screen is still busy; \(advice)"] : work.lines(advice)
      }
      _ = await comes(after: seen, within: Self.moment)
    }
  }

  /// - Parameter takeChange: called after all work of one time has run; returns the changes to print.
  private func run(
    _ move: Move?, _ time: FlowTime, _ takeChange: @MainActor () -> [PrintedScreen.Item]
  ) async -> [PrintedScreen.Item] {
    var items: [PrintedScreen.Item] = [], end: Duration?
    switch move {
    case nil: end = time.now
    case .until(let time): end = time
    case .idle, .rest: break
    }
    let start = time.now
    var stamp = Duration.zero
    repeat {
      guard await finishMoment(time, &items) else { return items + [stuck(move, time)] }
      // Checked before `takeChange` removes the alerts.
      let broken = brokenPromises(), change = takeChange()
      if !change.isEmpty, time.now - start != stamp {
        stamp = time.now - start
        items.append(.stamp(stamp))
      }
      items += change + broken
      if end == nil, isOver(move, time) { return items }
      if let end, isTooFar(end, time) { return items + [stuck(move, time)] }
    } while step(time, until: end)
    if isStuck { return items + [stuck(move, time)] }
    if let end { time.advance(to: end) }
    return items + brokenPromises()
  }

  /// The complaints about promises that are broken now that the screen is at rest.
  private func brokenPromises() -> [PrintedScreen.Item] {
    let broken = session.brokenPromises(after: reply)
    reply = []
    return broken.isEmpty ? [] : [.reply(broken)]
  }

  /// Whether moving to `end` would take too many steps, because timers repeat too often. Estimated only now and then: a
  /// timer may end by itself.
  private func isTooFar(_ end: Duration, _ time: FlowTime) -> Bool {
    guard all - foreseen >= limits.steps / 10 else { return false }
    foreseen = all
    let count = Double(all) + time.repetitions(until: end)
    if count > Double(10 * limits.steps) { (isStuck, expected) = (true, count) }
    return isStuck
  }

  /// Runs all work that is due now, and the work that this causes at the same time. False if it is endless.
  private func finishMoment(_ time: FlowTime, _ items: inout [PrintedScreen.Item]) async -> Bool {
    repeat {
      while step(time, until: time.now) {}
      if isStuck { return false }
      await quiet()
      await waitForCalls(&items)
    } while time.isDue
    return true
  }

  private func step(_ time: FlowTime, until end: Duration?) -> Bool {
    let before = time.now
    guard time.runNext(until: end, activity: session.activity) else { return false }
    // A move to a given time is finite unless work repeats without moving time.
    if end != nil, time.now > before { steps = 0 }
    steps += 1
    all += 1
    if all.isMultiple(of: 1_000) { limits.onProgress() }
    isStuck = steps >= limits.steps || all >= 10 * limits.steps
    return !isStuck
  }

  private func stuck(_ move: Move?, _ time: FlowTime) -> PrintedScreen.Item {
    let what =
      expected.map { "would take about \(Int(min($0, 1e15))) steps" } ?? "did not end after \(max(steps, all)) steps"
    let way =
      switch move {
      case nil: "cancel it"
      case .until: "cancel it, or advance less"
      case .idle: "cancel it, or use ':advance DUR' in place of ':run'"
      case .rest: "cancel it, or use ':wait DUR'"
      }
    return .reply(["!! this \(what): a timer or task started \(time.lastOrigin) never stops; \(way)"])
  }

  /// Waits until real calls have answered, or until other work is due first.
  private func waitForCalls(_ items: inout [PrintedScreen.Item]) async {
    let log = session.calls.log
    while true {
      limits.onProgress()
      // Read before the calls are, so that no arrival is missed.
      let seen = seen
      if session.time?.isDue == true { return }
      if let call = session.calls.awaited.first {
        if !(await comes(after: seen, within: left(for: call))) {
          log.stopWaiting(for: call.number, .givenUp)
          let limit = DurationText.print(limits.wait), missing = call.answers.isEmpty ? "answer" : "end"
          let problem = "'\(call.name)' did not \(missing) within \(limit), called \(call.origin)"
          items.append(.reply(["!! \(problem); stub it, or find out why"]))
        }
      } else if let call = session.calls.ending.first {
        // Another thread sends the answer and the end one after the other: most likely the call is about to end.
        if !(await ends(call.number)) { log.stopWaiting(for: call.number, .continues) }
      } else {
        return
      }
      await quiet()
    }
  }

  /// The time left to wait for a call, counted from the first wait.
  private func left(for call: CallLog.Call) -> Duration {
    let now = limits.clock.now, end = ends[call.number] ?? now + limits.wait
    ends[call.number] = end
    return end - now
  }

  /// Whether a call that has answered ends soon.
  private func ends(_ number: Int) async -> Bool {
    let log = session.calls.log
    let limit = session.isScripted ? limits.ending : Self.moment
    let late = Signal<Bool, Never>.just(false).delay(limit, on: limits.clock)
    let over = log.activity.signal.filter { _ in log.isOver(number) }.map { _ in true }
    return await Signal.merge(over, late).firstValue() ?? false
  }

  /// Waits until closed modules and ended calls are released: another thread that ended the work may still retain it.
  func awaitRelease() async {
    var polls = 0, changes = 0
    while polls < Self.polls, changes < Self.changes, session.isReleasing {
      let seen = seen
      if let time = session.time { while step(time, until: time.now) {} }
      if await comes(after: seen, within: limits.pollInterval) { changes += 1 } else { polls += 1 }
      await quiet()
    }
  }

  /// The number of polls of `awaitRelease` without any arrival.
  private nonisolated static let polls = 400
  /// The number of arrivals that `awaitRelease` accepts, in case they are endless.
  private static let changes = 10_000

  /// The wait of an interactive session for real calls: too short to be noticed.
  private static let moment = Duration.milliseconds(100)

  /// Waits for the calls of this line for that moment, so that their answers are part of its output.
  private func waitForAMoment() async {
    let log = session.calls.log, end = limits.clock.now + Self.moment
    while true {
      let seen = seen, left = end - limits.clock.now, pending = session.calls.awaited + session.calls.ending
      guard left > .zero, pending.contains(where: { $0.number >= log.lineStart }) else { return }
      guard await comes(after: seen, within: left) else { return }
      await quiet()
    }
  }

  /// The activity of calls and the number of scheduled timers so far.
  private var seen: (calls: Int, time: Int) { (session.calls.log.activity.value, session.time?.scheduledCount ?? 0) }

  /// Waits until more of either has arrived; false if nothing does within the limit.
  private func comes(after seen: (calls: Int, time: Int), within limit: Duration) async -> Bool {
    let late = Signal<Bool, Never>.just(false).delay(limit, on: limits.clock)
    let calls = session.calls.log.activity.signal.filter { $0 > seen.calls }.map { _ in true }
    let time = session.time?.scheduled(after: seen.time).map { _ in true } ?? .never
    return await Signal.merge(Signal.merge(calls, time), late).firstValue() ?? false
  }

  /// Drains the main queue until the session's activity stands still; at most 100 times, because a screen may never rest. Waits for
  /// moving views meanwhile, but not longer than for a call.
  private func quiet() async {
    let end = limits.clock.now + limits.wait
    var rounds = 0
    while rounds < 100 {
      let before = session.activity
      await MainQueueTurn.drained()
      if session.console.isMoving(), limits.clock.now < end {
        _ = await Signal<Void, Never>.just(()).delay(limits.pollInterval, on: limits.clock).firstValue()
      } else if session.activity == before {
        return
      } else {
        rounds += 1
      }
    }
  }
}
