import Signals
import SignalsTesting
import Testing

@Suite struct SignalValuesTests {
  private typealias Failing = Signal<Int, MarbleFailure>

  private let ends = MutableProperty(0)

  @Test func eachLoopObservesAnewAndGetsAllValuesWithoutTryWhereNothingFails() async {
    let starts = MutableProperty(0)
    let values: SignalValues<Int, Never> = Signal<Int, Never>.deferred {
      starts.modify { $0 += 1 }
      return .from(1...starts.value)
    }.values()
    var loops = [[starts.value]]
    for _ in 1...2 {
      var loop: [Int] = []
      for await value in values { loop.append(value) }
      loops.append(loop)
    }
    for await value in Signal<Int, Never>.empty.values() { loops.append([value]) }
    #expect(loops == [[0], [1], [1, 2]])
  }

  @Test func valuesAreBufferedAsAskedAndTheFailureIsThrownWithItsType() async {
    let numbers = Failing.from(0..<100).concat(.fail(MarbleFailure()))
    let rows: [(AsyncThrowingStream<Int, any Error>.Continuation.BufferingPolicy, [Int])] = [
      (.unbounded, Array(0..<100)), (.bufferingNewest(2), [98, 99]), (.bufferingOldest(2), [0, 1]),
    ]
    for (policy, expected) in rows {
      var values: [Int] = [], failure: MarbleFailure?
      do throws(MarbleFailure) {
        for try await value in numbers.values(buffering: policy) { values.append(value) }
      } catch { failure = error }
      #expect(values == expected)
      #expect(failure == MarbleFailure())
    }
  }

  @Test func firstValueIsTheFirstOrNilOrTheFailure() async throws {
    let values = [try await Failing.from([1, 2]).firstValue(), try await Failing.empty.firstValue()]
    #expect(values == [1, nil])
    await #expect(throws: MarbleFailure()) { try await Failing.fail(MarbleFailure()).firstValue() }
  }

  /// Signals that wait for nobody, or for somebody, after the value 1.
  private static let waits: [String: (ends: Bool, signal: @Sendable () -> Signal<Int, Never>)] = {
    let one = Signal<Int, Never>.just(1)
    let dropped = Signal<Int, Never> { $0.send(1) }
    @Sendable func pipe() -> Signal<Int, Never> { one.concat(.pipe().signal) }
    return [
      "a dropped emitter": (true, { dropped }),
      "a pipe without its input": (true, { pipe() }),
      "a kept pipe without its input": (
        true,
        {
          let pipe = pipe()
          return pipe.doFinally { withExtendedLifetime(pipe) {} }
        }
      ),
      "operators": (true, { dropped.map { $0 }.filter { $0 > 0 }.flatMap(.latest) { _ in pipe() } }),
      "joins": (
        true, { Signal.merge(Signal.combineLatest(dropped, dropped) { first, _ in first }, pipe()).removeDuplicates() }
      ),
      "a run anew": (true, { dropped.retry(3).promoteFailure().catchToValue { (_: MarbleFailure) in 2 } }),
      "a wait for a scheduler": (
        true, { Signal.merge(dropped.debounce(.seconds(1), on: VirtualTimeScheduler()), one) }
      ),
      "a kept share": (
        true,
        {
          let shared = dropped.share(replay: 1)
          return shared.doFinally { withExtendedLifetime(shared) {} }
        }
      ),
      "a command": (true, { one.concat(Command<Void, Int, Never> { .just(1) }.values) }),
      "a property": (true, { MutableProperty(1).signal }),
      "never": (false, { one.concat(.never) }),
      "operators of never": (false, { one.concat(.never).map { $0 }.removeDuplicates() }),
      "a join with never": (false, { Signal.merge(dropped, .never) }),
      "a shared never": (false, { one.concat(.never.share()) }),
      "joins with never": (false, { Signal.combineLatest(Signal.merge(dropped, .never), one) { first, _ in first } }),
      "a chosen never": (false, { dropped.flatMap(.latest) { one.concat($0 == 1 ? .never : .empty) } }),
      "a never in the place of one that has gone": (
        false, { Signal.from([0, 1]).flatMap(.latest) { $0 == 0 ? pipe().filter { $0 > 1 } : one.concat(.never) } }
      ),
      "a never that was replaced": (
        true, { Signal.from([0, 1]).flatMap(.latest) { $0 == 0 ? .never : pipe() } }
      ),
      "an emitter in use": (
        false,
        {
          Signal { emitter in
            emitter.send(1); inUse.modify { $0.append(emitter) }
          }
        }
      ),
    ]
  }()
  private static let inUse = MutableProperty<[Emitter<Int, Never>]>([])

  @Test("a loop ends when no sender is left, but never on never", arguments: waits.keys.sorted())
  func lastSender(name: String) throws {
    let row = try #require(Self.waits[name]), time = VirtualTimeScheduler(), log = MutableProperty<[String]>([])
    let task = Task(executorPreference: time) {
      for await value in row.signal().values() { log.modify { $0.append("\(value)") } }
      log.modify { $0.append("end") }
    }
    time.run()
    #expect(log.value == (row.ends ? ["1", "end"] : ["1"]))
    task.cancel()
    time.run()
    #expect(log.value == ["1", "end"])
  }

  @Test func awaitingTheFirstValueEndsWhenNoSenderIsLeft() async throws {
    #expect(await Signal<Int, Never> { _ in }.firstValue() == nil)
    #expect(try await Failing.pipe().signal.firstValue() == nil)
  }

  @Test func leavingTheLoopAndTheFirstValueDisposeTheSignal() async {
    let signal = Signal<Int, Never>.from([1, 2]).concat(.never).doFinally { [ends] in ends.modify { $0 += 1 } }
    for await value in signal.values() where value == 2 { break }
    let left = ends.value, first = await signal.firstValue()
    #expect([left, first, ends.value] == [1, 1, 2])
  }

  @Test(arguments: [true, false]) func cancellingTheTaskDisposesTheSignal(isLoop: Bool) async {
    let isObserved = MutableProperty(false)
    let endless = Failing.deferred {
      isObserved.value = true
      return .never
    }.doFinally { [ends] in ends.modify { $0 += 1 } }
    let task = Task {
      do {
        guard isLoop else { return "\(String(describing: try await endless.firstValue()))" }
        for try await _ in endless.values() { return "a value" }
        return "the loop ended"
      } catch { return "\(error)" }
    }
    _ = await isObserved.signal.filter { $0 }.firstValue()
    task.cancel()
    #expect(await task.value == (isLoop ? "the loop ended" : "CancellationError()"))
    #expect(ends.value == 1)
  }
}
