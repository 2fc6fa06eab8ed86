/// How a property comes by its value: a root's, or a function of other sources'.
///
/// Reading asks the sources (so that what is derived is never behind), and remembers the answer for the revision it was
/// given for. Observing composes signals; only a combination needs more, see ``CombinedObservation``.
struct PropertySource<Value: Sendable>: Sendable {
  /// The value now, and a number that grows whenever the value may have changed.
  let current: @Sendable () -> (value: Value, revision: Int)
  /// That number alone.
  let revision: @Sendable () -> Int
  let signal: Signal<Value, Never>
  let changes: Signal<Value, Never>
  /// How a combination sees this source: its value for one observation, step by step.
  let probe: @Sendable (CombinedObservation) -> Probe<Value>
  /// What has to live as long as this.
  var owner: (any AnyObject & Sendable)?
}

extension PropertySource {
  /// A value that never changes.
  init(constant value: Value) {
    self.init(
      current: { (value, 0) },
      revision: { 0 },
      signal: .just(value),
      changes: .empty,
      probe: { _ in { (value, 0) } })
  }

  /// A root's value. Keeps the root, not the property it belongs to.
  init(_ root: PropertyRoot<Value>) {
    let signal = Signal<Value, Never>(work: { root.observe($0, $1) })
    self.init(
      current: { root.current },
      revision: { root.current.revision },
      signal: signal,
      changes: Signal(work: { root.observeChanges($0, $1) }),
      probe: { $0.input(ObjectIdentifier(root), root.value, signal) })
  }

  /// Any other property's. Without a revision of its own, it counts as changed whenever it is asked.
  init(opaque property: some PropertyProtocol<Value>) {
    let reads = Protected(0)
    self.init(
      current: {
        let number = reads.withLock { reads in
          reads += 1
          return reads
        }
        return (property.value, number)
      },
      revision: { reads.withLock { $0 } },
      signal: property.signal,
      changes: property.changes,
      probe: { $0.input(ObjectIdentifier(property), property.value, property.signal) })
  }

  func map<U: Sendable>(_ transform: @escaping @Sendable (Value) -> U) -> PropertySource<U> {
    let upstream = Link(self), memo = Memo<U>()
    return PropertySource<U>(
      current: {
        let (value, revision) = upstream.content.current()
        return memo(revision) { transform(value) }
      },
      revision: { upstream.content.revision() },
      signal: signal.map(transform),
      changes: changes.map(transform),
      probe: { observation in
        observation.derived(memo) {
          let input = upstream.content.probe(observation)
          return derive(input) { transform($0) }
        }
      })
  }

  func combine<U: Sendable, R: Sendable>(
    _ other: PropertySource<U>, _ transform: @escaping @Sendable (Value, U) -> R
  ) -> PropertySource<R> {
    let first = Link(self), second = Link(other), memo = Memo<R>()
    let probe: @Sendable (CombinedObservation) -> Probe<R> = { observation in
      observation.derived(memo) {
        let first = first.content.probe(observation), second = second.content.probe(observation)
        let both: Probe<(Value, U)> = {
          let (a, b) = (first(), second())
          return ((a.value, b.value), max(a.changed, b.changed))
        }
        return derive(both) { transform($0.0, $0.1) }
      }
    }
    return PropertySource<R>(
      current: {
        while true {
          let (a, revision) = first.content.current(), (b, otherRevision) = second.content.current()
          // Both may depend on one root: if the first has not moved, the second was read in the same state of it. It
          // moves only when somebody else has written.
          if first.content.revision() == revision { return memo(revision &+ otherRevision) { transform(a, b) } }
        }
      },
      revision: { first.content.revision() &+ second.content.revision() },
      signal: Signal(work: { CombinedObservation.start(probe, dropsFirst: false, $0, $1) }),
      changes: Signal(work: { CombinedObservation.start(probe, dropsFirst: true, $0, $1) }),
      probe: probe)
  }

  func removeDuplicates(by areEqual: @escaping @Sendable (Value, Value) -> Bool) -> PropertySource {
    let upstream = Link(self)
    let distinct = signal.removeDuplicates(by: areEqual)
    return PropertySource(
      current: { upstream.content.current() },
      revision: { upstream.content.revision() },
      signal: distinct,
      changes: distinct.dropFirst(1),
      probe: { observation in
        let input = upstream.content.probe(observation)
        var seen = input()
        var last = seen
        return {
          let now = input()
          if now.changed != seen.changed {
            seen = now
            if !areEqual(last.value, now.value) { last = now }
          }
          return last
        }
      })
  }

  func flatMap<U: Sendable>(_ transform: @escaping @Sendable (Value) -> Property<U>) -> PropertySource<U> {
    let upstream = Link(self), inner = Memo<Property<U>>(), revisions = PairNumbers(), identity = Identity()
    let signal = signal.flatMap(.latest) { value in
      let property = transform(value)
      return property.signal.keeping(property)
    }
    let current: @Sendable () -> (value: U, revision: Int) = {
      let (value, revision) = upstream.content.current()
      let property = inner(revision) { transform(value) }.value
      let (result, innerRevision) = property.source.current()
      return (result, revisions.number(of: revision, innerRevision))
    }
    return PropertySource<U>(
      current: current,
      revision: { current().revision },
      signal: signal,
      changes: signal.dropFirst(1),
      probe: { $0.input(ObjectIdentifier(identity), current().value, signal) })
  }
}

/// One source's value within one observation of a combination, and the step at which it last changed.
typealias Probe<Value> = () -> (value: Value, changed: Int)

/// A probe that computes its value again only when its input has changed.
private func derive<Input, Value>(
  _ input: @escaping Probe<Input>, _ compute: @escaping (Input) -> Value
) -> Probe<Value> {
  var known: (value: Value, changed: Int)?
  return {
    let (value, changed) = input()
    if let known, known.changed == changed { return known }
    let fresh = (compute(value), changed)
    known = fresh
    return fresh
  }
}

/// The last computed value and the revision it belongs to. The computation runs outside the lock.
private final class Memo<Value: Sendable>: Sendable {
  private let last = Protected<(value: Value, revision: Int)?>(nil)

  func callAsFunction(_ revision: Int, _ compute: () -> Value) -> (value: Value, revision: Int) {
    if let known = last.withLock({ $0 }), known.revision == revision { return known }
    let fresh = (value: compute(), revision: revision)
    let old = last.withLock { last in
      defer { last = fresh }
      return last
    }
    return withExtendedLifetime(old) { fresh }
  }
}

/// Numbers pairs of revisions: another pair, another number.
private struct PairNumbers: Sendable {
  private let last = Protected((first: -1, second: -1, number: 0))

  func number(of first: Int, _ second: Int) -> Int {
    last.withLock { last in
      if (last.first, last.second) != (first, second) { last = (first, second, last.number + 1) }
      return last.number
    }
  }
}

/// Something to tell apart by.
private final class Identity: Sendable {}

extension Signal {
  /// This signal, keeping `object` while it is observed.
  fileprivate func keeping(_ object: some AnyObject & Sendable) -> Self {
    chained { sink, scope in
      scope.add(Disposable { withExtendedLifetime(object) {} })
      run(sink, scope)
    }
  }
}
