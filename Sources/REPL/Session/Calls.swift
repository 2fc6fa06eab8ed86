import Foundation
import Signals

/// The named calls of one session: where flows stub, fault and record them.
///
/// An app wraps the ports of its services and stores in the composition root:
///
///     calls.call("store.save", store.save(item), failure: StoreError.init)
public final class Calls: Sendable {
  /// What a flow says about a call.
  enum Override: Sendable {
    /// An answer until it is replaced.
    case stub(Data, after: Duration)
    /// A failure of the next call.
    case fault(String, after: Duration)
  }
  private struct State {
    var stubs: [String: (answer: Data, after: Duration)] = [:]
    var faults: [String: [(text: String, after: Duration)]] = [:]
    var unusedStubs: Set<String> = []
    var problems: [String] = []
  }
  private let state = MutableProperty(State())
  private let scheduler: any Scheduler

  init(_ scheduler: any Scheduler) { self.scheduler = scheduler }

  /// `work`, unless a stub or a fault is set for `name`.
  ///
  /// - Parameters:
  ///   - name: what flows call it.
  ///   - work: the real call.
  ///   - decode: reads a stub's JSON.
  ///   - failure: makes a fault's error from its text.
  public func call<Value: Sendable, Failure: Error>(
    _ name: String, _ work: Signal<Value, Failure>, decode: @escaping @Sendable (Data) throws -> Value,
    failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    .deferred { [self] in
      switch take(name) {
      case nil: return work
      case .fault(let text, let delay): return later(delay).flatMap { _ in .fail(failure(text)) }
      case .stub(let answer, let delay):
        do {
          let value = try decode(answer)
          return later(delay).map { _ in value }
        } catch {
          note("the stub of '\(name)' cannot be read: \(error)")
          return .fail(failure("the stub of '\(name)' cannot be read: \(error)"))
        }
      }
    }
  }

  /// `work`, unless a stub or a fault is set for `name`; a stub's JSON is read as `Value`.
  public func call<Value: Decodable & Sendable, Failure: Error>(
    _ name: String, _ work: Signal<Value, Failure>, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    call(name, work, decode: { try JSONDecoder().decode(Value.self, from: $0) }, failure: failure)
  }

  /// `work`, unless a stub or a fault is set for `name`; whatever a stub answers is an answer.
  public func call<Failure: Error>(
    _ name: String, _ work: Signal<Void, Failure>, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Void, Failure> {
    call(name, work, decode: { _ in }, failure: failure)
  }

  func stub(_ name: String, _ answer: Data, after delay: Duration) {
    state.modify { state in
      state.stubs[name] = (answer, delay)
      state.unusedStubs.insert(name)
    }
  }

  func fail(_ name: String, with text: String, after delay: Duration) {
    state.modify { $0.faults[name, default: []].append((text, delay)) }
  }

  /// What a flow set and no call used, and what went wrong; one line each.
  var leftovers: [String] {
    let state = state.value
    let stubs = state.unusedStubs.sorted().map { "the stub of '\($0)' was never used; take it out" }
    let faults = state.faults.sorted { $0.key < $1.key }.flatMap { name, faults in
      faults.map { "the failure of '\(name)' with \"\($0.text)\" was never used; take it out" }
    }
    return state.problems + stubs + faults
  }

  private func take(_ name: String) -> Override? {
    state.modify { state in
      if var faults = state.faults[name], !faults.isEmpty {
        let fault = faults.removeFirst()
        state.faults[name] = faults.isEmpty ? nil : faults
        return .fault(fault.text, after: fault.after)
      }
      guard let stub = state.stubs[name] else { return nil }
      state.unusedStubs.remove(name)
      return .stub(stub.answer, after: stub.after)
    }
  }

  private func note(_ problem: String) { state.modify { $0.problems.append(problem) } }

  private func later<Failure: Error>(_ delay: Duration) -> Signal<Void, Failure> {
    delay == .zero
      ? .just(()) : Signal<Int, Never>.timer(every: delay, on: scheduler).first().map { _ in }.promoteFailure()
  }
}
