import Synchronization

/// The least code that could do each job, for comparison.
enum Floor {
  /// One closure for each stage.
  @inline(never) static func map(
    _ next: @escaping @Sendable (Int) -> Void, _ transform: @escaping @Sendable (Int) -> Int
  ) -> @Sendable (Int) -> Void {
    { next(transform($0)) }
  }

  @inline(never) static func filter(
    _ next: @escaping @Sendable (Int) -> Void, _ isIncluded: @escaping @Sendable (Int) -> Bool
  ) -> @Sendable (Int) -> Void {
    { if isIncluded($0) { next($0) } }
  }

  @inline(never) static func scan(_ next: @escaping @Sendable (Int) -> Void) -> @Sendable (Int) -> Void {
    let total = Total()
    return {
      total.add($0)
      next(total.value)
    }
  }

  /// Takes a turn, calls, and gives the turn back, as any source has to that serializes without a lock.
  final class Turned: Sendable {
    private let word = Atomic<UInt>(0)
    private let next: @Sendable (Int) -> Void

    @inline(never) init(_ next: @escaping @Sendable (Int) -> Void) { self.next = next }

    @inline(__always) func send(_ value: Int) {
      guard word.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged else { return }
      next(value)
      _ = word.compareExchange(expected: 1, desired: 0, ordering: .acquiringAndReleasing)
    }
  }

  /// A chain of closures after a turn: three stages and an observer.
  static func turnedChain(_ total: Total) -> Turned {
    Turned(map(filter(map({ total.add($0) }, { $0 &* 2 }), { $0 & 1 == 0 }), { $0 &+ 2 }))
  }

  /// Creates and releases `count` objects.
  @inline(never) static func allocate(_ count: Int) -> Int {
    var last: Object?
    for number in 0..<count { last = Object(number, last) }
    return last?.number ?? 0
  }

  private final class Object: Sendable {
    let number: Int, next: Object?
    @inline(never) init(_ number: Int, _ next: Object?) {
      self.number = number
      self.next = next
    }
  }
}
