import REPL
import Testing

@Suite struct DurationTextTests {
  @Test(
    "a duration is digits and a unit",
    arguments: [
      ("0s", .zero), ("300ms", .milliseconds(300)), ("2s", .seconds(2)), ("5m", .seconds(300)), ("1h", .seconds(3600)),
      ("3d", .seconds(259_200)),
    ] as [(String, Duration)]) func parsed(_ text: String, _ duration: Duration)
  {
    #expect(DurationText.parse(text) == duration)
    #expect(DurationText.print(duration) == text)
  }

  @Test(
    "anything else is none",
    arguments: ["", "s", "5", "-1s", "+1s", "1.5s", "1 s", "1S", "٣s", "99999999999999999999d", "9999999d"])
  func refused(_ text: String) { #expect(DurationText.parse(text) == nil) }

  @Test("the largest unit that gives a whole number is printed") func printed() {
    #expect(DurationText.print(.milliseconds(1500)) == "1500ms")
    #expect(DurationText.print(.seconds(90)) == "90s")
    #expect(DurationText.print(.seconds(7200)) == "2h")
  }
}
