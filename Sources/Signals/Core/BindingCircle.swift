#if DEBUG
  /// In a debug build: the values that bindings of signals set in a very long delivery. Bindings that set properties in a circle keep
  /// one thread delivering without end.
  enum BindingCircle {
    private static let limit = 300_000, watched = 20_000
    /// The thread whose delivery is watched, and the number of values that each binding has set there.
    private static let seen = Protected<(thread: UInt?, counts: [String: Int])>((nil, [:]))

    /// A binding sets a value.
    static func note(_ place: String) {
      seen.withLock { if $0.thread == CurrentThread.number { $0.counts[place, default: 0] += 1 } }
    }

    /// The batch of that number begins. Stops the program if bindings have set a value in nearly each of the last batches.
    static func check(batch: Int) {
      if batch % limit == limit - watched { seen.withLock { $0 = (CurrentThread.number, [:]) } }
      guard batch > 0, batch % limit == 0 else { return }
      let places = seen.withLock { seen in
        defer { seen = (nil, [:]) }
        return seen.thread == CurrentThread.number ? seen.counts.filter { $0.value >= watched - 1 }.keys.sorted() : []
      }
      precondition(
        places.isEmpty,
        """
        bind(to:) at \(places.joined(separator: " and at ")) set\(places.count > 1 ? "" : "s") properties in a circle, \(limit) times \
        in a row: each value causes the next. Bind removeDuplicates(), or use bindTwoWay(following:)
        """)
    }
  }
#endif
