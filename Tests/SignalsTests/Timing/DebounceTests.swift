import Signals
import SignalsTesting
import Testing

@Suite struct DebounceTests {
  @Test func waitsForSilence() throws {
    try expectRows(
      [
        "ab----c---|": "---b----c-|", "--|": "--|", "a^": "-^--", "a|": "-(a|)", "a---b^": "--a--^", "ab!": "--!--",
      ]
    ) { source, time in source.debounce(.seconds(2), on: time) }
  }
}
