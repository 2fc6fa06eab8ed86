import Signals
import Testing

/// Runs in release, too.
@Suite struct ZipLimitTests {
  @Test("a source of zip without an end stops the program with a message") func endless() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endIfItEchoes()
      Signal.zip(Signal<Int, Never>.pipe().signal, .from(0...)) { $0 + $1 }.start()
    }
    let message = "a source of zip is a million values ahead of another; end one like '.from(0...)', or write '"
    #expect(result.text.contains(message), "\(result.text)")
  }

  @Test("a source of zip may be a million values ahead") func million() {
    let (late, input) = Signal<Int, Never>.pipe(), sum = MutableProperty(0)
    Signal.zip(late, .from(0..<1_000_000)) { $0 + $1 }.observeValues { sum.value = $0 }
    input.send(5)
    #expect(sum.value == 5)
  }
}
