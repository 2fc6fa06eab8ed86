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
    let (source, input) = Signal<Int, Never>.pipe(), ends = MutableProperty(0)
    let signal = source.doFinally { ends.modify { $0 += 1 } }
    var released: Recorder? = Recorder(signal)
    let disposed = Recorder(signal)
    #expect(released?.events.isEmpty == true && ends.value == 0)
    released = nil
    #expect(ends.value == 1)
    disposed.dispose()
    #expect(ends.value == 2)
    input.send(1)
    #expect(disposed.events.isEmpty)
  }
}
