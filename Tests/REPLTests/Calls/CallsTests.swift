import Foundation
import Signals
import Testing

@testable import REPL

@MainActor @Suite struct CallsTests {
  private let time = VirtualTimeScheduler()
  private let calls: Calls
  private let log = MutableProperty<[String]>([])

  init() { calls = Calls(time) }

  /// Makes the call `a` and logs its events.
  @discardableResult private func make(_ name: String = "a", of work: Signal<Int, CallFailure>? = .just(1))
    -> Disposable
  {
    logged(calls.call(name, work, failure: CallFailure.init))
  }

  /// Makes the live call `a` and logs its events.
  private func makeLive(_ work: Signal<Int, CallFailure>) -> Disposable {
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

  @Test("a call without a stub or a failure does its real work") func real() {
    make(of: .from([1, 2]))
    #expect(log.value == ["1", "2", "|"] && calls.log.leftovers.isEmpty)
  }

  @Test("settings apply when a call is observed, not when it is created") func asked() {
    let call = calls.call("a", Signal<Int, CallFailure>.just(1), failure: CallFailure.init)
    calls.log.stub("a", Data("2".utf8), after: .zero)
    _ = logged(call)
    #expect(log.value == ["2", "|"])
  }

  @Test("a stub answers all calls of its name until another one replaces it; the real work is not done") func stub() {
    calls.log.stub("a", Data("2".utf8), after: .zero)
    let made = MutableProperty(false)
    make(
      of: .deferred {
        made.value = true
        return .just(1)
      })
    make("b")
    make()
    calls.log.stub("a", Data("3".utf8), after: .zero)
    make()
    #expect(log.value == ["2", "|", "1", "|", "2", "|", "3", "|"])
    #expect(!made.value && calls.log.leftovers.isEmpty)
  }

  @Test("failures are for the next calls, in order, before a stub") func faults() {
    calls.log.stub("a", Data("2".utf8), after: .zero)
    calls.log.fail("a", with: "x", after: .zero)
    calls.log.fail("a", with: "y", after: .zero)
    for _ in 0..<3 { make() }
    #expect(log.value == ["x", "y", "2", "|"])
  }

  @Test("an answer for one call comes before a stub, in order with failures") func once() {
    calls.log.stub("a", Data("9".utf8), after: .zero)
    calls.log.stub("a", Data("2".utf8), after: .zero, isOnce: true)
    calls.log.fail("a", with: "x", after: .zero)
    calls.log.stub("a", Data("3".utf8), after: .zero, isOnce: true)
    for _ in 0..<4 { make() }
    #expect(log.value == ["2", "|", "x", "3", "|", "9", "|"])
    calls.log.attribute(to: Origin(line: 4, text: "x"))
    calls.log.stub("a", Data("2".utf8), after: .zero, isOnce: true)
    #expect(calls.log.leftovers == ["the stub of 'a', set at line 4, was never used; take it out"])
  }

  @Test("answers and failures may be delayed; a disposed call gets none") func delays() {
    calls.log.stub("a", Data("2".utf8), after: .seconds(2))
    make()
    make().dispose()
    time.advance(by: .milliseconds(1999))
    #expect(log.value.isEmpty)
    time.advance(by: .milliseconds(1))
    calls.log.fail("a", with: "x", after: .seconds(1))
    make()
    #expect(log.value == ["2", "|"])
    time.advance(by: .seconds(1))
    #expect(log.value == ["2", "|", "x"] && time.pending == 0)
  }

  @Test("a call without a value accepts any JSON; a custom decoder is used") func decoding() {
    calls.log.stub("a", Data("{}".utf8), after: .zero)
    calls.call("a", Signal<Void, CallFailure>.never, failure: CallFailure.init)
      .observe { [log] in if case .completed = $0 { log.modify { $0.append("done") } } }
    _ = logged(calls.call("a", .never, decode: { $0.count }, failure: CallFailure.init))
    #expect(log.value == ["done", "2", "|"])
  }

  @Test("settings that were not used and stubs that cannot be read are left over") func leftovers() {
    calls.log.attribute(to: Origin(line: 3, text: "x"))
    calls.log.stub("c", Data("1".utf8), after: .zero)
    calls.log.stub("b", Data("1".utf8), after: .zero)
    calls.log.stub("a", Data("\"one\"".utf8), after: .zero)
    calls.log.fail("d", with: "x", after: .zero)
    calls.log.fail("d", with: "y", after: .zero)
    make()
    let lines = calls.log.leftovers
    #expect(lines.first?.hasPrefix("the stub of 'a' cannot be read: ") == true && log.value == Array(lines.prefix(1)))
    #expect(
      lines.dropFirst() == [
        "the failure of 'd' with \"x\", set at line 3, was never used; did you mean 'a'?",
        "the failure of 'd' with \"y\", set at line 3, was never used; did you mean 'a'?",
        "the stub of 'b', set at line 3, was never used; did you mean 'a'?",
        "the stub of 'c', set at line 3, was never used; did you mean 'a'?",
      ])
  }

