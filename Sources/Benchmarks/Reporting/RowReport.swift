import Foundation

/// The report of a row: a line with a bar for each contender, and the row's goals.
struct RowReport {
  private let row: Row
  private let result: RowResult
  private let earlier: RowResult?

  init(_ row: Row, _ result: RowResult, earlier: RowResult? = nil) {
    self.row = row
    self.result = result
    self.earlier = earlier
  }

  var lines: [String] {
    let unit = row.measure == .bytes ? "bytes" : "ns"
    var lines = ["", "\(row.title)  [\(row.name)]"]
    var contenders = [(row.subject.name, result.subject), ("floor: \(row.floor.name)", result.floor)]
    contenders += row.others.compactMap { other in result.others[other.name].map { (other.name, $0) } }
    let longest = contenders.map(\.1.amount).max() ?? 1
    for (name, measured) in contenders {
      let allocations = measured.allocations < 0.005 ? "" : "  \(measured.allocations.short) allocations"
      lines.append(
        "  \(name.padded(to: 36)) \(measured.amount.short.paddedLeft(to: 8)) \(unit) a \(row.unit)  "
          + "\(Self.bar(measured.amount / longest))\(allocations)")
    }
    let ratio = result.ratio
    lines.append(
      "  \(ratio.median.short) floors (\(ratio.low.short) to \(ratio.high.short)), goal \(row.goal.ratio.short)"
        + (result.instructions.map { "; \($0.short) instructions" } ?? "")
        + (row.goal.instructions.map { ", goal \($0.short)" } ?? ""))
    if let computations = row.computations {
      lines.append("  \(computations.count()) computations a write, goal \(computations.expected)")
    }
    if let earlier {
      lines.append("  \((result.ratio.median / earlier.ratio.median).short) of the earlier run's ratio")
    }
    return lines
  }

  /// Descriptions of the figures that are over their goals by more than noise.
  var failures: [String] {
    var failures: [String] = []
    if row.isGuarded, result.ratio.least > row.goal.ratio * (row.measure == .bytes ? 1 : Goal.margin) {
      failures.append("\(row.name) takes \(result.ratio.least.short) floors at least, goal \(row.goal.ratio.short)")
    }
    if result.subject.allocations > row.goal.allocations + 0.05 {
      failures.append(
        "\(row.name) allocates \(result.subject.allocations.short) times a \(row.unit), goal \(row.goal.allocations.short)"
      )
    }
    if let computations = row.computations, case let count = computations.count(), count != computations.expected {
      failures.append("\(row.name) computes \(count) times a write, goal \(computations.expected)")
    }
    if let instructions = result.instructions, let goal = row.goal.instructions, instructions > goal {
      failures.append("\(row.name) takes \(instructions.short) instructions, goal \(goal.short)")
    }
    return failures
  }

  /// A bar of up to twenty characters, in eighths.
  static func bar(_ part: Double) -> String {
    let eighths = Int((min(max(part, 0), 1) * 160).rounded())
    let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + partial
  }
}

extension Double {
  /// The number with about three digits: 0.26, 12.3, 4213.
  var short: String {
    let digits = self < 10 ? 2 : self < 100 ? 1 : 0
    return formatted(
      .number.precision(.fractionLength(0...digits)).grouping(.never).locale(Locale(identifier: "en_US_POSIX")))
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
  func paddedLeft(to width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}
