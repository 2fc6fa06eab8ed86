import Testing

@testable import REPL

@Suite struct DurationTextTests {
  @Test(
    "digits and a unit are a duration",
    arguments: [
      ("300ms", Duration.milliseconds(300)), ("2s", .seconds(2)), ("5m", .seconds(300)), ("1h", .seconds(3600)),
      ("3d", .seconds(259_200)), ("0s", .zero), ("007s", .seconds(7)),
    ])
  func parsed(_ text: String, _ duration: Duration) { #expect(DurationText.parse(text) == duration) }

  @Test(
    "any other text is not a duration",
    arguments: [
      "", "s", "ms", "5", "-1s", "+1s", "1.5s", "1 s", " 1s", "1s ", "1S", "1w", "1m30s", "٣s", "1ms2s",
      "99999999999999999999s", "9223372036854775807d", "365001d",
    ])
  func refused(_ text: String) { #expect(DurationText.parse(text) == nil) }

  @Test(
    "the error for too long a duration says so",
    arguments: [
      ("9999999999d", true), ("99999999999999999999s", true), ("365001d", true), ("soon", false), ("1w", false),
    ])
  func problem(_ text: String, _ isTooLong: Bool) {
    let reason =
      isTooLong ? "too long; 365000d is the longest there is" : "not a duration such as 300ms, 2s, 5m, 1h or 3d"
    #expect(DurationText.problem(text) == "'\(text)' is \(reason)")
  }

  @Test(
    "a duration is written in the largest unit that fits",
    arguments: [
      (Duration.zero, "0s"), (.milliseconds(300), "300ms"), (.milliseconds(1500), "1500ms"), (.seconds(90), "90s"),
      (.seconds(120), "2m"), (.seconds(7200), "2h"), (.seconds(172_800), "2d"),
    ])
  func printed(_ duration: Duration, _ text: String) {
    #expect(DurationText.print(duration) == text)
    #expect(DurationText.parse(text) == duration)
  }
}
