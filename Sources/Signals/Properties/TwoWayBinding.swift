import Synchronization

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
    link.start()
    return disposable
  }
}

/// Which write a value comes from. Of two stamps, the greater is of the later write.
///
/// A write by the user gets a fresh one; a copy made by a binding has that of what it copies. So a value is never copied to
/// where it has been already, however properties are bound in circles, and when the writes are over, all have the last.
@usableFromInline enum WriteStamp {
  private static let last = Atomic(0)

  /// A stamp greater than all before.
  @usableFromInline static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

/// Two properties, and the last write that was brought from one to the other.
private final class TwoWayLink<Value: Sendable>: @unchecked Sendable {
  enum Side { case first, second }

  private let first: any PropertyLens<Value>, second: any PropertyLens<Value>
  private let turn = Turn()
  // Touched by the owner of the turn only.
  private var last = 0

  init(_ first: any PropertyLens<Value>, _ second: any PropertyLens<Value>) {
    precondition(
      first.root !== second.root,
      "bindTwoWay(to:) was given two parts of one property; keep one part, and set both in its setter")
    self.first = first
    self.second = second
  }

  /// The second leads: its value counts as just written.
  func start() {
    turn.perform {
      self.first.restamp()
      let (value, stamp) = self.second.restamp()
      self.last = stamp
      self.first.copy(value, stamp)
    }
  }

  /// Makes both equal after a write to `side`.
  func follow(_ side: Side) {
    turn.perform {
      let (source, target) = side == .first ? (self.first, self.second) : (self.second, self.first)
      let (value, stamp) = source.stamped
      if stamp <= self.last { return }
      self.last = stamp
      target.copy(value, stamp)
    }
  }
}
