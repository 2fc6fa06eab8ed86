import Foundation
import Signals

/// The calls that were made, and what is set about those to come.
final class CallLog: Sendable {
  /// Who answers a call.
  enum Source: Sendable {
    case real
    /// Nobody: there is no real work, and nothing was set.
    case missing
    /// An answer, of one call or until it is replaced.
    case stub(Data, after: Duration)
    /// A failure of one call.
    case fault(String, after: Duration)
    /// What it gave before, in a session that was taken back.
    indirect case recorded(Call)
  }
  /// How much later than by itself a call answers.
  enum Lateness: Equatable, Sendable {
    case none
    case by(Duration)
    /// It never does.
    case forever
  }
  /// How far a call is.
  enum State: Equatable, Sendable {
    case underWay
    case completed
    case failed(String)
    /// Nobody wanted it any more.
    case left
  }
  /// Something a call gave.
  struct Answer: Sendable {
    let value: any Sendable
    /// Writes it as JSON, if that can be done.
    let encode: (@Sendable () throws -> Data)?
    let time: Duration
    let moment: Moment
    /// The number of the line that set it while its call was under way.
    let setBy: Int?
  }
  /// Where in a session something came: under which line, and in which of the parts that were printed for it.
  struct Moment: Hashable, Comparable, Sendable {
    var turn = 0
    var part = 0

    static func < (left: Moment, right: Moment) -> Bool { (left.turn, left.part) < (right.turn, right.part) }
  }
  /// A call that was made.
  struct Call: Sendable {
    let number: Int
    let name: String
    let source: Source
    let origin: Origin
    let start: Duration
    let kind: NamedCallKind
    var end: Duration?
    /// In which part of which line it failed, if it did.
    var failureMoment = Moment()
    var state = State.underWay
    /// In a flow only the last.
    var answers: [Answer] = []
    var failure: (any Error)?
    /// Whether a flow that sets the failure's text gives a failure with that text.
    var isFailureWritable = true
    /// Whether an answer came from another thread than the main queue's.
    var isFromElsewhere = false
    /// Whether it is known to go on after its answer.
    var goesOn = false
    /// The number of the line that set its next answer while it was under way.
    var nextAnswerSetBy: Int?
    /// The number of the line that set its failure while it was under way.
    var failureSetBy: Int?
    /// Whether it was waited for long enough.
    var isGivenUp = false
    /// Whether there is real work that was not done, for it leaves the process.
    var isWithheld = false

    /// Whether the app answered it, now or before it was taken back.
    var isReal: Bool {
      switch source {
      case .real, .recorded: true
      case .missing, .stub, .fault: false
      }
    }
  }
  private struct Contents {
    var origin = Origin()
    var moment = Moment()
    /// How many calls were made before the line that runs.
    var lineStart = 0
    var settings = CallSettings()
    var calls: [Call] = []
    /// The numbers of those under way, in order.
    var underWay: [Int] = []
    var problems: [String] = []
    /// Names that are right, whether they were called or not.
    var known: Set<String> = []

    /// Whether a live call of that name is under way.
    func isLive(_ name: String) -> Bool {
      underWay.contains { calls[$0].kind == .live && calls[$0].name == name }
    }
  }
  private let contents = Protected(Contents())
  /// What is set for live calls that are under way.
  let (live, liveInput) = Signal<(name: String, source: Source, turn: Int), Never>.pipe()
  private let clock: any Scheduler
  private let keepsAnswers: Bool
  /// How many calls have begun, answered or ended.
  let activity = MutableProperty(0)

  init(clock: any Scheduler, keepsAnswers: Bool) {
    self.clock = clock
    self.keepsAnswers = keepsAnswers
  }

  var calls: [Call] { contents.withLock { $0.calls } }
  var count: Int { contents.withLock { $0.calls.count } }
  /// The number of the first call that the line which runs may have made.
  var lineStart: Int { contents.withLock { $0.lineStart } }
  var underWay: [Call] { contents.withLock { contents in contents.underWay.map { contents.calls[$0] } } }

  // MARK: What is set

  /// What is set and called from now on is so by this line.
  func attribute(to origin: Origin) {
    contents.withLock { contents in
      (contents.origin, contents.lineStart) = (origin, contents.calls.count)
      contents.moment = Moment(turn: contents.moment.turn + 1)
    }
  }

  /// What the line gave so far is printed: what comes now belongs to what is printed next.
  func endPart() { contents.withLock { $0.moment.part += 1 } }

  /// The number of the line that runs, among those of the session.
  var turn: Int { contents.withLock { $0.moment.turn } }

  /// The lines that set something that no call has used.
  var unusedTurns: Set<Int> { contents.withLock { $0.settings.unusedTurns } }

  /// - Parameter isOnce: whether it answers the next call only.
  func stub(_ name: String, _ answer: Data, after delay: Duration, isOnce: Bool = false) {
    let isHeard = contents.withLock { contents in
      let isHeard = contents.isLive(name)
      if !isHeard || !isOnce {
        contents.settings.stub(
          name, answer, after: delay, isOnce: isOnce, by: contents.origin, in: contents.moment.turn,
          isUsed: isHeard)
      }
      return isHeard
    }
    if isHeard { liveInput.send((name, .stub(answer, after: delay), turn)) }
  }

