import Foundation
import NamedCalls
import PlainText
import REPL
import Signals
import VIPER

/// A session as a flow: the typed lines, the answers of calls as stubs, and the passing of time as `:advance`.
@MainActor struct Recording {
  /// A line of the flow, and the session's output under it.
  struct Step {
    let command: String
    var output: [String] = []
  }
  let session: Session
  let entries: [HistoryEntry]
  private(set) var steps: [Step] = []
  private(set) var files: [(name: String, text: String)] = []
  private(set) var problems: [String] = []
  /// The commands of the stubs in effect so far, by name.
  private var stubs: [String: String] = [:]
  /// The names of live calls that have begun.
  private var observed: Set<String> = []
  /// The names that the user stubbed; later calls begin with those stubs.
  private var typedStubs: Set<String> = []
  private let calls: [CallLog.Call]
  /// The answers of live calls that are not written yet.
  private var live: LiveAnswers
  /// The numbers of the lines that are left out.
  private let omitted: Set<Int>
  /// The time of the last output that is written.
  private var seenUntil: Duration
  /// The duration of the session.
  private let length: Duration
  /// Whether the screen was busy when it was last printed.
  private var isBusy = false

  /// - Parameter isPaced: whether the recording includes time without output.
  init(session: Session, entries: [HistoryEntry], isPaced: Bool = false) {
    self.session = session
    self.entries = entries
    let start = entries.first?.start ?? .zero, environment = session.environment
    length = environment.scheduler.now - start
    seenUntil = start
    calls = session.calls.log.calls
    live = LiveAnswers(calls.filter { $0.kind == .live && $0.isReal })
    // Leaves out unused stubs, because a flow has to use every stub that it sets, and delays of real calls, because the stubs of
    // their answers contain these delays.
    omitted = session.calls.log.unusedTurns.union(Self.delays(of: calls))
    if let zone = DateText.zone(environment.calendar, at: session.startDate) {
      steps.append(Step(command: ":zone \(zone)"))
    }
    steps.append(Step(command: ":now \(DateText.print(session.startDate, environment.calendar))"))
    let locale = environment.locale.identifier
    if locale != "en_US" { steps.append(Step(command: ":locale \(locale)")) }
    for (index, entry) in entries.enumerated() {
      add(entry, callsUpTo: index + 1 < entries.count ? entries[index + 1].callCount : calls.count, isPaced: isPaced)
    }
    steps.append(Step(command: ":quit"))
  }

  /// Adds a line: the time before it, the stubs for its calls, the line itself, and the changes after it.
  ///
  /// - Parameter end: the number of calls made before the next line.
  private mutating func add(_ entry: HistoryEntry, callsUpTo end: Int, isPaced: Bool) {
    // The output after an omitted line stays.
    let isWritten = entry.isCommand && !Self.isOfThisSession(entry) && !omitted.contains(entry.turn)
    let pause = isPaced && isWritten ? Self.milliseconds(entry.start - seenUntil, .up) : 0
    if pause > 0 { addUnseen(":advance \(pause)ms") }
    let over = isWritten ? Self.over(entry) : seenUntil
    let begun = calls[min(entry.callCount, end)..<end].filter(\.isReal), numbers = Set(begun.map(\.number))
    add(begun.filter { $0.kind != .live }, of: entry)
    add(
      live.take(upTo: CallLog.Moment(turn: entry.turn), beginning: numbers), beginning: numbers, at: entry.start,
      of: entry)
    if isWritten {
      addAnswers(beforeThoseSetBy: entry)
      steps.append(Step(command: entry.origin.text, output: entry.output))
    }
    isBusy = entry.output.contains(Mark.busy)
    addChanges(after: entry, from: over)
    seenUntil = entry.changes.last?.time ?? over
  }

  /// Adds the answers that live calls gave just before the line set others.
  private mutating func addAnswers(beforeThoseSetBy entry: HistoryEntry) {
    switch entry.command {
    case .stub(let name, _, let delay, let isOnce, _):
      if delay == .zero { add(live.take(beforeAnswersSetBy: entry.turn), of: entry) }
      if !isOnce { typedStubs.insert(name) }
    case .fail(_, _, .zero, _): add(live.take(beforeAnswersSetBy: entry.turn), of: entry)
    default: break
    }
  }

  /// Adds the output printed after a line, each part at its time.
  private mutating func addChanges(after entry: HistoryEntry, from start: Duration) {
    var time = start
    for (part, change) in entry.changes.enumerated() {
      let moment = CallLog.Moment(turn: entry.turn, part: part + 1)
      add(live.take(upTo: moment, beginning: []), beginning: [], at: time, of: entry)
      steps.append(Step(command: ":advance \(Self.milliseconds(change.time - time, .up))ms", output: change.lines))
      isBusy = change.lines.contains(Mark.busy)
      time = change.time
    }
  }

  /// The numbers of the lines that delay real calls, none of whose answers were set.
  private static func delays(of calls: [CallLog.Call]) -> [Int] {
    calls.filter { call in
      call.isReal && call.failure?.setBy == nil && call.answers.allSatisfy { $0.setBy == nil }
    }.compactMap(\.delayedBy)
  }

  /// The time at which a line is over in the flow. There, only `:wait` takes time.
  private static func over(_ entry: HistoryEntry) -> Duration {
    guard case .wait(let duration) = entry.command else { return entry.start }
    return duration.map { entry.start + $0 } ?? entry.settled
  }

  /// Whether a line depends on real time or real calls, so that its output differs in a flow.
  private static func isOfThisSession(_ entry: HistoryEntry) -> Bool {
    switch entry.command {
    case .advance, .run, .now, .locale, .zone, .calls, .trace(nil), .help(nil): true
    default: false
    }
  }

