import Foundation
import Signals

/// A session as a flow: what was typed, with what the app's calls gave as stubs and the time that passed as moves.
@MainActor struct Recording {
  /// A line that was run, and what came of it.
  struct Entry: Sendable {
    let line: String
    let origin: Origin
    let start: Duration
    /// How many calls had been made before it.
    let callCount: Int
    /// Its number among all lines of the session.
    var turn = 0
    /// Whether it names a command; what does not may be anything, such as a password.
    var isCommand = true
    /// The secret field that it sets: what was typed is not kept.
    var secret: String?
    /// When it was done.
    var settled = Duration.zero
    var output: [String] = []
    /// What was printed after that, and when.
    var changes: [(time: Duration, lines: [String])] = []

    /// What it is of the session's own commands.
    fileprivate var command: MetaCommand? { line.hasPrefix(":") ? try? MetaCommand.parse(line) : nil }
  }
  /// A line of the flow, and what the session printed under it.
  private struct Step {
    let command: String
    var output: [String] = []
  }
  /// What a call gave, as a flow sets it.
  private enum Written: Equatable {
    case stub(String, after: String)
    case failure(String, after: String)

    var isStub: Bool { if case .stub = self { true } else { false } }

    func command(_ name: String) -> String {
      switch self {
      case .stub(let json, let after): ":stub \(name) -> \(json)\(after)"
      case .failure(let text, let after): ":fail \(name) with \"\(text)\"\(after)"
      }
    }
  }
  private let session: Session
  private let entries: [Entry]
  private var steps: [Step] = []
  private var files: [(name: String, text: String)] = []
  private var problems: [String] = []
  /// What is stubbed so far.
  private var stubs: [String: Written] = [:]
  /// The names that were stubbed by hand: later calls began with that.
  private var typedStubs: Set<String> = []
  /// How long the session took.
  private let length: Duration

  /// - Parameter isPaced: whether the time in which nothing was printed is written down, too.
  init(session: Session, entries: [Entry], isPaced: Bool = false) {
    self.session = session
    self.entries = entries
    length = session.environment.scheduler.now - (entries.first?.start ?? .zero)
    let environment = session.environment, locale = environment.locale.identifier
    steps.append(Step(command: ":now \(DateText.print(session.startDate, environment.calendar))"))
    if locale != "en_US" { steps.append(Step(command: ":locale \(locale)")) }
    let calls = session.calls.log.calls
    var told = entries.first?.start ?? .zero
    var live = LiveAnswers(calls.filter { $0.kind == .live && $0.isReal })
    let unused = session.calls.log.unusedTurns
    for (index, entry) in entries.enumerated() {
      // What was set and not used is left out: a flow has to use all that it sets. What came after such a line is not.
      let isWritten = entry.isCommand && !Self.isOfThisSession(entry) && !unused.contains(entry.turn)
      let pause = isPaced && isWritten ? Self.milliseconds(entry.start - told, .up) : 0
      if pause > 0 { steps.append(Step(command: ":advance \(pause)ms")) }
      let over = isWritten ? Self.over(entry) : told
      told = entry.changes.last?.time ?? over
      let end = index + 1 < entries.count ? entries[index + 1].callCount : calls.count
      let begun = calls[min(entry.callCount, end)..<end].filter(\.isReal)
      add(begun.filter { $0.kind != .live }, of: entry)
      let moment = CallLog.Moment(turn: entry.turn), numbers = Set(begun.map(\.number))
      add(live.take(upTo: moment, beginning: numbers), beginning: numbers, at: entry.start, of: entry)
      if isWritten {
        switch entry.command {
        case .stub(let name, _, let delay, let isOnce):
          if delay == .zero { add(live.take(beforeAnswersSetBy: entry.turn), of: entry) }
          if !isOnce { typedStubs.insert(name) }
        case .fail(_, _, .zero): add(live.take(beforeAnswersSetBy: entry.turn), of: entry)
        default: break
        }
        steps.append(Step(command: entry.origin.text, output: entry.output))
      }
      var time = over
      for (part, change) in entry.changes.enumerated() {
        let moment = CallLog.Moment(turn: entry.turn, part: part + 1)
        add(live.take(upTo: moment, beginning: []), beginning: [], at: time, of: entry)
        steps.append(Step(command: ":advance \(Self.milliseconds(change.time - time, .up))ms", output: change.lines))
        time = change.time
      }
    }
    steps.append(Step(command: ":quit"))
  }

