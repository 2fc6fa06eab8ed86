import Foundation
import Signals
import VIPER

/// The named calls of one session: where flows stub, fault and record them.
///
/// An app wraps the ports of its services and stores in the composition root:
///
///     calls.call("store.save", store.save(item), failure: StoreError.init)
///
/// What real work gives, such as a request, comes on the main queue. In a flow the session waits for it until it has answered or
/// failed; work that goes by the session's scheduler it leaves to `:advance`, and that of an async function, too.
public final class Calls: Sendable {
  let log: CallLog
  private let scheduler: any Scheduler
  private let time: FlowTime?
  /// Whether calls do their real work where nothing is set for them.
  private let isLive: Bool
  /// The main queue, in an order of its own.
  private let ui: UIScheduler

  /// - Parameters:
  ///   - time: the virtual time of a flow.
  ///   - isLive: whether calls do their real work where nothing is set for them.
  init(_ scheduler: any Scheduler, time: FlowTime? = nil, isLive: Bool = true) {
    self.scheduler = scheduler
    self.time = time
    self.isLive = isLive
    ui = UIScheduler()
    log = CallLog(clock: scheduler, keepsAnswers: time == nil)
  }

  private init(hermetic calls: Calls) {
    scheduler = calls.scheduler
    time = calls.time
    isLive = true
    ui = calls.ui
    log = calls.log
  }

  /// The same calls, for work that does not leave the process, such as that of a store in memory or of a server on this machine
  /// that the app starts itself. In a flow, it is done where no stub is set; other work is done only in a flow that is run with
  /// `--live`, and otherwise the call fails and the flow does not pass.
  ///
  ///     let calls = session.isScripted ? session.calls.hermetic : session.calls
  public var hermetic: Calls { Calls(hermetic: self) }

  /// `work`, unless a stub or a fault is set for `name`.
  ///
  /// - Parameters:
  ///   - name: what flows call it.
  ///   - work: the real call; nil where there is none, so that a flow has to stub it.
  ///   - decode: reads a stub's JSON.
  ///   - encode: writes an answer as that JSON, for a session to be saved as a flow; without it, it cannot be saved.
  ///   - failure: makes a fault's error from its text.
  public func call<Value: Sendable, Failure: Error>(
    _ name: String, _ work: Signal<Value, Failure>?, decode: @escaping @Sendable (Data) throws -> Value,
    encode: (@Sendable (Value) throws -> Data)? = nil, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    .deferred { [self] in
      let (number, source) = log.begin(name, isReal: work != nil, isLive: isLive)
      let answer: Signal<Value, Failure>
      switch source {
      case .real: answer = work.map { onMainQueue($0, number) } ?? .empty
      case .missing: answer = .fail(failure("'\(name)' is not stubbed"))
      case .fault(let text, let delay): answer = later(delay).flatMap { _ in .fail(failure(text)) }
      case .stub(let data, let delay):
        do {
          let value = try decode(data)
          answer = later(delay).map { _ in value }
        } catch {
          answer = .fail(failure(log.refuseStub(of: name, ErrorText.of(error))))
        }
      case .recorded(let recorded): answer = replay(recorded, failure)
      }
      return logged(answer, number, encode, failure)
    }
  }

  /// `work`, unless a stub or a fault is set for `name`; a stub's JSON is read as `Value`. A session with such answers
  /// cannot be saved.
  public func call<Value: Decodable & Sendable, Failure: Error>(
    _ name: String, _ work: Signal<Value, Failure>?, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    call(name, work, decode: { try JSONDecoder().decode(Value.self, from: $0) }, failure: failure)
  }

  /// `work`, unless a stub or a fault is set for `name`; answers are read and written as `Value`'s JSON.
  public func call<Value: Codable & Sendable, Failure: Error>(
    _ name: String, _ work: Signal<Value, Failure>?, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    call(
      name, work, decode: { try JSONDecoder().decode(Value.self, from: $0) },
      encode: { try JSONEncoder.sorted.encode($0) }, failure: failure)
  }

  /// `work`, unless a stub or a fault is set for `name`; whatever a stub answers is an answer.
  public func call<Failure: Error>(
    _ name: String, _ work: Signal<Void, Failure>?, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Void, Failure> {
    call(name, work, decode: { _ in }, encode: { Data("null".utf8) }, failure: failure)
  }

  /// The real calls that have not answered, and do not wait for virtual time.
  var awaited: [CallLog.Call] {
    log.underWay.filter { call in
      call.isReal && call.answers.isEmpty && !call.isGivenUp && time?.isAwaited(by: call.number) != true
    }
  }

  /// The real calls that answered from another thread, which may be about to end them.
  var ending: [CallLog.Call] { log.underWay.filter { $0.isFromElsewhere && !$0.answers.isEmpty && !$0.goesOn } }

  /// What real work gives, on the main queue before the log hears of it: whoever waits for a call goes on when all that comes
  /// of its answer is done, and not while another thread still hands it over.
  private func onMainQueue<Value: Sendable, Failure: Error>(
    _ work: Signal<Value, Failure>, _ number: Int
  ) -> Signal<Value, Failure> {
    work.doNext { [log] _ in if !MainQueue.isCurrent { log.answersFromElsewhere(number) } }.observe(on: ui)
  }

  /// Keeps in the log what a call gives.
  private func logged<Value: Sendable, Failure: Error>(
    _ answer: Signal<Value, Failure>, _ number: Int, _ encode: (@Sendable (Value) throws -> Data)?,
    _ remake: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    Signal<Value, Failure> { [log, time] emitter in
      // Kept until then: a call that never answers holds its emitter nowhere else.
      emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { log.end(number, .left) } })
      func observe() {
        let observation = answer.observe { event in
          switch event {
          case .value(let value):
            if let encode { log.answer(number, value) { try encode(value) } } else { log.answer(number, value) }
            emitter.send(value)
          case .failed(let failure):
            let text = "\(failure)"
            log.end(number, .failed(text), failure, isWritable: time != nil || "\(remake(text))" == text)
            emitter.fail(failure)
          case .completed:
            log.end(number, .completed)
            emitter.complete()
          }
        }
        emitter.disposable.add(observation)
      }
      FlowTime.during(number, observe)
    }
  }

  private func replay<Value: Sendable, Failure: Error>(
    _ call: CallLog.Call, _ failure: (String) -> Failure
  ) -> Signal<Value, Failure> {
    let values = Signal<Value, Failure>.from(call.answers.compactMap { $0.value as? Value })
    if let error = call.failure as? Failure { return values.concat(.fail(error)) }
    return call.state == .completed ? values : values.concat(.never)
  }

  private func later<Failure: Error>(_ delay: Duration) -> Signal<Void, Failure> {
    delay == .zero
      ? .just(()) : Signal<Int, Never>.timer(every: delay, on: scheduler).first().map { _ in }.promoteFailure()
  }
}
