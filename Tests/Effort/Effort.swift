import Foundation

/// How much of the long tests runs: `swift test` runs a short form of each, `TESTS=full swift test` runs all that CI runs, and
/// `TESTS=all swift test` also what takes an hour.
///
/// A short form is the beginning of the full one, from the same seed, so it gives the same result each time.
package enum Effort: Comparable {
  case short, full, all

  private static let asked: Self =
    switch ProcessInfo.processInfo.environment["TESTS"] {
    case "full": .full
    case "all": .all
    default: .short
    }

  /// Whether the tests run in full.
  package static var isFull: Bool { asked >= .full }

  /// How often something is repeated.
  ///
  /// - Parameter all: nil for as often as in full.
  package static func runs(short: Int, full: Int, all: Int? = nil) -> Int {
    switch asked {
    case .short: short
    case .full: full
    case .all: all ?? full
    }
  }

  /// All elements where enough is asked; else the first, the last and others evenly between them.
  ///
  /// - Parameters:
  ///   - count: how many elements the part has, at least 2.
  ///   - least: where all elements run.
  package static func some<Element>(_ count: Int, of all: [Element], unless least: Self = .full) -> [Element] {
    guard asked < least, all.count > count else { return all }
    return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
  }
}
