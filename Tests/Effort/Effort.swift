import Foundation

/// How much of the long tests runs: `swift test` runs a short form of each, `TESTS=full swift test` runs all of it.
///
/// A short form is the beginning of the full one, from the same seed, so it gives the same result each time.
package enum Effort {
  /// Whether the tests run in full.
  package static let isFull = ProcessInfo.processInfo.environment["TESTS"] == "full"

  /// How often something is repeated.
  package static func runs(short: Int, full: Int) -> Int { isFull ? full : short }

  /// All elements in full; in short the first, the last and others evenly between them.
  ///
  /// - Parameter short: how many elements the short form has, at least 2.
  package static func some<Element>(_ short: Int, of all: [Element]) -> [Element] {
    guard !isFull, all.count > short else { return all }
    return (0..<short).map { all[$0 * (all.count - 1) / (short - 1)] }
  }
}
