/// The last computed value and the revision it belongs to. The computation runs outside the lock.
@usableFromInline final class Memo<Value: Sendable>: Sendable {
  @usableFromInline typealias Entry = (value: Value, revision: Int)
  private let last = Protected<Entry?>(nil)

  @usableFromInline init() {}

  /// What is remembered for that revision.
  @usableFromInline func known(_ revision: Int) -> Entry? {
    let last = last.withLock { $0 }
    return last.flatMap { $0.revision == revision ? $0 : nil }
  }

  /// What is remembered for that revision, or else what `compute` gives. Whoever asks for one revision gets one value, and
  /// what is newer stays.
  @usableFromInline func callAsFunction(_ revision: Int, _ compute: () -> Value) -> Entry {
    if let known = known(revision) { return known }
    let fresh = Entry(value: compute(), revision: revision)
    if revision == Revisions.unknown { return fresh }
    let (result, old) = last.withLock { last -> (Entry, Entry?) in
      let old = last
      if let old, old.revision == revision { return (old, nil) }
      if let old, old.revision > revision { return (fresh, nil) }
      last = fresh
      return (fresh, old)
    }
    return withExtendedLifetime(old) { result }
  }
}