  /// When a line is over in the flow. There a line takes no time, so that all of it passes later; but one that waits does so there, too.
  private static func over(_ entry: Entry) -> Duration {
    guard case .wait(let duration) = entry.command else { return entry.start }
    return duration.map { entry.start + $0 } ?? entry.settled
  }

  /// Whether a line speaks of real time or real calls, and gives something else in a flow.
  private static func isOfThisSession(_ entry: Entry) -> Bool {
    switch entry.command {
    case .advance, .run, .now, .locale, .calls, .trace(nil), .help(nil): true
    default: false
    }
  }

  /// Sets what the calls of a line gave: each its own answer, in its own time.
  private mutating func add(_ calls: [CallLog.Call], of entry: Entry) {
    var names: [String] = [], answers: [String: [Written]] = [:]
    for call in calls {
      guard let answer = written(call, of: entry) else { continue }
      if answers[call.name] == nil { names.append(call.name) }
      answers[call.name, default: []].append(answer)
    }
    for name in names {
      let all = answers[name] ?? []
      // A stub answers again and again: one is enough for the last calls that gave the same.
      let lasting = all.last.map { last in last.isStub ? all.reversed().prefix { $0 == last }.count : 0 } ?? 0
      for answer in all.dropLast(lasting) {
        steps.append(Step(command: answer.command(name) + (answer.isStub ? " once" : "")))
      }
      if lasting > 0, let last = all.last, stubs.updateValue(last, forKey: name) != last {
        steps.append(Step(command: last.command(name)))
      }
    }
  }

  /// Sets what live calls gave: what comes first when they begin, and then each answer when it came.
  ///
  /// - Parameter time: when the line comes in the flow; nil if they come at once.
  private mutating func add(
    _ events: [LiveAnswers.Event], beginning numbers: Set<Int> = [], at time: Duration? = nil, of entry: Entry
  ) {
    for (index, event) in events.enumerated() {
      let name = event.call.name, isBeginning = numbers.contains(event.call.number)
      // Several from the start: each but the last for the beginning only.
      let isOnce =
        isBeginning
        ? events[(index + 1)...].contains { $0.call.number == event.call.number } : typedStubs.contains(name)
      let start = isBeginning ? event.call.start : time ?? event.time
      let delay = event.time > max(entry.settled, start) ? Self.milliseconds(event.time - start, .down) : 0
      let after = delay > 0 ? " after \(delay)ms" : ""
      let what: Written? =
        switch event.content {
        case .answer(let answer): json(answer, name).map { .stub($0, after: after) }
        case .failure(let text): failure(event.call, text, after: after)
        case .nothing: noAnswer
        }
      guard let what, !(isBeginning && !isOnce && stubs[name] == what) else { continue }
      steps.append(Step(command: what.command(name) + (isOnce && what.isStub ? " once" : "")))
      if what.isStub, !isOnce { stubs[name] = what }
    }
  }

  /// What a call gave; nil, and a problem, where that cannot be written down.
  private mutating func written(_ call: CallLog.Call, of entry: Entry) -> Written? {
    // An answer that came while the line ran is there at once in a flow, too.
    let end = call.answers.last?.time ?? call.end ?? call.start
    let delay = end > entry.settled ? Self.milliseconds(end - call.start, .down) : 0
    let after = delay > 0 ? " after \(delay)ms" : ""
    if case .failed(let text) = call.state { return failure(call, text, after: after) }
    guard let answer = call.answers.last else {
      if call.state == .completed {
        complain("'\(call.name)' ended without an answer, and a stub gives one; the flow makes the real call")
        return nil
      }
      return noAnswer
    }
    if call.answers.count > 1 {
      complain("'\(call.name)' gave \(call.answers.count) answers, and a stub gives one: the last is kept")
    }
    return json(answer, call.name).map { .stub($0, after: after) }
  }

  private mutating func failure(_ call: CallLog.Call, _ text: String, after: String) -> Written {
    if !call.isFailureWritable, let failure = call.failure {
      complain(
        "what '\(call.name)' failed with cannot be written down; make \(type(of: failure)) CustomStringConvertible, "
          + "giving the text that 'failure:' takes")
    }
    return .failure(Printable.line(text), after: after)
  }

  /// Later than the session lasts.
  private var noAnswer: Written {
    let time = Self.milliseconds(length, .up) + entries.count
    return .failure("no answer came", after: " after \(time / 1000 + 1)s")
  }

