import Foundation
import Signals

/// Lets a session come to rest after a line: runs what is due, waits for real work, and gathers what is printed.
@MainActor final class Settling {
  /// How long it may take.
  struct Limits: Sendable {
    /// How many pieces of work one line may cause before it counts as endless.
    var steps = 100_000
    /// The same for all of one line, however far it moves time.
    var all = 1_000_000
    /// After how many steps it is foreseen how many there will be: what repeated itself until then is expected to go on.
    var foresight = 10_000
    /// How long a real call may take, on a real clock.
    var wait = Duration.seconds(10)
    var clock: any Scheduler = MainScheduler.main
    /// Whether real calls are waited for where time is real, too: on a pipe the next line comes at once.
    var isWaiting = false
    /// How long they are waited for where a person types: what comes within it, nobody has seen missing.
    var moment = Duration.milliseconds(100)
    /// How long a flow waits for another thread that has answered to end its call and to release what it used: far longer than a
    /// busy machine holds a thread up, for the transcript depends on it.
    var ending = Duration.seconds(2)
    /// Called now and then while a line takes its time.
    var goesOn: @MainActor @Sendable () -> Void = {}
  }
  /// How far virtual time moves.
  enum Move {
    case until(Duration)
    /// Until nothing is pending but timers that start themselves again and that nothing comes of, and those that are due in
    /// more than an hour.
    case idle
  }
  /// Whether there is no end to what a line does.
  private(set) var isStuck = false

  private let session: Session
  private let limits: Limits
  /// Since time moved last, and in all.
  private var steps = 0, all = 0
  /// At which step it was foreseen how many there will be.
  private var foreseen = 0
  /// How many there would be, if that is too many.
  private var expected: Double?
  /// What the line was answered, until promises have been looked at.
  private var reply: [String] = []
  /// Until when each call is waited for.
  private var ends: [Int: Duration] = [:]

  init(_ session: Session, _ limits: Limits) {
    self.session = session
    self.limits = limits
  }

  /// Runs what is due now, then what comes due as time moves; what is printed at a later time is stamped with how much
  /// later.
  ///
  /// - Parameter reply: what the line was answered.
  func run(_ move: Move?, after reply: [String] = []) async -> [PrintedScreen.Item] {
    self.reply = reply
    guard let time = session.time else { return await runLive() }
    return await run(move, time) { [session] in session.console.takeChange() }
  }

  /// Lets time go on, virtual or real, for so long or else until nothing is under way; gives what is different at the end.
  func wait(_ duration: Duration?) async -> [PrintedScreen.Item] {
    if let time = session.time {
      let complaints = await run(duration.map { .until(time.now + $0) } ?? .idle, time) { [] }
      return session.console.takeChange() + complaints
    }
    if let duration {
      let over = Signal<Void, Never>.just(()).delay(duration, on: session.environment.scheduler)
      _ = await over.firstValue()
      return await runLive()
    }
    let isIdle = await waitForRest(), items = await runLive()
    if isIdle { return items }
    return items + [.reply(["!! something is still under way after \(DurationText.print(limits.wait)); see :calls"])]
  }

  private func runLive() async -> [PrintedScreen.Item] {
    await quiet()
    var items: [PrintedScreen.Item] = []
    if limits.isWaiting { await waitForCalls(&items) } else { await waitForAMoment() }
    let broken = brokenPromises()
    return session.console.takeChange() + items + broken
  }

  /// Waits until no call is under way and the screen is not busy; false if that takes too long. What a screen has begun says
  /// nothing when it ends: it is looked at.
  private func waitForRest() async -> Bool {
    let end = limits.clock.now + limits.wait
    while true {
      await quiet()
      let seen = seen
      if session.calls.log.underWay.isEmpty, !session.console.isBusy { return true }
      guard limits.clock.now < end else { return false }
      _ = await comes(after: seen, within: limits.moment)
    }
  }

  /// - Parameter takeChange: gives what is printed each time something has happened.
  private func run(
    _ move: Move?, _ time: FlowTime, _ takeChange: @MainActor () -> [PrintedScreen.Item]
  ) async -> [PrintedScreen.Item] {
    var items: [PrintedScreen.Item] = [], end: Duration?
    switch move {
    case nil: end = time.now
    case .until(let time): end = time
    case .idle: break
    }
    let start = time.now
    var stamp = Duration.zero
    repeat {
      guard await finishMoment(time, &items) else { return items + [stuck(time)] }
      // Before what was said is taken.
      let broken = brokenPromises(), change = takeChange()
      if !change.isEmpty, time.now - start != stamp {
        stamp = time.now - start
        items.append(.stamp(stamp))
      }
      items += change + broken
      if end == nil, time.isIdle(activity: session.activity) { return items }
      if let end, isTooFar(end, time) { return items + [stuck(time)] }
    } while step(time, until: end)
    if isStuck { return items + [stuck(time)] }
    if let end { time.advance(to: end) }
    return items + brokenPromises()
  }

