import Foundation
import Signals
import VIPER

/// What a flow sets about calls, and the calls that were made.
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
  }
  /// A call that was made.
  struct Call: Sendable {
    let number: Int
    let name: String
    let source: Source
    let origin: Origin
    let start: Duration
    var end: Duration?
    var state = State.underWay
    /// In a flow only the last.
    var answers: [Answer] = []
    var failure: (any Error)?
    /// Whether it was waited for long enough.
    var isGivenUp = false

    /// Whether the app answered it, now or before it was taken back.
    var isReal: Bool {
      switch source {
      case .real, .recorded: true
      case .missing, .stub, .fault: false
      }
    }
  }
  /// What the next call gives, and only that.
  private enum Next: Sendable {
    case answer(Data)
    case failure(String)
  }
  private struct Setting<Value: Sendable>: Sendable {
    let value: Value
    let delay: Duration
    let origin: Origin
    var isUsed = false
  }
  private struct Contents {
    var origin = Origin()
    var calls: [Call] = []
    /// The numbers of those under way, in order.
    var underWay: [Int] = []
    var stubs: [String: Setting<Data>] = [:]
    var next: [String: [Setting<Next>]] = [:]
    var replaced: [(name: String, stub: Setting<Data>)] = []
    var recorded: [String: [Call]] = [:]
    var problems: [String] = []
  }
  private let contents = Protected(Contents())
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
  var underWay: [Call] { contents.withLock { contents in contents.underWay.map { contents.calls[$0] } } }

  // MARK: What is set

  /// What is set and called from now on is so by this line.
  func begin(_ origin: Origin) { contents.withLock { $0.origin = origin } }

  /// - Parameter isOnce: whether it answers the next call only.
  func stub(_ name: String, _ answer: Data, after delay: Duration, isOnce: Bool = false) {
    if isOnce { return add(.answer(answer), to: name, after: delay) }
    contents.withLock { contents in
      if let old = contents.stubs[name] { contents.replaced.append((name, old)) }
      contents.stubs[name] = Setting(value: answer, delay: delay, origin: contents.origin)
    }
  }

  func fail(_ name: String, with text: String, after delay: Duration) { add(.failure(text), to: name, after: delay) }

  private func add(_ next: Next, to name: String, after delay: Duration) {
    contents.withLock { contents in
      contents.next[name, default: []].append(Setting(value: next, delay: delay, origin: contents.origin))
    }
  }

  /// The next calls give what these gave; those that nothing was set for and that something came of.
  func replay(_ calls: some Sequence<Call>) {
    let answered = calls.filter { $0.isReal && ($0.state != .underWay || !$0.answers.isEmpty) }
    contents.withLock { $0.recorded = Dictionary(grouping: answered, by: \.name) }
  }

  func endReplay() { contents.withLock { $0.recorded = [:] } }

  // MARK: What is called

  func begin(_ name: String, isReal: Bool) -> (number: Int, source: Source) {
    let now = clock.now
    let begun = contents.withLock { contents in
      let source = Self.source(of: name, isReal: isReal, &contents)
      let number = contents.calls.count
      contents.calls.append(
        Call(number: number, name: name, source: source, origin: contents.origin, start: now))
      contents.underWay.append(number)
      return (number, source)
    }
    activity.modify { $0 += 1 }
    return begun
  }

  private static func source(of name: String, isReal: Bool, _ contents: inout Contents) -> Source {
    if var next = contents.next[name], !next.isEmpty {
      let first = next.removeFirst()
      contents.next[name] = next.isEmpty ? nil : next
      switch first.value {
      case .answer(let data): return .stub(data, after: first.delay)
      case .failure(let text): return .fault(text, after: first.delay)
      }
    }
    if let stub = contents.stubs[name] {
      contents.stubs[name]?.isUsed = true
      return .stub(stub.value, after: stub.delay)
    }
    if var recorded = contents.recorded[name], !recorded.isEmpty {
      let call = recorded.removeFirst()
      contents.recorded[name] = recorded
      return .recorded(call)
    }
    return isReal ? .real : .missing
  }

  func answer(_ number: Int, _ value: any Sendable, encode: (@Sendable () throws -> Data)? = nil) {
    let answer = Answer(value: keepsAnswers ? value : (), encode: keepsAnswers ? encode : nil, time: clock.now)
    contents.withLock { contents in
      if !keepsAnswers { contents.calls[number].answers = [] }
      contents.calls[number].answers.append(answer)
    }
    activity.modify { $0 += 1 }
  }

  func end(_ number: Int, _ state: State, _ failure: (any Error)? = nil) {
    let now = clock.now
    contents.withLock { contents in
      guard contents.calls[number].state == .underWay else { return }
      contents.calls[number].state = state
      contents.underWay.removeAll { $0 == number }
      contents.calls[number].end = now
      if keepsAnswers { contents.calls[number].failure = failure }
    }
    activity.modify { $0 += 1 }
  }

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

  /// What was set and no call used, what was called and nobody answers, and what went wrong; one line each.
  var leftovers: [String] {
    let contents = contents.withLock { $0 }, called = Set(contents.calls.map(\.name))
    func unused(_ name: String) -> String {
      let near = called.contains(name) ? nil : NearMiss.nearest(to: name, in: called.sorted())
      return "was never used; " + (near.map { "did you mean '\($0)'?" } ?? "take it out")
    }
    let stubs = contents.replaced + contents.stubs.map { (name: $0.key, stub: $0.value) }
    let next = contents.next.flatMap { name, all in all.map { (name: name, setting: $0) } }
    let lines =
      stubs.filter { !$0.stub.isUsed }.map {
        ($0.stub.origin.line, "the stub of '\($0.name)', set \($0.stub.origin.place), \(unused($0.name))")
      }
      + next.map { name, setting in
        let what =
          switch setting.value {
          case .answer: "the stub of '\(name)'"
          case .failure(let text): "the failure of '\(name)' with \"\(Printable.quote(text))\""
          }
        return (setting.origin.line, "\(what), set \(setting.origin.place), \(unused(name))")
      }
    return contents.problems + missing(contents.calls) + lines.sorted { ($0.0 ?? 0, $0.1) < ($1.0 ?? 0, $1.1) }.map(\.1)
  }

  /// Calls that have no real work, and nobody stubbed: each name with where it was called first.
  private func missing(_ calls: [Call]) -> [String] {
    var names: Set<String> = []
    return calls.compactMap { call in
      guard case .missing = call.source, names.insert(call.name).inserted else { return nil }
      return "nobody stubbed '\(call.name)', called \(call.origin); write :stub \(call.name) -> JSON before it"
    }
  }
}