  /// Adds a line of the recording, such as a stub. A busy screen prints the busy line under it again.
  private mutating func addUnseen(_ command: String) {
    steps.append(Step(command: command, output: isBusy ? [Mark.busy] : []))
  }

  /// Adds stubs for the calls of a line: each call gets its own answer, with its own delay.
  private mutating func add(_ calls: [CallLog.Call], of entry: HistoryEntry) {
    var names: [String] = [], answers: [String: [String]] = [:]
    for call in calls {
      guard let answer = written(call, of: entry) else { continue }
      if answers[call.name] == nil { names.append(call.name) }
      answers[call.name, default: []].append(answer)
    }
    for name in names {
      let all = answers[name] ?? []
      // A stub answers all later calls, so the last calls with equal answers need only one.
      let lasting = all.last.map { last in Self.isStub(last) ? all.reversed().prefix { $0 == last }.count : 0 } ?? 0
      for answer in all.dropLast(lasting) {
        addUnseen(answer + (Self.isStub(answer) ? " once" : ""))
      }
      if lasting > 0, let last = all.last, stubs.updateValue(last, forKey: name) != last {
        addUnseen(last)
      }
    }
  }

  /// Adds stubs for live calls: the first answer when a call begins, and each later answer at its time.
  ///
  /// - Parameter time: the time of the line in the flow; nil if the answers arrive at once.
  private mutating func add(
    _ events: [LiveAnswers.Event], beginning numbers: Set<Int> = [], at time: Duration? = nil, of entry: HistoryEntry
  ) {
    for (index, event) in events.enumerated() {
      let name = event.call.name, isBeginning = numbers.contains(event.call.number)
      // If several answers arrive at the start, only the last stays as a stub.
      let isOnce =
        isBeginning
        ? events[(index + 1)...].contains { $0.call.number == event.call.number } : typedStubs.contains(name)
      let start = isBeginning ? event.call.start : time ?? event.time
      let delay = event.time > max(entry.settled, start) ? Self.milliseconds(event.time - start, .down) : 0
      guard let what = written(event.content, of: name, after: delay), !(isBeginning && !isOnce && stubs[name] == what)
      else { continue }
      // An answer arrives with the line that it came with in the session.
      let isHeld = !observed.insert(name).inserted && delay == 0
      addUnseen(what + (isOnce && Self.isStub(what) ? " once" : "") + (isHeld ? " next" : ""))
      if Self.isStub(what), !isOnce { stubs[name] = what }
    }
  }

  private static func isStub(_ command: String) -> Bool { command.hasPrefix(":stub ") }

  /// The command for the stub or failure of a call. Returns nil, and adds a problem, if a flow cannot contain it.
  private mutating func written(_ call: CallLog.Call, of entry: HistoryEntry) -> String? {
    // An answer that came while the line ran has no delay in the flow.
    let end = call.answers.last?.time ?? call.end ?? call.start
    let delay = end > entry.settled ? Self.milliseconds(end - call.start, .down) : 0
    if let failure = call.failure { return written(.failure(failure), of: call.name, after: delay) }
    guard let answer = call.answers.last else {
      if case .completed = call.state {
        complain("'\(call.name)' ended without an answer, and a stub gives one; the flow makes the real call")
        return nil
      }
      return written(.nothing, of: call.name, after: delay)
    }
    if call.kind == .streamed, Set(call.answers.map(\.moment)).count > 1 {
      complain("'\(call.name)' answered in parts, one after the other, and a stub answers at once: the flow may differ")
    }
    if call.kind == .answered, call.answers.count > 1 {
      complain("'\(call.name)' gave \(call.answers.count) answers, and a stub gives one: the last is kept")
    }
    return written(.answer(answer), of: call.name, after: delay)
  }

  /// The command for a stub or failure with this delay in milliseconds. Returns nil, and adds a problem, if a flow cannot contain it.
  private mutating func written(_ content: LiveAnswers.Content, of name: String, after delay: Int) -> String? {
    let after = delay > 0 ? " after \(delay)ms" : ""
    switch content {
    case .answer(let answer): return json(answer, name).map { ":stub \(name) -> \($0)\(after)" }
    case .failure(let failure):
      if !failure.isWritable, let error = failure.error {
        complain(
          "the failure of '\(name)' cannot be saved; make \(type(of: error)) CustomStringConvertible, "
            + "with the text that 'failure:' takes")
      }
      return ":fail \(name) with \"\(Printable.line(failure.text))\"\(after)"
    case .nothing:
      // A failure after the end of the session.
      let time = Self.milliseconds(length, .up) + entries.count
      return ":fail \(name) with \"no answer came\" after \(time / 1000 + 1)s"
    }
  }

  /// An answer as the text of a stub: JSON, or the name of a data file if that is longer than 80 characters. Returns nil, and adds a
  /// problem, if a flow cannot contain it.
  private mutating func json(_ answer: CallLog.Answer, _ name: String) -> String? {
    guard let encode = answer.encode, let data = try? encode(), let json = String(validating: data, as: UTF8.self)
    else {
      complain("the answer of '\(name)' cannot be saved; give its call an 'encode'")
      return nil
    }
    guard json.count > 80 || json.contains("\n") else { return json }
    if let known = files.first(where: { $0.text == json }) { return "@\(known.name)" }
    let file = "\(name)-\(files.count + 1).json"
    files.append((file, json))
    return "@\(file)"
  }

  private mutating func complain(_ problem: String) { if !problems.contains(problem) { problems.append(problem) } }

  private static func milliseconds(_ duration: Duration, _ rounding: FloatingPointRoundingRule) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1000 + Int((Double(attoseconds) / 1e15).rounded(rounding))
  }
}
