import Foundation

/// The extent of long tests: `swift test` runs a short form of each, `TESTS=full swift test` runs all tests of CI, and
/// `TESTS=all swift test` also runs what takes hours.
///
/// A short form is the beginning of the full one, with the same seed, so it is reproducible.
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

  /// Whether also what takes hours runs.
  package static var isAll: Bool { asked == .all }

  /// The number of repetitions.
  ///
  /// - Parameter all: the number for `TESTS=all`; nil for the same number as `full`.
  package static func runs(short: Int, full: Int, all: Int? = nil) -> Int {
    switch asked {
    case .short: short
    case .full: full
    case .all: all ?? full
    }
  }

  /// Samples of that many elements; `TESTS=all` runs all of them.
  package static func some<Element>(short: Int, full: Int, of all: [Element]) -> [Element] {
    some(runs(short: short, full: full), of: all, unless: .all)
  }

  /// All elements, or a sample: the first one, the last one and others evenly between them.
  ///
  /// - Parameters:
  ///   - count: the size of the sample, at least 2.
  ///   - least: the lowest effort that runs all elements.
  package static func some<Element>(_ count: Int, of all: [Element], unless least: Self = .full) -> [Element] {
    guard asked < least, all.count > count else { return all }
    return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
  }
}
