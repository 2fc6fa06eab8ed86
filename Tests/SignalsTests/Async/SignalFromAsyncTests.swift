import Signals
import SignalsTesting
import Testing

@Suite struct SignalFromAsyncTests {
  @Test func deliversReturnedAndIteratedValuesOrFailsWithTheThrownError() async throws {
    let value = Signal<Int, MarbleFailure> { () async throws(MarbleFailure) in 7 }
    let stream = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    let values = [try await value.collect().firstValue(), try await Signal.from(async: stream).collect().firstValue()]
    #expect(values == [[7], [1, 2, 3]])
    let failure = Signal<Int, MarbleFailure> { () async throws(MarbleFailure) in throw MarbleFailure() }
    let failing = Signal.from(async: AsyncThrowingStream<Int, any Error> { $0.finish(throwing: MarbleFailure()) })
    let failures: [Signal<Int, any Error>] = [failure.mapFailure { $0 }, failing]
    for signal in failures { await #expect(throws: MarbleFailure()) { try await signal.firstValue() } }
  }

  @Test func runsUnderVirtualTimeAndIsCancelledByADisposal() {
    let time = VirtualTimeScheduler(), ending = MutableProperty("")
    let signal = Signal<String, any Error>(on: time) {
      do { try await time.clock.sleep(for: .seconds(2)) } catch {
        ending.value = "\(error)"
        throw error
      }
      return "awake"
    }
    let recorders = (0..<2).map { _ in Recorder(signal, on: time) }
    time.advance(by: .seconds(1))
    recorders[1].dispose()
    time.run()
    #expect(recorders.map { $0.entries.map(\.time) } == [[.seconds(2), .seconds(2)], []])
    #expect(time.pending == 0)
    #expect(recorders[0].values == ["awake"])
    #expect(recorders[0].isCompleted)
    #expect(ending.value == "CancellationError()")
  }

  @Test func aFunctionThatIsDisposedBeforeItsFirstStepDoesNotStart() {
    let time = VirtualTimeScheduler(), starts = MutableProperty<[Int]>([])
    let search = { @Sendable (number: Int) in
      Signal<Int, any Error>(on: time) {
        starts.modify { $0.append(number) }
        return number
      }
    }
    search(0).start().dispose()
    let recorder = Recorder(Signal.from(1...10).flatMap(.latest, search))
    time.run()
    #expect(starts.value == [10])
    #expect(recorder.values == [10])
  }

  @Test func disposingEndsTheIteration() async {
    let isEnded = MutableProperty(false), isUnderWay = MutableProperty(false)
    let stream = AsyncStream<Int> { continuation in
      continuation.onTermination = { _ in isEnded.value = true }
      continuation.yield(1)
    }
    let observation = Signal.from(async: stream).observe { _ in isUnderWay.value = true }
    _ = await isUnderWay.signal.filter { $0 }.firstValue()
    observation.dispose()
    // The handler runs on the thread of the cancelled task.
    #expect(await isEnded.signal.filter { $0 }.firstValue() == true)
  }
}
