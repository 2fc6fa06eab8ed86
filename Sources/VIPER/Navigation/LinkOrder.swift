/// The order in which links were asked for, and the last of them that has opened something: an earlier link does not take its
/// place.
@MainActor final class LinkOrder {
  private var count = 0
  private var lastOpened = 0

  func next() -> Int {
    count += 1
    return count
  }

  func hasOpened(_ number: Int) { lastOpened = max(lastOpened, number) }

  /// Whether no later link has opened anything.
  func isLast(_ number: Int) -> Bool { number >= lastOpened }
}
