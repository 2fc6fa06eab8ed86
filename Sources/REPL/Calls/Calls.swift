// Exported, so that an app that names a call need not know this module.
@_exported public import NamedCalls
public import Foundation
import PlainText
public import Signals
import VIPER

/// The named calls of one session, which flows stub, fail and record.
///
/// An app names its stores and transports in the composition root, `store.named("books", session.calls)`, or a single call:
///
///     calls.call("store.save", store.save(item), failure: StoreError.init)
///
/// The values of real work, such as a request, arrive on the main queue. A flow waits until real work has answered or failed. It
/// does not wait for work on the session's scheduler or executor: `:advance` runs that.
///
/// A test makes its own calls, and sets their answers:
///
///     let calls = Calls(on: VirtualTimeScheduler())
///     calls.fail("store.save", with: "disk full")
public final class Calls: Sendable {
  package let log: CallLog
  private let scheduler: any Scheduler
  private let time: FlowTime?
  private let isLive: Bool
  /// The main queue, with an order apart from other UI schedulers.
  private let ui: UIScheduler

  /// - Parameter calls: the calls whose log and order these have.
  init(_ scheduler: any Scheduler, time: FlowTime? = nil, isLive: Bool = true, sharing calls: Calls? = nil) {
    self.scheduler = scheduler
    self.time = time
    self.isLive = isLive
    ui = calls?.ui ?? UIScheduler()
    log = calls?.log ?? CallLog(clock: scheduler, keepsAnswers: time == nil)
  }

  /// The same calls, for work that does not leave the process, such as that of a store in memory or of a local server that the app
  /// itself starts. If no stub is set, a flow does this work. It does other work only under `--live`; otherwise a call
  /// without a stub fails, and so does the flow.
  ///
  ///     let calls = session.isScripted ? session.calls.hermetic : session.calls
  public var hermetic: Calls { Calls(scheduler, time: time, sharing: self) }

  /// Calls for a test.
  ///
  /// - Parameter scheduler: delays the answers that have an `after`.
  public convenience init(on scheduler: any Scheduler) { self.init(scheduler) }

  /// Answers calls of a name from now on, as `:stub` does. For a live call that is under way, it is the next answer.
  public func stub(_ name: String, _ json: String, after delay: Duration = .zero) {
    log.set(.stub(Data(json.utf8), after: delay), of: name)
  }

  /// Lets the next call of a name fail, as `:fail` does.
  public func fail(_ name: String, with text: String, after delay: Duration = .zero) {
    log.set(.fault(text, after: delay), of: name)
  }

  /// Complaints about stubs that cannot be read, calls without a stub, and settings that no call used; one line each.
  public var leftovers: [String] { log.leftovers }

  /// Gives the call `work` a name. A stub or a failure that is set for `name` replaces the call.
  ///
  /// - Parameters:
  ///   - name: the name of the call in flows.
  ///   - kind: whether it answers once or goes on.
  ///   - work: the real call; nil where there is none, so that a flow has to stub it.
  ///   - decode: reads a stub's JSON.
  ///   - encode: writes an answer as that JSON, for saved sessions; without it, `:save` cannot write the answer.
  ///   - failure: makes an error from the text of `:fail`.
  public func call<Value: Sendable, Failure: Error>(
    _ name: String, as kind: NamedCallKind = .answered, _ work: Signal<Value, Failure>?,
    decode: @escaping @Sendable (Data) throws -> Value, encode: (@Sendable (Value) throws -> Data)? = nil,
    failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    .deferred { [self] in
      if log.isCut.value { return .never }
      let (number, sources, lateness) = log.begin(name, as: kind, isReal: work != nil, isLive: isLive)
      @Sendable func answer(_ source: CallLog.Source) -> Signal<Value, Failure> {
        late(punctual(source), lateness, number)
      }
      @Sendable func punctual(_ source: CallLog.Source) -> Signal<Value, Failure> {
        switch source {
        case .real: work.map { onMainQueue($0, number) } ?? .empty
        case .missing: .fail(failure("'\(name)' is not stubbed"))
        case .fault(let text, let delay): later(delay).flatMap { _ in .fail(failure(text)) }
        case .stub(let data, let delay): stubbed(name, data, delay, decode, failure)
        case .recorded(let recorded): replay(recorded, failure)
        }
      }
      guard kind == .live else { return logged(answer(sources[0]), number, encode, failure) }
      let next = log.live.filter { $0.name == name }.promoteFailure().flatMap { [self] next in
        // Arrives with the next line: a stub by itself changes nothing.
        Signal.just(()).delay(.zero, on: scheduler).flatMap { [log] in
          let sets = { @Sendable in log.setsNextAnswer(number, by: next.turn) }
          return answer(next.source).doValue { _ in sets() }.doFailed { _ in sets() }
        }
      }
      return logged(.merge([next, .concat(sources.map(answer)).concat(.never)]), number, encode, failure)
    }
  }

  /// The answer of a stub, or a failure if its JSON cannot be decoded.
  private func stubbed<Value: Sendable, Failure: Error>(
    _ name: String, _ data: Data, _ delay: Duration, _ decode: (Data) throws -> Value,
    _ failure: (String) -> Failure
  ) -> Signal<Value, Failure> {
    do {
      let value = try decode(data)
      return later(delay).map { _ in value }
    } catch {
      return .fail(failure(log.refuseStub(of: name, ErrorText.of(error))))
    }
  }