  @Test("a stub that is replaced before its use is left over") func replaced() {
    for (line, answer) in [(1, "1"), (2, "2"), (3, "3")] {
      calls.log.attribute(to: Origin(line: line, text: "x"))
      calls.log.stub("a", Data(answer.utf8), after: .zero)
      if line != 2 { make() }
    }
    #expect(calls.log.leftovers == ["the stub of 'a', set at line 2, was never used; take it out"])
  }

  @Test("a call without real work and without a stub fails, and is a single complaint") func missing() {
    calls.log.attribute(to: Origin(line: 7, text: "login"))
    for _ in 0..<2 { make("api.user", of: nil) }
    #expect(
      calls.log.leftovers == [
        "'api.user' is not stubbed, called at line 7 by 'login'; write :stub api.user -> JSON before it"
      ])
    calls.log.stub("api.user", Data("2".utf8), after: .zero)
    make("api.user", of: nil)
    #expect(log.value == ["'api.user' is not stubbed", "'api.user' is not stubbed", "2", "|"])
  }

  @Test("a call is under way until it ends or is cancelled; real calls are awaited until they answer") func underWay() {
    let (signal, input) = Signal<Int, CallFailure>.pipe()
    let observation = make(of: signal)
    #expect(calls.awaited.map(\.name) == ["a"])
    input.send(1)
    #expect(calls.awaited.isEmpty && calls.log.underWay.count == 1)
    observation.dispose()
    #expect(calls.log.underWay.isEmpty)
    calls.log.stub("a", Data("2".utf8), after: .seconds(1))
    let stubbed = make()
    #expect(calls.awaited.isEmpty && calls.log.underWay.count == 1)
    make("b", of: .fail(CallFailure("x")))
    #expect(calls.log.calls.map(\.state) == [.cancelled, .underWay, .failed("x")])
    stubbed.dispose()
  }

  @Test("a test makes its own calls, and sets their answers") func own() {
    let calls = Calls(on: time)
    calls.stub("a", "2")
    calls.fail("a", with: "x", after: .seconds(1))
    calls.fail("b", with: "y")
    for _ in 0..<2 { _ = logged(calls.call("a", .just(1), failure: CallFailure.init)) }
    time.advance(by: .seconds(1))
    #expect(log.value == ["2", "|", "x"])
    #expect(calls.leftovers.count == 1 && calls.leftovers.first?.contains("the failure of 'b'") == true)
  }

  @Test("a stub for a live call that is under way also answers the calls that begin later, each after its delay")
  func liveAgain() {
    let first = makeLive(.never)
    calls.stub("a", "2", after: .seconds(2))
    first.dispose()
    let second = makeLive(.never)
    #expect(log.value == [])
    time.advance(by: .seconds(2))
    #expect(log.value == ["2"] && calls.leftovers.isEmpty)
    second.dispose()
  }

  @Test("each stub of a live call is its next answer, after the delay; a failure ends it") func live() {
    let (work, input) = Signal<Int, CallFailure>.pipe(), observation = makeLive(work)
    input.send(1)
    calls.stub("a", "2")
    // A stub by itself changes nothing.
    #expect(log.value == ["1"])
    time.advance(by: .zero)
    calls.stub("a", "3", after: .seconds(2))
    input.send(4)
    time.advance(by: .seconds(2))
    #expect(log.value == ["1", "2", "4", "3"])
    calls.fail("a", with: "x")
    time.advance(by: .zero)
    #expect(log.value.last == "x" && calls.leftovers.isEmpty)
    observation.dispose()
  }

  @Test("a live call begins with all stubs in order; the last one is for the next call, too")
  func liveFromTheStart() {
    calls.log.stub("a", Data("1".utf8), after: .zero, isOnce: true)
    calls.log.stub("a", Data("2".utf8), after: .zero, isOnce: true)
    calls.stub("a", "3")
    let first = makeLive(.never), second = makeLive(.never)
    #expect(log.value == ["1", "2", "3", "3"] && calls.leftovers.isEmpty)
    for call in [first, second] { call.dispose() }
    #expect(time.pending == 0)
  }

  @Test("a declared name is suggested for an unused one") func announced() {
    calls.declare(["store.save", "store.items"])
    calls.fail("store.svae", with: "x")
    #expect(calls.leftovers.first?.hasSuffix("was never used; did you mean 'store.save'?") == true)
  }

  @Test("an answer that is only Decodable can be stubbed, but not saved") func readOnly() {
    struct Answer: Decodable, Equatable, Sendable { let name: String }
    calls.log.stub("a", Data(#"{"name": "x"}"#.utf8), after: .zero)
    let answer = MutableProperty<Answer?>(nil)
    calls.call("a", Signal<Answer, CallFailure>?.none, failure: CallFailure.init).observe { event in
      if case .value(let value) = event { answer.value = value }
    }
    #expect(answer.value == Answer(name: "x") && calls.log.calls.last?.answers.last?.encode == nil)
  }
}
