#if DEBUG
  import Synchronization

  /// In a debug build: the number of values that a binding of a signal has set. Bindings that set properties in a circle keep one
  /// thread delivering without end, so a long delivery is compared with them.
  final class BindingUses: Sendable {
    private struct Weak: Sendable { weak var uses: BindingUses? }
    private static let all = Protected((last: 0, bindings: [Int: Weak]()))

    private let place: String
    private let number: Int
    private let count = Atomic(0)

    init(at place: String) {
      self.place = place
      number = Self.all.withLock { all in
        all.last += 1
        return all.last
      }
      let number = number
      Self.all.withLock { $0.bindings[number] = Weak(uses: self) }
    }

    deinit { Self.all.withLock { $0.bindings[number] = nil } }

    func add() { count.wrappingAdd(1, ordering: .relaxed) }

    private static var counts: [Int: (place: String, count: Int)] {
      // Read without the lock, because the last reference to a binding may end here.
      all.withLock { $0.bindings }.compactMapValues { weak in
        weak.uses.map { ($0.place, $0.count.load(ordering: .relaxed)) }
      }
    }

    /// The batches of one delivery, and the values set before the last of them.
    struct Delivery {
      private static let limit = 300_000, watched = 20_000
      private var batches = 0
      private var before: [Int: (place: String, count: Int)] = [:]

      /// Another batch begins. Stops the program if bindings have set a value in nearly each of the last batches.
      mutating func next() {
        batches += 1
        if batches == Self.limit - Self.watched { before = BindingUses.counts }
        guard batches == Self.limit else { return }
        let places = BindingUses.counts.filter { number, now in
          now.count - (before[number]?.count ?? now.count) >= Self.watched - 1
        }.map(\.value.place)
        precondition(
          places.isEmpty,
          """
          bind(to:) at \(Set(places).sorted().joined(separator: " and at ")) sets properties in a circle, without end: \
          each value causes the next. Bind removeDuplicates(), or make one property of the other with map
          """)
      }
    }
  }
#endif
