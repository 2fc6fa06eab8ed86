import Signals
import SignalsTesting
import Testing

@Suite struct SignalFromAsyncTests {
  @Test func deliversTheReturnedValueOrFailsWithTheThrownError() async throws {
    let value = Signal<Int, MarbleFailure> { () async throws(MarbleFailure) in 7 }
    #expect(try await value.collect().firstValue() == [7])
    let failure = Signal<Int, MarbleFailure> { () async throws(MarbleFailure) in throw MarbleFailure() }
    await #expect(throws: MarbleFailure()) { try await failure.firstValue() }
  }

  @Test func runsUnderVirtualTimeTheSameEveryTime() {
    let time = VirtualTimeScheduler()
    let signal = Signal<String, any Error>(on: time) {
      try await time.clock.sleep(for: .seconds(2))
      return "awake"
    }
    let recorder = Recorder(signal, on: time)
    time.advance(by: .seconds(1))
    #expect(recorder.events.isEmpty)
    time.advance(by: .seconds(1))
    #expect(recorder.values == ["awake"] && recorder.isCompleted)
    #expect(recorder.entries.map(\.time) == [.seconds(2), .seconds(2)])
  }

  @Test func disposingCancelsTheTask() {
    let time = VirtualTimeScheduler()
    let ending = MutableProperty<String>("")
    let signal = Signal<Int, any Error>(on: time) {
      do {
        try await time.clock.sleep(for: .seconds(2))
        return 1
      } catch {
        ending.value = "\(error)"
        throw error
      }
    }
    let recorder = Recorder(signal, on: time)
    time.advance(by: .seconds(1))
    recorder.dispose()
    time.run()
    #expect(ending.value == "CancellationError()")
    #expect(recorder.events.isEmpty && time.pending == 0)
  }

  @Test func fromAnAsyncSequence() async throws {
    let stream = AsyncStream { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    #expect(try await Signal.from(async: stream).collect().firstValue() == [1, 2, 3])
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: MarbleFailure()) }
    await #expect(throws: MarbleFailure()) { try await Signal.from(async: failing).collect().firstValue() }
  }

  @Test func disposingEndsTheIteration() async {
    let isEnded = MutableProperty(false)
    let stream = AsyncStream<Int> { continuation in continuation.onTermination = { _ in isEnded.value = true } }
    Signal.from(async: stream).start().dispose()
    // The handler runs on the thread of the cancelled task.
    #expect(await isEnded.signal.filter { $0 }.firstValue() == true)
  }
}