  /// An answer as a stub has it; nil, and a problem, where that cannot be written down.
  private mutating func json(_ answer: CallLog.Answer, _ name: String) -> String? {
    guard let encode = answer.encode, let data = try? encode(), let json = String(validating: data, as: UTF8.self)
    else {
      complain("what '\(name)' gave cannot be written down; give its call an 'encode'")
      return nil
    }
    return written(json, name)
  }

  /// Says something once, however often it is so.
  private mutating func complain(_ problem: String) { if !problems.contains(problem) { problems.append(problem) } }

  /// JSON as a stub's line has it: a data file, if it is long.
  private mutating func written(_ json: String, _ name: String) -> String {
    guard json.count > 80 || json.contains("\n") else { return json }
    if let known = files.first(where: { $0.text == json }) { return "@\(known.name)" }
    let file = "\(name)-\(files.count + 1).json"
    files.append((file, json))
    return "@\(file)"
  }

  private static func milliseconds(_ duration: Duration, _ rounding: FloatingPointRoundingRule) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1000 + Int((Double(attoseconds) / 1e15).rounded(rounding))
  }

  /// The flow with what it gives, and where that is not what the session gave.
  private struct Played {
    let text: String
    let differences: [String]
  }

  /// Runs the flow, and writes it with what it gives. Says where that is not what the session gave. Time in which nothing was
  /// printed is written down only if the flow gives something else without it: how fast a user types is of no interest.
  func save(as path: String) async -> [String] {
    let file = URL(fileURLWithPath: path)
    guard !FileManager.default.fileExists(atPath: file.path) else {
      return ["! there is a file \(Printable.line(path)) already; choose another name"]
    }
    do {
      var played = try await play()
      // Not if a call could not be written down: each of these runs makes the real one, and that is why they differ.
      if !played.differences.isEmpty, problems.isEmpty {
        let paced = try await Recording(session: session, entries: entries, isPaced: true).play()
        if paced.differences.isEmpty { played = paced }
      }
      try Data(played.text.utf8).write(to: file, options: .atomic)
      return (problems + played.differences).map { "! saved, but \(Printable.line($0))" }
    } catch { return ["! \(Printable.line(path)) cannot be written: \(Printable.line(ErrorText.of(error)))"] }
  }

  private func play() async throws -> Played {
    var text = text(goingOn: []), first = try await run(text), rest: [Duration] = []
    // A flow does not end while something is under way, as the session may have.
    while let time = first.awaitedTime, rest.count < 5 {
      rest.append(time)
      text = self.text(goingOn: rest)
      first = try await run(text)
    }
    // Twice, for what it gives may name lines: those of the file have to be known.
    let complete = FlowAcceptance.rewritten(text, first.recordable), run = try await run(complete)
    return Played(text: FlowAcceptance.rewritten(complete, run.recordable), differences: differences(run))
  }

  /// The flow without what it gives.
  ///
  /// - Parameter times: how long it goes on before it ends.
  private func text(goingOn times: [Duration]) -> String {
    let commands = steps.dropLast().map(\.command) + times.map { ":advance \(DurationText.print($0))" } + [":quit"]
    return "# A session of \(session.app.name).\n" + commands.map { "> \($0)\n" }.joined()
      + files.map { "-- \($0.name) --\n\($0.text)\n" }.joined()
  }

  private func run(_ text: String) async throws -> FlowRunner.Run {
    let names = Set(session.calls.log.calls.map(\.name))
    return await FlowRunner(session.app, options: session.options, callNames: names).execute(try FlowParser.parse(text))
  }

  /// What is otherwise than in the session, and what may be why.
  private func differences(_ run: FlowRunner.Run) -> [String] {
    var differences = run.complaints.map { "it will not pass: \($0.drop { $0 == "!" || $0 == " " })" }
    let different = zip(steps.dropLast(), run.recordable.phases.flatMap(\.steps)).first { step, ran in
      let isMove = step.command.hasPrefix(":advance ")
      let output = isMove ? ran.output.filter { !$0.hasPrefix("+") } : ran.output
      // What the harness said is in no file.
      return FlowRunner.visible(step.output.filter { !$0.hasPrefix("!!") }) != output
    }
    if let (step, ran) = different {
      differences.append("line \(ran.expected.line), '\(Printable.quote(step.command))', gives something else there")
    }
    return differences.isEmpty ? [] : differences + secrets
  }

  /// What is not what was typed.
  private var secrets: [String] {
    var names: Set<String> = []
    return entries.compactMap(\.secret).filter { names.insert($0).inserted }.map {
      "what was typed into '\(Printable.quote($0))' is *** there; put a value for tests in its place"
    }
  }
}
