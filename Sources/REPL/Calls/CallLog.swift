package import Foundation
package import NamedCalls
import PlainText
import Signals

/// The calls of a session, and the settings for later ones.
package final class CallLog: UnnamedWork.Report {
  /// The source of a call's answers.
  package enum Source: Sendable {
    case real
    /// No source: no stub or failure is set, and there is no real work, or it is withheld because it leaves the process.
    case missing(isWithheld: Bool)
    /// An answer, for one call or for all until another stub replaces it.
    case stub(Data, after: Duration)
    /// A failure, for one call.
    case fault(String, after: Duration)
    /// The answers of an earlier call, which `:back` took back.
    indirect case recorded(Call)
  }
  /// The delay that is added to a call's answers.
  enum Lateness: Equatable, Sendable {
    case none
    case by(Duration)
    /// The call never answers.
    case forever
  }
  package enum State: Sendable {
    case underWay(Waiting)
    case completed
    case failed(Failure)
    /// Its observation was disposed.
    case cancelled
  }
  /// Whether the session waits for a call under way.
  package enum Waiting: Sendable {
    /// For its first answer and, if that came from another thread, for its end.
    case open
    /// No more: the call continues after its answer.
    case continues
    /// No: it never answers, or took too long.
    case givenUp
  }
  package struct Failure: Sendable {
    package let text: String
    /// nil in a flow.
    package let error: (any Error)?
    package let moment: Moment
    /// The number of the line that set it while the call was under way.
    package let setBy: Int?
    /// Whether `failure:` makes an error of the same text, so that a flow can set it.
    package let isWritable: Bool
  }
  package struct Answer: Sendable {
    let value: any Sendable
    /// Writes it as JSON; nil if its call has no `encode`.
    package let encode: (@Sendable () throws -> Data)?
    package let time: Duration
    package let moment: Moment
    /// The number of the line that set it while its call was under way.
    package let setBy: Int?
  }
  /// A position in a session: the line, and the part of its output.
  package struct Moment: Hashable, Comparable, Sendable {
    var turn: Int
    var part: Int

    package init(turn: Int = 0, part: Int = 0) { (self.turn, self.part) = (turn, part) }

    package static func < (left: Moment, right: Moment) -> Bool { (left.turn, left.part) < (right.turn, right.part) }
  }
  package struct Call: Sendable {
    package let number: Int
    package let name: String
    package let source: Source
    package let origin: Origin
    package let start: Duration
    package let kind: NamedCallKind
    /// The number of the line that delays its answers by a duration.
    package let delayedBy: Int?
    package var state: State
    /// Its answers; in a flow only the last.
    package var answers: [Answer] = []
    package var end: Duration?
    /// The number of the line that set its next answer or its failure while it was under way.
    var nextSetBy: Int?
    /// Whether an answer came from another thread than the main queue.
    package var isFromElsewhere = false

    var waiting: Waiting? { if case .underWay(let waiting) = state { waiting } else { nil } }

    /// Whether another thread has answered it and is probably about to end it. A live call continues.
    var isEnding: Bool { waiting == .open && kind != .live && isFromElsewhere && !answers.isEmpty }

    package var failure: Failure? { if case .failed(let failure) = state { failure } else { nil } }

    /// Whether the app answers it, now or before `:back`.
    package var isReal: Bool {
      switch source {
      case .real, .recorded: true
      case .missing, .stub, .fault: false
      }
    }
  }
  /// An answer for the live calls of a name, and the number of the line that set it.
  typealias LiveSource = (name: String, source: Source, turn: Int)

  private struct Contents {
    var origin = Origin()
    var moment = Moment()
    /// The number of calls made before the present line.
    var lineStart = 0
    var settings = CallSettings()
    /// The answers that live calls get with the next line.
    var held: [LiveSource] = []
    var calls: [Call] = []
    /// The numbers of the calls under way, in ascending order.
    var underWay: [Int] = []
    var problems: [String] = []
    /// The complaints for the present line, and those that are not printed yet.
    var complaints: Set<String> = [], unprinted: [String] = []
    var known: Set<String> = []
    var kinds: [String: NamedCallKind] = [:]
    /// The complaint about a name that the app declares for two kinds of call.
    var clash: String?

    /// The complaint if the name is one of the other kind of call, because a script could not tell them apart.
    mutating func clash(_ name: String, _ kind: NamedCallKind) -> String? {
      guard let known = kinds.updateValue(kind, forKey: name), known != kind else { return nil }
      let words: KeyValuePairs<NamedCallKind, _> = [
        .answered: "answer once", .streamed: "answer in parts", .live: "go on",
      ]
      let kinds = words.filter { [known, kind].contains($0.key) }.map(\.value)
      return
        "'\(name)' is the name of calls that \(kinds.joined(separator: ", and of calls that ")); give one of them another name"
    }

    mutating func complain(_ complaint: String) {
      if complaints.insert(complaint).inserted { unprinted.append(complaint) }
    }
  }
  private let contents = Protected(Contents())
  /// Sends the answers that are set for live calls under way.
  let (live, liveInput) = Signal<LiveSource, Never>.pipe()
  private let clock: any Scheduler
  private let keepsAnswers: Bool
  /// A counter that grows when a call begins, answers or ends.
  let activity = MutableProperty(0)
  /// Whether new calls are not made, because the app is being killed.
  let isCut = MutableProperty(false)

  init(clock: any Scheduler, keepsAnswers: Bool) {
    self.clock = clock
    self.keepsAnswers = keepsAnswers
  }

  package var calls: [Call] { contents.withLock { $0.calls } }
  package var count: Int { contents.withLock { $0.calls.count } }
  /// The number of the first call that the present line may have made.
  var lineStart: Int { contents.withLock { $0.lineStart } }
  var underWay: [Call] { contents.withLock { contents in contents.underWay.map { contents.calls[$0] } } }

  // MARK: Settings

  /// Attributes settings and calls from now on to this line.
  func attribute(to origin: Origin) {
    let held = contents.withLock { contents in
      (contents.origin, contents.lineStart) = (origin, contents.calls.count)
      contents.moment = Moment(turn: contents.moment.turn + 1)
      defer { contents.held = [] }
      return contents.held
    }
    for live in held { liveInput.send(live) }
  }

  /// Ends a part of the line's output: later answers belong to the next part.
  func endPart() { contents.withLock { $0.moment.part += 1 } }

  /// The number of the present line in the session.
  package var turn: Int { contents.withLock { $0.moment.turn } }

  /// The numbers of the lines with a setting that no call has used.
  package var unusedTurns: Set<Int> { contents.withLock { $0.settings.unusedTurns } }

  /// Sends a stub or a failure to the live calls of a name that are under way, and sets it for later calls.
  ///
  /// - Parameters:
  ///   - isOnce: whether it answers one call only, as a failure always does.
  ///   - isHeld: whether live calls that are under way get it with the next line.
  func set(_ source: Source, of name: String, isOnce: Bool = false, isHeld: Bool = false) {
    let sent = contents.withLock { contents -> LiveSource? in
      let isLive = contents.underWay.contains { contents.calls[$0].kind == .live && contents.calls[$0].name == name }
      let turn = contents.moment.turn, live = (name, source, turn)
      let isOnce = if case .fault = source { true } else { isOnce }
      contents.settings.set(source, of: name, isOnce: isOnce, isSent: isLive, by: contents.origin, in: turn)
      if isLive, isHeld { contents.held.append(live) }
      return isLive && !isHeld ? live : nil
    }
    if let sent { liveInput.send(sent) }
  }

  /// Delays the next call of a name; of a live call, each answer.
  func delay(_ name: String, _ lateness: Lateness) {
    contents.withLock { $0.settings.delay(name, lateness, by: $0.origin, in: $0.moment.turn) }
  }

  /// Lets the next calls give the answers of these calls again, if those came from the app. Live calls do their real work again,
  /// because they go on. Replaces the calls of an earlier replay.
  func replay(_ calls: ArraySlice<Call>) {
    let answered = calls.filter { $0.isReal && $0.kind != .live && ($0.end != nil || !$0.answers.isEmpty) }
    contents.withLock { $0.settings.recorded = Dictionary(grouping: answered, by: \.name) }
  }

  /// Adds names that the app declares, each for one kind of call.
  func declare(_ names: [String], as kind: NamedCallKind) {
    contents.withLock { contents in
      contents.known.formUnion(names)
      for name in names { contents.clash = contents.clash(name, kind) ?? contents.clash }
    }
  }

  var clash: String? { contents.withLock { $0.clash } }

  /// Adds names that are not typing errors.
  func know(_ names: some Sequence<String>) { contents.withLock { $0.known.formUnion(names) } }

  package var names: Set<String> { contents.withLock { $0.known.union($0.calls.map(\.name)) } }

  /// The known name that an unknown one probably means.
  package func nearest(to name: String) -> String? {
    let names = names
    return names.contains(name) ? nil : NearMiss.nearest(to: name, in: names.sorted())
  }

  // MARK: Calls

  /// - Parameters:
  ///   - isReal: whether there is real work.
  ///   - isLive: whether the real work may be done.
  /// - Returns: the sources of its answers; a live call may have several from the start.
  func begin(
    _ name: String, as kind: NamedCallKind = .answered, isReal: Bool, isLive: Bool = true
  ) -> (number: Int, sources: [Source], lateness: Lateness) {
    let now = clock.now
    defer { activity.modify { $0 += 1 } }
    return contents.withLock { contents in
      if let clash = contents.clash(name, kind) { contents.complain(clash) }
      let (lateness, turn) = contents.settings.lateness(of: name)
      let sources = contents.settings.sources(
        of: name, as: kind, unset: isReal && isLive ? .real : .missing(isWithheld: isReal))
      let number = contents.calls.count
      contents.calls.append(
        Call(
          number: number, name: name, source: sources[0], origin: contents.origin, start: now, kind: kind,
          delayedBy: lateness == .forever ? nil : turn,
          state: .underWay(lateness == .forever ? .givenUp : .open)))
      contents.underWay.append(number)
      return (number, sources, lateness)
    }
  }

  func answer(_ number: Int, _ value: any Sendable, encode: (@Sendable () throws -> Data)? = nil) {
    let now = clock.now
    contents.withLock { contents in
      let answer = Answer(
        value: keepsAnswers ? value : (), encode: keepsAnswers ? encode : nil, time: now, moment: contents.moment,
        setBy: contents.calls[number].nextSetBy)
      contents.calls[number].nextSetBy = nil
      if !keepsAnswers { contents.calls[number].answers = [] }
      contents.calls[number].answers.append(answer)
    }
    activity.modify { $0 += 1 }
  }

  func fail(_ number: Int, _ text: String, _ error: (any Error)? = nil, isWritable: Bool = true) {
    end(number) { contents in
      .failed(
        Failure(
          text: text, error: keepsAnswers ? error : nil, moment: contents.moment,
          setBy: contents.calls[number].nextSetBy, isWritable: isWritable))
    }
  }

  func complete(_ number: Int) { end(number) { _ in .completed } }

  func cancel(_ number: Int) { end(number) { _ in .cancelled } }

  private func end(_ number: Int, _ state: (Contents) -> State) {
    let now = clock.now
    contents.withLock { contents in
      guard contents.calls[number].end == nil else { return }
      contents.calls[number].state = state(contents)
      contents.calls[number].end = now
      contents.underWay.removeAll { $0 == number }
    }
    activity.modify { $0 += 1 }
  }

  /// Stops waiting for a call that is not over: it `.continues`, or is `.givenUp`.
  func stopWaiting(for number: Int, _ waiting: Waiting) {
    contents.withLock { if $0.calls[number].end == nil { $0.calls[number].state = .underWay(waiting) } }
  }

  func setsNextAnswer(_ number: Int, by turn: Int) {
    contents.withLock { contents in
      contents.calls[number].nextSetBy = turn
      contents.settings.use(turn)
    }
  }

  func answersFromElsewhere(_ number: Int) { contents.withLock { $0.calls[number].isFromElsewhere = true } }

  func isOver(_ number: Int) -> Bool { contents.withLock { $0.calls[number].end != nil } }

  /// Records that a stub cannot be decoded; returns a text that says so.
  func refuseStub(of name: String, _ reason: String) -> String {
    let problem = "the stub of '\(name)' cannot be read: \(reason)"
    contents.withLock { contents in
      if !contents.problems.contains(problem) { contents.problems.append(problem) }
    }
    return problem
  }

  // MARK: Complaints

  package var hasUnreadStub: Bool { contents.withLock { !$0.problems.isEmpty } }
  package var hasNamedWork: Bool { underWay.contains { $0.isReal && $0.kind != .live && $0.waiting != .continues } }
  package var place: String { contents.withLock { $0.origin.description } }

  /// Adds a complaint to print under the present line, such as one about work that leaves the process without a name.
  package func complain(_ complaint: String) {
    contents.withLock { $0.complain(complaint) }
  }

  /// Takes the complaints that are not printed yet; each of them comes once.
  func takeComplaints() -> [String] {
    contents.withLock { contents in
      defer { contents.unprinted = [] }
      return contents.unprinted
    }
  }

  /// Complaints about stubs that cannot be read, calls without a stub, and settings that no call used; one line each.
  var leftovers: [String] {
    let contents = contents.withLock { $0 }
    return contents.problems + missing(contents.calls) + contents.settings.unused(nearest: nearest)
  }

  /// Complaints about calls without real work and without a stub: one for each name, with the line of its first call.
  private func missing(_ calls: [Call]) -> [String] {
    var names: Set<String> = []
    return calls.compactMap { call in
      guard case .missing(let isWithheld) = call.source, names.insert(call.name).inserted else { return nil }
      return "'\(call.name)' is not stubbed, called \(call.origin); write :stub \(call.name) -> JSON before it"
        + (isWithheld ? ", or run it with --live" : "")
    }
  }
}