  /// Gives the call `work` a name. A stub or a failure that is set for `name` replaces the call. A stub's JSON is read as
  /// `Value`. `:save` cannot write such answers.
  public func call<Value: Decodable & Sendable, Failure: Error>(
    _ name: String, _ work: Signal<Value, Failure>?, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    call(name, work, decode: { try JSONDecoder().decode(Value.self, from: $0) }, failure: failure)
  }

  /// Gives the call `work` a name. A stub or a failure that is set for `name` replaces the call. Answers are read and
  /// written as `Value`'s JSON.
  public func call<Value: Codable & Sendable, Failure: Error>(
    _ name: String, _ work: Signal<Value, Failure>?, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    call(
      name, work, decode: { try JSONDecoder().decode(Value.self, from: $0) },
      encode: { try JSONEncoder.sorted.encode($0) }, failure: failure)
  }

  /// Gives the call `work` a name. A stub or a failure that is set for `name` replaces the call. Any JSON of a stub is an
  /// answer.
  public func call<Failure: Error>(
    _ name: String, _ work: Signal<Void, Failure>?, failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Void, Failure> {
    call(name, work, decode: { _ in }, encode: { Data("null".utf8) }, failure: failure)
  }

  /// The real calls that have not answered and do not wait for virtual time.
  var awaited: [CallLog.Call] {
    log.underWay.filter { call in
      call.isReal && (call.answers.isEmpty || call.kind == .streamed) && call.waiting == .open
        && time?.isAwaited(by: call.number) != true
    }
  }

  /// The real calls that another thread has answered and may be about to end.
  var ending: [CallLog.Call] { log.underWay.filter(\.isEnding) }

  /// Moves the events of real work to the main queue before the log records them. So a session that waits for the call continues
  /// after the answer's effects, not while another thread still delivers it.
  private func onMainQueue<Value: Sendable, Failure: Error>(
    _ work: Signal<Value, Failure>, _ number: Int
  ) -> Signal<Value, Failure> {
    work.doValue { [log] _ in if !MainQueue.isCurrent { log.answersFromElsewhere(number) } }.observe(on: ui)
  }

  private func logged<Value: Sendable, Failure: Error>(
    _ answer: Signal<Value, Failure>, _ number: Int, _ encode: (@Sendable (Value) throws -> Data)?,
    _ remake: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    Signal<Value, Failure> { [log, time] emitter in
      // Retains the emitter until disposal: of a call that never answers, nothing else does.
      emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { log.cancel(number) } })
      // The work that an answer starts needs a name of its own.
      let report = UnnamedWork.report
      func observe() {
        let observation = answer.observe { event in
          switch event {
          case .value(let value):
            if let encode { log.answer(number, value) { try encode(value) } } else { log.answer(number, value) }
          case .failed(let failure):
            let text = "\(failure)"
            log.fail(number, text, failure, isWritable: time != nil || "\(remake(text))" == text)
          case .completed: log.complete(number)
          }
          UnnamedWork.$report.withValue(report) { emitter.emit(event) }
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
    switch call.state {
    case .failed(let failed):
      if let error = failed.error as? Failure { return values.concat(.fail(error)) }
      return values.concat(.never)
    case .completed: return values
    case .underWay, .cancelled: return values.concat(.never)
    }
  }

  /// Delays the events of a call; its work is done at once.
  private func late<Value: Sendable, Failure: Error>(
    _ answer: Signal<Value, Failure>, _ lateness: CallLog.Lateness, _ number: Int
  ) -> Signal<Value, Failure> {
    if lateness == .none { return answer }
    return Signal { [scheduler] emitter in
      let observation = answer.observe { event in
        guard case .by(let delay) = lateness else { return }
        FlowTime.during(number) {
          emitter.disposable.add(
            scheduler.schedule(after: delay) {
              switch event {
              case .value(let value): emitter.send(value)
              case .failed(let failure): emitter.fail(failure)
              case .completed: emitter.complete()
              }
            })
        }
      }
      // Retains the emitter until disposal: if it never answers, nothing else does.
      emitter.disposable.add(Disposable { withExtendedLifetime(emitter) { observation.dispose() } })
    }
  }

  private func later<Failure: Error>(_ delay: Duration) -> Signal<Void, Failure> {
    delay == .zero ? .just(()) : .just(()).delay(delay, on: scheduler)
  }
}

extension Calls: CallNaming {
  /// Declares names of calls, so that messages can suggest them. An app that declares a name for two kinds of call cannot be built.
  public func declare(_ names: [String], as kind: NamedCallKind = .answered) { log.declare(names, as: kind) }

  /// Gives the call `work` a name. An answer that a flow sets for `name` replaces the call.
  public func named<Value: Sendable, Failure: Error>(
    _ name: String, as kind: NamedCallKind, _ work: Signal<Value, Failure>,
    read: @escaping @Sendable (String) throws -> Value, write: @escaping @Sendable (Value) throws -> String,
    failure: @escaping @Sendable (String) -> Failure
  ) -> Signal<Value, Failure> {
    call(
      name, as: kind, work, decode: { try read(String(decoding: $0, as: UTF8.self)) },
      encode: { Data(try write($0).utf8) }, failure: failure)
  }
}