  func fail(_ name: String, with text: String, after delay: Duration) {
    let isHeard = contents.withLock { contents in
      let isHeard = contents.isLive(name)
      if !isHeard {
        contents.settings.fail(name, with: text, after: delay, by: contents.origin, in: contents.moment.turn)
      }
      return isHeard
    }
    if isHeard { liveInput.send((name, .fault(text, after: delay), turn)) }
  }

  /// The next call of a name answers later; of a live call, all of its answers are late.
  func delay(_ name: String, _ lateness: Lateness) {
    contents.withLock { $0.settings.delay(name, lateness, by: $0.origin, in: $0.moment.turn) }
  }

  /// The next calls give what these gave; those that nothing was set for and that something came of. A live call is made again, for
  /// it goes on.
  func replay(_ calls: some Sequence<Call>) {
    let answered = calls.filter { $0.isReal && $0.kind == .answered && ($0.state != .underWay || !$0.answers.isEmpty) }
    contents.withLock { $0.settings.recorded = Dictionary(grouping: answered, by: \.name) }
  }

  /// Names of calls that the app makes: none of them is a slip.
  func know(_ names: some Sequence<String>) { contents.withLock { $0.known.formUnion(names) } }

  /// The names of calls that the app is known to make, or has made.
  var names: Set<String> { contents.withLock { $0.known.union($0.calls.map(\.name)) } }

  func endReplay() { contents.withLock { $0.settings.recorded = [:] } }

  // MARK: What is called

  /// - Parameters:
  ///   - isReal: whether there is real work.
  ///   - isLive: whether it is to be done.
  /// - Returns: the sources of its answers: a live call may have several from the start.
  func begin(
    _ name: String, as kind: NamedCallKind = .answered, isReal: Bool, isLive: Bool = true
  ) -> (number: Int, sources: [Source], lateness: Lateness) {
    let now = clock.now
    let begun = contents.withLock { contents -> (number: Int, sources: [Source], lateness: Lateness) in
      let lateness = contents.settings.lateness(of: name)
      let sources = contents.settings.sources(of: name, as: kind, isReal: isReal && isLive)
      let number = contents.calls.count
      contents.calls.append(
        Call(
          number: number, name: name, source: sources[0], origin: contents.origin, start: now, kind: kind))
      contents.calls[number].isWithheld = isReal && !isLive
      contents.underWay.append(number)
      // One that goes on is not about to end.
      contents.calls[number].goesOn = kind == .live
      // Nothing waits for what never comes.
      contents.calls[number].isGivenUp = lateness == .forever
      return (number, sources, lateness)
    }
    activity.modify { $0 += 1 }
    return begun
  }

  func answer(_ number: Int, _ value: any Sendable, encode: (@Sendable () throws -> Data)? = nil) {
    let now = clock.now
    contents.withLock { contents in
      let answer = Answer(
        value: keepsAnswers ? value : (), encode: keepsAnswers ? encode : nil, time: now, moment: contents.moment,
        setBy: contents.calls[number].nextAnswerSetBy)
      contents.calls[number].nextAnswerSetBy = nil
      if !keepsAnswers { contents.calls[number].answers = [] }
      contents.calls[number].answers.append(answer)
    }
    activity.modify { $0 += 1 }
  }

  /// - Parameter isWritable: whether the failure's text makes it again.
  func end(_ number: Int, _ state: State, _ failure: (any Error)? = nil, isWritable: Bool = true) {
    let now = clock.now
    contents.withLock { contents in
      guard contents.calls[number].state == .underWay else { return }
      contents.calls[number].state = state
      contents.underWay.removeAll { $0 == number }
      contents.calls[number].end = now
      contents.calls[number].failureMoment = contents.moment
      contents.calls[number].failureSetBy = contents.calls[number].nextAnswerSetBy
      contents.calls[number].isFailureWritable = isWritable
      if keepsAnswers { contents.calls[number].failure = failure }
    }
    activity.modify { $0 += 1 }
  }

  func setsNextAnswer(_ number: Int, by turn: Int) { contents.withLock { $0.calls[number].nextAnswerSetBy = turn } }

  func answersFromElsewhere(_ number: Int) { contents.withLock { $0.calls[number].isFromElsewhere = true } }

  func goesOn(_ number: Int) { contents.withLock { $0.calls[number].goesOn = true } }

  func isOver(_ number: Int) -> Bool { contents.withLock { $0.calls[number].state != .underWay } }

  func giveUp(_ number: Int) { contents.withLock { $0.calls[number].isGivenUp = true } }

  /// Keeps that a stub is not what its call gives; gives a text that says so.
  func refuseStub(of name: String, _ reason: String) -> String {
    let problem = "the stub of '\(name)' cannot be read: \(reason)"
    contents.withLock { contents in
      if !contents.problems.contains(problem) { contents.problems.append(problem) }
    }
    return problem
  }

  // MARK: What is left

  /// What was set and no call used, what was called and is not stubbed, and what went wrong; one line each.
  var leftovers: [String] {
    let contents = contents.withLock { $0 }, called = Set(contents.calls.map(\.name))
    return contents.problems + missing(contents.calls) + contents.settings.unused(called, known: contents.known)
  }

  /// Calls whose work was not done, and that are not stubbed: each name with where it was called first.
  private func missing(_ calls: [Call]) -> [String] {
    var names: Set<String> = []
    return calls.compactMap { call in
      guard case .missing = call.source, names.insert(call.name).inserted else { return nil }
      return "'\(call.name)' is not stubbed, called \(call.origin); write :stub \(call.name) -> JSON before it"
        + (call.isWithheld ? ", or run it with --live" : "")
    }
  }
}
