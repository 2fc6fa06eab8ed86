/// The order in which links were asked for, and the last of them that has opened something: one that was asked for before that
/// does not take its place.
struct LinkOrder {
  private var count = 0
  private var lastOpened = 0

  mutating func next() -> Int {
    count += 1
    return count
  }

  mutating func hasOpened(_ number: Int?) { lastOpened = max(lastOpened, number ?? 0) }

  /// Whether nothing that was asked for later has opened anything.
  func isLast(_ number: Int?) -> Bool { number.map { $0 >= lastOpened } ?? false }
}
