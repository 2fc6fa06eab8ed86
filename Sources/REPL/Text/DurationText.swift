import PlainText

/// Durations as flows write them: `300ms`, `2s`, `5m`, `1h`, `3d`.
package enum DurationText {
  private static let units: [(suffix: String, milliseconds: Int)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// A thousand years in milliseconds, which is longer than any clock needs.
  private static let longest = 1000 * 365 * 86_400_000

  /// The duration of digits and a unit; nil if the text is anything else, or too long a duration.
  package static func parse(_ text: some StringProtocol) -> Duration? {
    guard let (digits, milliseconds) = parts(text), let count = Int(digits) else { return nil }
    let (product, overflow) = count.multipliedReportingOverflow(by: milliseconds)
    return overflow || product > longest ? nil : .milliseconds(product)
  }

  /// The reason why a text is not a duration.
  package static func problem(_ text: some StringProtocol) -> String {
    let quoted = "'\(Printable.quote(text))'"
    return parts(text) == nil
      ? "\(quoted) is not a duration such as 300ms, 2s, 5m, 1h or 3d"
      : "\(quoted) is too long; \(print(.milliseconds(longest))) is the longest there is"
  }

  /// The digits, and the milliseconds of the unit after them.
  private static func parts<Text: StringProtocol>(_ text: Text) -> (digits: Text.SubSequence, milliseconds: Int)? {
    for (suffix, milliseconds) in units where text.hasSuffix(suffix) {
      let digits = text.dropLast(suffix.count)
      if !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) { return (digits, milliseconds) }
    }
    return nil
  }

  /// The text in the largest unit that gives a whole number.
  package static func print(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let total = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    let unit = units.last { total % $0.milliseconds == 0 } ?? units[0]
    return total == 0 ? "0s" : "\(total / unit.milliseconds)\(unit.suffix)"
  }
}
