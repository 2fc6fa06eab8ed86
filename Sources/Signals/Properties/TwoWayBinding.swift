extension MutableProperty {
  /// Keeps two properties equal: this takes the other's value at once, then each follows the other.
  ///
  /// A write is never echoed to the property it was made to, whatever `Value` is, and once the writes are over both are
  /// equal, concurrent writes to both included. The binding keeps neither alive and ends with either.
  ///
  /// - Returns: What ends it.
  public func bindTwoWay(to other: MutableProperty<Value>) -> Disposable {
    let disposable = Disposable()
    if self === other { return disposable }
    let link = TwoWayLink(binding, other.binding)
    lifetime.add(disposable)
    other.lifetime.add(disposable)
    disposable.add(other.changes.observe { _ in link.follow(.second) })
    disposable.add(changes.observe { _ in link.follow(.first) })
    link.follow(.second)
    return disposable
  }
}

/// Two properties and the revisions at which they were equal. Whichever has another revision now was written to since,
/// by somebody else than this, and the other takes its value.
private final class TwoWayLink<Value: Sendable>: @unchecked Sendable {
  enum Side { case first, second }

  private let first: any PropertyLens<Value>, second: any PropertyLens<Value>
  private let turn = Turn()
  // Touched by the owner of the turn only.
  private var equalAt: (first: Int, second: Int) = (-1, -1)

  init(_ first: any PropertyLens<Value>, _ second: any PropertyLens<Value>) {
    precondition(
      first.root !== second.root,
      "bindTwoWay(to:) was given two parts of one property; keep one part, and set both in its setter")
    self.first = first
    self.second = second
  }

  /// Makes both equal after a write to `side`.
  func follow(_ side: Side) {
    if turn.take() || turn.takeOrQueue({ self.copy(from: side) }) {
      copy(from: side)
      turn.leave()
    }
  }

  private func copy(from side: Side) {
    switch side {
    case .first:
      if let (read, written) = copy(from: first, unlessAt: equalAt.first, to: second) { equalAt = (read, written) }
    case .second:
      if let (read, written) = copy(from: second, unlessAt: equalAt.second, to: first) { equalAt = (written, read) }
    }
  }

  private func copy(
    from source: any PropertyLens<Value>, unlessAt equal: Int, to target: any PropertyLens<Value>
  ) -> (read: Int, written: Int)? {
    let (value, revision) = source.source.current()
    if revision == equal { return nil }
    let written = target.set(value)
    return (revision, written)
  }
}
