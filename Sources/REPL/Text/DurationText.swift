/// Durations as flows write them: `300ms`, `2s`, `5m`, `1h`, `3d`.
enum DurationText {
  private static let units: [(suffix: String, milliseconds: Int)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// The duration, if the text is digits and a unit and not beyond some hundred years.
  static func parse(_ text: some StringProtocol) -> Duration? {
    for (suffix, milliseconds) in units where text.hasSuffix(suffix) {
      let digits = text.dropLast(suffix.count)
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(digits) else { continue }
      let (product, overflow) = count.multipliedReportingOverflow(by: milliseconds)
      return overflow || product > 1000 * 365 * 86_400_000 ? nil : .milliseconds(product)
    }
    return nil
  }

  /// The text, in the largest unit that gives a whole number.
  static func print(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let total = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    let unit = units.last { total % $0.milliseconds == 0 } ?? units[0]
    return total == 0 ? "0s" : "\(total / unit.milliseconds)\(unit.suffix)"
  }
}
