import Foundation
import Signals
import Testing

@testable import REPL

@MainActor @Suite struct CallsTests {
  private let time = VirtualTimeScheduler()
  private let calls: Calls
  private let log = MutableProperty<[String]>([])

  init() { calls = Calls(time) }

  /// Makes the call `a` and logs what comes of it.
  @discardableResult private func make(_ name: String = "a", of work: Signal<Int, CallFailure> = .just(1)) -> Disposable
  {
    calls.call(name, work, failure: CallFailure.init).observe { [log] event in
      let line: String
      switch event {
      case .value(let value): line = "\(value)"
      case .failed(let failure): line = failure.text
      case .completed: line = "|"
      }
      log.modify { $0.append(line) }
    }
  }

  @Test("a call without a stub or a failure is the real one") func real() {
    make(of: .from([1, 2]))
    #expect(log.value == ["1", "2", "|"])
    #expect(calls.leftovers.isEmpty)
  }

  @Test("what is set is asked when the call is made, not when it is written down") func asked() {
    let call = calls.call("a", Signal<Int, CallFailure>.just(1), failure: CallFailure.init)
    calls.stub("a", Data("2".utf8), after: .zero)
    call.observe { [log] in if case .value(let value) = $0 { log.value = ["\(value)"] } }
    #expect(log.value == ["2"])
  }

  @Test("a stub answers its own name, again and again, until it is replaced; the real call is not made") func stub() {
    calls.stub("a", Data("2".utf8), after: .zero)
    let made = MutableProperty(false)
    make(
      of: .deferred {
        made.value = true; return .just(1)
      })
    make("b")
    make()
    calls.stub("a", Data("3".utf8), after: .zero)
    make()
    #expect(log.value == ["2", "|", "1", "|", "2", "|", "3", "|"])
    #expect(!made.value)
    #expect(calls.leftovers.isEmpty)
  }

  @Test("failures are for the next calls, in order, before a stub") func faults() {
    calls.stub("a", Data("2".utf8), after: .zero)
    calls.fail("a", with: "x", after: .zero)
    calls.fail("a", with: "y", after: .zero)
    for _ in 0..<3 { make() }
    #expect(log.value == ["x", "y", "2", "|"])
  }

  @Test("answers and failures take their time; a disposed call has none") func delays() {
    calls.stub("a", Data("2".utf8), after: .seconds(2))
    make()
    make().dispose()
    time.advance(by: .milliseconds(1999))
    #expect(log.value.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(log.value == ["2", "|"])
    calls.fail("a", with: "x", after: .seconds(1))
    make()
    #expect(log.value.count == 2)
    time.advance(by: .seconds(1))
    #expect(log.value.last == "x")
    #expect(time.pending == 0)
  }

  @Test("whatever answers a call that gives nothing is an answer; a decoder of one's own is asked") func decoding() {
    calls.stub("a", Data("{}".utf8), after: .zero)
    calls.call("a", Signal<Void, CallFailure>.never, failure: CallFailure.init)
      .observe { [log] in if case .completed = $0 { log.modify { $0.append("done") } } }
    calls.call("a", Signal<Int, CallFailure>.never, decode: { $0.count }, failure: CallFailure.init)
      .observe { [log] in if case .value(let count) = $0 { log.modify { $0.append("\(count)") } } }
    #expect(log.value == ["done", "2"])
  }

  @Test("what was set and not used is left over, and so is a stub that cannot be read") func leftovers() {
    calls.stub("c", Data("1".utf8), after: .zero)
    calls.stub("b", Data("1".utf8), after: .zero)
    calls.stub("a", Data("\"one\"".utf8), after: .zero)
    calls.fail("d", with: "x", after: .zero)
    calls.fail("d", with: "y", after: .zero)
    make()
    let lines = calls.leftovers
    #expect(lines.first?.hasPrefix("the stub of 'a' cannot be read: ") == true)
    #expect(log.value == Array(lines.prefix(1)))
    #expect(
      lines.dropFirst() == [
        "the stub of 'b' was never used; take it out", "the stub of 'c' was never used; take it out",
        "the failure of 'd' with \"x\" was never used; take it out",
        "the failure of 'd' with \"y\" was never used; take it out",
      ])
  }
}
