import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct CallsTests {
  private let time = VirtualTimeScheduler()
  private let calls: Calls
  /// The values, failures and ends of the calls.
  private let log = MutableProperty<[String]>([])

  init() { calls = Calls(on: time) }

  /// Makes a call and logs its events.
  @discardableResult private func make(_ name: String = "a", of work: Signal<Int, CallFailure>? = .just(1))
    -> Disposable
  {
    logged(calls.call(name, work, failure: CallFailure.init))
  }

  /// Makes the live call `a` and logs its events.
  private func makeLive(_ work: Signal<Int, CallFailure> = .never) -> Disposable {
    logged(
      calls.call(
        "a", as: .live, work, decode: { try JSONDecoder().decode(Int.self, from: $0) }, failure: CallFailure.init))
  }

  private func logged(_ call: Signal<Int, CallFailure>) -> Disposable {
    call.observe { [log] event in
      switch event {
      case .value(let value): log.modify { $0.append("\(value)") }
      case .failed(let failure): log.modify { $0.append(failure.text) }
      case .completed: log.modify { $0.append("|") }
      }
    }
  }

  /// Sets an answer for the next call of `a`.
  private func stubOnce(_ json: String) { calls.log.set(.stub(Data(json.utf8), after: .zero), of: "a", isOnce: true) }

  private func attribute(toLine line: Int) { calls.log.attribute(to: Origin(line: line, text: "x")) }

  @Test(
    "a call does its real work, unless a stub is set when it is observed; it answers all calls until another one does")
  func stub() {
    let worked = MutableProperty(0)
    let call = calls.call(
      "a",
      Signal<Int, CallFailure>.deferred {
        worked.modify { $0 += 1 }
        return .from([1, 2])
      }, failure: CallFailure.init)
    _ = logged(call)
    calls.stub("a", "3")
    _ = logged(call)
    make("b")
    make()
    calls.stub("a", "4")
    make()
    #expect(log.value == ["1", "2", "|", "3", "|", "1", "|", "3", "|", "4", "|"])
    #expect(worked.value == 1)
    #expect(calls.leftovers == [])
  }

  @Test("failures and answers for one call come first, in their order, and then the stub") func once() {
    calls.stub("a", "9")
    stubOnce("2")
    for text in ["x", "y"] { calls.fail("a", with: text) }
    stubOnce("3")
    for _ in 0..<5 { make() }
    #expect(log.value == ["2", "|", "x", "y", "3", "|", "9", "|"])
  }

  @Test("answers and failures may be delayed; a disposed call gets none") func delays() {
    calls.stub("a", "2", after: .seconds(2))
    make()
    make().dispose()
    time.advance(by: .milliseconds(1999))
    calls.fail("a", with: "x", after: .seconds(1))
    make()
    log.modify { $0.append("wait") }
    time.advance(by: .milliseconds(1))
    time.advance(by: .seconds(1))
    #expect(log.value == ["wait", "2", "|", "x"])
    #expect(time.pending == 0)
  }

  @Test(
    "a call without a value accepts any JSON; a custom decoder is used; a value that is only Decodable is not saved")
  func decoding() {
    struct Answer: Decodable, Sendable { let name: String }
    calls.stub("a", #"{"name": "x"}"#)
    calls.call("a", Signal<Void, CallFailure>.never, failure: CallFailure.init)
      .observe { [log] in if case .completed = $0 { log.modify { $0.append("done") } } }
    _ = logged(calls.call("a", .never, decode: { $0.count }, failure: CallFailure.init))
    calls.call("a", Signal<Answer, CallFailure>?.none, failure: CallFailure.init).observe { [log] event in
      if case .value(let value) = event { log.modify { $0.append(value.name) } }
    }
    #expect(log.value == ["done", "13", "|", "x"])
    #expect(calls.log.calls.last?.answers.last?.encode == nil)
  }

  @Test("settings that were not used, also because they were replaced, and stubs that cannot be read are left over")
  func leftovers() {
    attribute(toLine: 1)
    calls.stub("a", "1")
    attribute(toLine: 2)
    make()
    calls.declare(["store.save"])
    for (name, json) in [("a", "2"), ("a", "\"one\""), ("b", "1"), ("store.svae", "1")] { calls.stub(name, json) }
    for text in ["x", "y"] { calls.fail("d", with: text) }
    make()
    attribute(toLine: 3)
    stubOnce("4")
    let lines = calls.leftovers
    #expect(lines.first?.hasPrefix("the stub of 'a' cannot be read: ") == true)
    #expect(log.value == ["1", "|"] + lines.prefix(1))
    #expect(
      lines.dropFirst() == [
        "the failure of 'd' with \"x\", set at line 2, was never used; did you mean 'a'?",
        "the failure of 'd' with \"y\", set at line 2, was never used; did you mean 'a'?",
        "the stub of 'a', set at line 2, was never used; remove it",
        "the stub of 'b', set at line 2, was never used; did you mean 'a'?",
        "the stub of 'store.svae', set at line 2, was never used; did you mean 'store.save'?",
        "the stub of 'a', set at line 3, was never used; remove it",
      ])
  }

  @Test("a call without real work and without a stub fails, and is a single complaint") func missing() {
    calls.log.attribute(to: Origin(line: 7, text: "login"))
    for _ in 0..<2 { make("api.user", of: nil) }
    calls.stub("api.user", "2")
    make("api.user", of: nil)
    #expect(log.value == ["'api.user' is not stubbed", "'api.user' is not stubbed", "2", "|"])
    #expect(
      calls.leftovers == [
        "'api.user' is not stubbed, called at line 7 by 'login'; write :stub api.user -> JSON before it"
      ])
  }

  @Test("a call is under way until it ends or is cancelled; real calls are awaited until they answer") func underWay() {
    let (signal, input) = Signal<Int, CallFailure>.pipe()
    func counts() -> [Int] { [calls.awaited.count, calls.log.underWay.count] }
    let observation = make(of: signal), begun = counts()
    input.send(1)
    let answered = counts()
    observation.dispose()
    calls.stub("a", "2", after: .seconds(1))
    let cancelled = counts(), stubbed = make()
    #expect([begun, answered, cancelled, counts()] == [[1, 1], [0, 1], [0, 0], [0, 1]])
    make("b", of: .fail(CallFailure("x")))
    #expect(calls.log.calls.map { $0.end != nil } == [true, false, true])
    #expect(calls.log.calls.map { $0.failure?.text } == [nil, nil, "x"])
    stubbed.dispose()
  }

  @Test("each stub of a live call is its next answer, after the delay, and that of later calls; a failure ends it")
  func live() {
    let (work, input) = Signal<Int, CallFailure>.pipe(), first = makeLive(work)
    input.send(1)
    calls.stub("a", "2")
    // A stub by itself changes nothing.
    #expect(log.value == ["1"])
    time.advance(by: .zero)
    calls.stub("a", "3", after: .seconds(2))
    input.send(4)
    time.advance(by: .seconds(2))
    first.dispose()
    let second = makeLive()
    log.modify { $0.append("again") }
    time.advance(by: .seconds(2))
    calls.fail("a", with: "x")
    time.advance(by: .zero)
    #expect(log.value == ["1", "2", "4", "3", "again", "3", "x"])
    #expect(calls.leftovers == [])
    second.dispose()
  }

  @Test("a live call begins with all stubs in order; the last one is for the next call, too")
  func liveFromTheStart() {
    for json in ["1", "2"] { stubOnce(json) }
    calls.stub("a", "3")
    for call in [makeLive(), makeLive()] { call.dispose() }
    #expect(log.value == ["1", "2", "3", "3"])
    #expect(calls.leftovers == [])
    #expect(time.pending == 0)
  }

  // MARK: Live calls in a flow

  /// The outputs of the lines and of the end of a flow, on a screen that observes `items` until `leave`.
  private func outputs(_ lines: String...) async throws -> [[String]] {
    let app = ConsoleApp("live") { session, router in
      let calls = session.calls.hermetic, said = MutableProperty("")
      let items = calls.call(
        "items", as: .live, Signal<String, CallFailure>.just("milk").concat(.never),
        decode: { try JSONDecoder().decode(String.self, from: $0) }, failure: CallFailure.init)
      let observing = items.catchToValue(\.text).bind(to: said)
      observing.stored(in: router.alive)
      return ConsoleView(.label("", said), .button("leave", Command.sync { observing.dispose() }))
    }
    let flow = "> :open home\n" + lines.map { "> \($0)\n" }.joined()
    let run = try await FlowRunner(app).execute(flow)
    return run.outputs.dropFirst() + [run.end]
  }

  @Test("a live call gets its stub or failure under the line that sets it") func atOnce() async throws {
    let fail = ":fail items with \"disk asleep\""
    #expect(
      try await outputs(":stub items -> \"tea\"", fail, ":screen") == [["tea"], ["disk asleep"], ["disk asleep"], []])
  }

  @Test("with next, a live call gets it with the next line") func held() async throws {
    let stubbed = try await outputs(":stub items -> \"tea\" next", ":screen", ":screen")
    #expect(stubbed == [[], ["tea", "tea"], ["tea"], []])
    let failed = try await outputs(":fail items with \"asleep\" next", "leave")
    #expect(
      failed == [[], [], ["!! the failure of 'items' with \"asleep\", set at line 2, was never used; remove it"]])
  }

  @Test("an answer that does not arrive at its live call was never used") func late() async throws {
    let printed = try await outputs(
      ":stub items -> \"tea\" after 2s", ":fail items with \"asleep\" after 3s", ":advance 1s", "leave")
    #expect(
      printed.last == [
        "!! the stub of 'items', set at line 2, was never used; remove it",
        "!! the failure of 'items' with \"asleep\", set at line 3, was never used; remove it",
      ])
  }

  // MARK: Two kinds of call under one name

  private nonisolated static let clash =
    "'books.items' is the name of calls that answer once, and of calls that go on; give one of them another name"

  /// An app that declares a name for the given kinds, and makes calls of both kinds with it.
  private static func library(declaring kinds: [NamedCallKind]) -> ConsoleApp {
    ConsoleApp("library") { session, _ in
      let calls = session.calls.hermetic
      for kind in kinds { session.calls.declare(["books.items"], as: kind) }
      func read(_ kind: NamedCallKind) -> Command<Void, Int, CallFailure> {
        Command { calls.call("books.items", as: kind, .just(1), decode: { _ in 1 }, failure: CallFailure.init) }
      }
      return ConsoleView(.button("read", read(.answered)), .button("observe", read(.live)))
    }
  }

  @Test("an app that declares one name for two kinds of call cannot be built") func declaredTwice() async {
    let app = ConsoleApp("library", home: "home") { session in
      for kind in [NamedCallKind.answered, .live, .live] { session.calls.declare(["books.items"], as: kind) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [])
    }
    let runner = LineRunner { Session(scripted: app) }
    #expect(await runner.run(":open home").output == ["!! the app cannot be built: \(Self.clash)"])
  }

  @Test("each pair of kinds has its words", arguments: [[NamedCallKind.streamed, .answered], [.live, .streamed]])
  func clashes(_ kinds: [NamedCallKind]) {
    let log = CallLog(clock: VirtualTimeScheduler(), keepsAnswers: false)
    for kind in kinds { log.declare(["a"], as: kind) }
    let words =
      kinds.contains(.live)
      ? "answer in parts, and of calls that go on" : "answer once, and of calls that answer in parts"
    #expect(log.clash == "'a' is the name of calls that \(words); give one of them another name")
  }

  @Test("a second kind of call under a name is a complaint, once") func madeTwice() async {
    for kinds in [[], [NamedCallKind.answered]] {
      let runner = LineRunner { Session(scripted: Self.library(declaring: kinds)) }
      var printed: [[String]] = []
      for line in [":open home", "read", "observe", "read"] { printed.append(await runner.run(line).output) }
      #expect(printed == [[], [], ["!! \(Self.clash)"], []])
    }
  }
}
