import Signals
import SignalsTesting
import Testing

@Suite struct RecorderTests {
  @Test func remembersValuesAndTheEnd() {
    let completed = Recorder(Signal<Int, MarbleFailure>.from([1, 2]))
    #expect(completed.values == [1, 2] && completed.isCompleted && completed.failure == nil)
    let failed = Recorder(Signal<Int, MarbleFailure>.fail(MarbleFailure()))
    #expect(!failed.isCompleted && failed.failure == MarbleFailure())
  }

  @Test func endsItsObservationWhenItGoesOrIsDisposed() {
    let ends = MutableProperty(0)
    let signal = Signal<Int, Never>.never.doFinally { ends.modify { $0 += 1 } }
    do { _ = Recorder(signal) }
    #expect(ends.value == 1)
    let recorder = Recorder(signal)
    recorder.dispose()
    #expect(ends.value == 2 && recorder.events.isEmpty)
  }
}