  /// What the harness says of promises that are broken now that the screen is at rest.
  private func brokenPromises() -> [PrintedScreen.Item] {
    let broken = session.brokenPromises(after: reply)
    reply = []
    return broken.isEmpty ? [] : [.reply(broken)]
  }

  /// Whether time cannot move to `end`, for the timers that repeat themselves would run too often. Looked at now and then, and not at
  /// once: a timer may end by itself.
  private func isTooFar(_ end: Duration, _ time: FlowTime) -> Bool {
    guard all - foreseen >= limits.foresight else { return false }
    foreseen = all
    let count = Double(all) + time.repetitions(until: end)
    if count > Double(limits.all) { (isStuck, expected) = (true, count) }
    return isStuck
  }

  /// Runs all that is due now and what comes of it: work at the same time belongs together, and the screen is looked at
  /// when that time is over. False if there is no end to it.
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
    // A move to a given time comes to an end, but for what happens in no time.
    if end != nil, time.now > before { steps = 0 }
    steps += 1
    all += 1
    if all.isMultiple(of: 1_000) { limits.goesOn() }
    isStuck = steps >= limits.steps || all >= limits.all
    return !isStuck
  }

  private func stuck(_ time: FlowTime) -> PrintedScreen.Item {
    let what =
      expected.map { "would take about \(Int(min($0, 1e15))) steps" } ?? "did not end after \(max(steps, all)) steps"
    return .reply([
      "!! this \(what): what was made \(time.lastOrigin) schedules itself again and again; let it end, or move time by less"
    ])
  }

  /// Waits until real calls have answered, or until there is something to be done before they do.
  private func waitForCalls(_ items: inout [PrintedScreen.Item]) async {
    let log = session.calls.log
    while true {
      limits.goesOn()
      // Looked at before the calls are, so that nothing comes unseen.
      let seen = seen
      if session.time?.isDue == true { return }
      if let call = session.calls.awaited.first {
        if !(await comes(after: seen, within: left(for: call))) {
          log.giveUp(call.number)
          let limit = DurationText.print(limits.wait)
          items.append(
            .reply(["!! '\(call.name)' did not answer within \(limit), called \(call.origin); stub it, or see why"]))
        }
      } else if let call = session.calls.ending.first {
        // Another thread says one thing after the other: most likely the call is about to end.
        if !(await ends(call.number)) { log.goesOn(call.number) }
      } else {
        return
      }
      await quiet()
    }
  }

  /// How long a call is still waited for, whatever comes meanwhile.
  private func left(for call: CallLog.Call) -> Duration {
    let now = limits.clock.now, end = ends[call.number] ?? now + limits.wait
    ends[call.number] = end
    return end - now
  }

  /// Whether a call that has answered ends soon.
  private func ends(_ number: Int) async -> Bool {
    let log = session.calls.log
    let limit = session.isScripted ? limits.ending : limits.moment
    let late = Signal<Bool, Never>.just(false).delay(limit, on: limits.clock)
    let over = log.activity.signal.filter { _ in log.isOver(number) }.map { _ in true }
    return await over.merge(with: late).firstValue() ?? false
  }

  /// Waits for what is still alive to go: who ended the work, on another thread, may not have let go of it yet.
  func letGo() async {
    var looks = 0, changes = 0
    while looks < Self.looks, changes < Self.changes, session.isLettingGo {
      let seen = seen
      if let time = session.time { while step(time, until: time.now) {} }
      if await comes(after: seen, within: limits.ending / Self.looks) { changes += 1 } else { looks += 1 }
      await quiet()
    }
  }

  /// How often what is still alive is looked at while nothing comes.
  private static let looks = 400
  /// How much may come while something is still alive, in case that has no end.
  private static let changes = 10_000

  /// Waits for the calls of this line as long as a person does not notice: what they give is a part of what it prints.
  private func waitForAMoment() async {
    let log = session.calls.log, end = limits.clock.now + limits.moment
    while true {
      let seen = seen, left = end - limits.clock.now, pending = session.calls.awaited + session.calls.ending
      guard left > .zero, pending.contains(where: { $0.number >= log.lineStart }) else { return }
      guard await comes(after: seen, within: left) else { return }
      await quiet()
    }
  }

  /// How much has come so far of calls, and of what goes by virtual time.
  private var seen: (calls: Int, time: Int) { (session.calls.log.activity.value, session.time?.given ?? 0) }

  /// Waits until more has come of either; false if nothing does within the limit.
  private func comes(after seen: (calls: Int, time: Int), within limit: Duration) async -> Bool {
    let late = Signal<Bool, Never>.just(false).delay(limit, on: limits.clock)
    let calls = session.calls.log.activity.signal.filter { $0 > seen.calls }.map { _ in true }
    let time = session.time?.given(after: seen.time).map { _ in true } ?? .never
    return await calls.merge(with: time).merge(with: late).firstValue() ?? false
  }

  /// Lets the main queue run what it was given, and what that gives it, until nothing happens any more; not for ever, for a
  /// screen may never stand still.
  private func quiet() async {
    for _ in 0..<100 {
      let before = session.activity
      await MainQueueTurn.drained()
      if session.activity == before { return }
    }
  }
}
