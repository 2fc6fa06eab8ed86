public import Synchronization

/// Ends an observation, a timer or a request. Disposing is idempotent and silent. Any thread may dispose, and so may an
/// observer or a deinit.
///
/// A disposable is also a composite: its children are disposed with it, in the order they were added.
///
///     let screen = Disposable()
///     screen.add(title.observeValues { print($0) })
///     screen.dispose()  // nothing more is printed
public final class Disposable: @unchecked Sendable {
  // Most disposables have a single teardown, so it is in a word that changes without a lock, and never back: nothing to do yet, the
  // retained pointer of a single teardown, several teardowns, disposed. A thread that exchanges the word owns what it held, so each
  // teardown is run by one thread.
  @usableFromInline enum Word {
    static var nothing: UInt { 0 }
    static var several: UInt { 1 }
    @usableFromInline static var disposed: UInt { 2 }
  }
  @usableFromInline let word = Atomic<UInt>(Word.nothing)
  // Under the lock, one access at a time; all else is atomic.
  @safe @exclusivity(unchecked) private var several: [Teardown] = []

  /// A disposable with nothing to do yet.
  public init() {}

  /// A disposable that is disposed already, for work that is over.
  package static let disposed: Disposable = {
    let disposable = Disposable()
    disposable.dispose()
    return disposable
  }()

  /// A disposable that runs `onDispose`, once.
  public init(_ onDispose: @escaping @Sendable () -> Void) { add(Hook(onDispose)) }

  // No other thread has this object any more.
  deinit { _ = Self.takeTeardown(word.load(ordering: .acquiring)) }

  /// Whether this is disposed.
  @inlinable public var isDisposed: Bool { word.load(ordering: .acquiring) == Word.disposed }

  /// Disposes `child` together with this; at once, if this is disposed already. Children that are disposed meanwhile are
  /// released. Complexity: O(1), amortised.
  public func add(_ child: Disposable) { if !child.isDisposed { add(Child(child)) } }

  /// Runs `body` when this is disposed; at once, if it is disposed already.
  package func onDispose(_ body: @escaping @Sendable () -> Void) { add(Hook(body)) }

  @usableFromInline func add(_ teardown: Teardown) {
    if !setOnly(teardown) && !append(teardown) { teardown.run() }
  }

  /// Disposes this and its children, in the order they were added. A second call does nothing.
  public func dispose() {
    var waiting: [Teardown] = []
    var next = close(onto: &waiting)
    // A loop, because disposables may be nested deeply. The last one of `waiting` comes next.
    while let teardown = next ?? waiting.popLast() {
      next = nil
      if let child = teardown.disposable { next = child.close(onto: &waiting) } else { teardown.run() }
    }
  }

  /// Marks this as disposed. Returns a single teardown; several go on the stack.
  private func close(onto waiting: inout [Teardown]) -> Teardown? {
    if isDisposed { return nil }
    let last = word.exchange(Word.disposed, ordering: .acquiringAndReleasing)
    if last == Word.several {
      waiting += withLock {
        defer { several = [] }
        return several
      }.reversed()
    }
    return Self.takeTeardown(last)
  }

  /// Makes `teardown` the single one; false if this is disposed or has a teardown already.
  private func setOnly(_ teardown: Teardown) -> Bool {
    if word.load(ordering: .relaxed) != Word.nothing { return false }
    // For the word, or released below.
    let reference = unsafe Unmanaged.passRetained(teardown)
    let isSet = unsafe word.compareExchange(
      expected: Word.nothing, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing
    ).exchanged
    if !isSet { unsafe reference.release() }
    return isSet
  }

  /// Adds a teardown after the earlier ones; false if this is disposed. A disposal that comes meanwhile waits for the lock.
  private func append(_ teardown: Teardown) -> Bool {
    var spent: [Teardown] = []  // released after unlocking, because a release may call out
    defer { withExtendedLifetime(spent) {} }
    return withLock {
      if !gather() { return false }
      if several.count == several.capacity {
        spent = several
        several = spent.filter { !$0.isSpent }
        several.reserveCapacity(max(16, several.count * 2))
      }
      several.append(teardown)
      return true
    }
  }

  /// Under the lock: moves a single teardown to `several`; false if this is disposed.
  private func gather() -> Bool {
    let seen = word.load(ordering: .acquiring)
    if seen == Word.several { return true }
    // The exchange fails only if this is disposed meanwhile.
    guard seen != Word.disposed,
      word.compareExchange(expected: seen, desired: Word.several, ordering: .acquiringAndReleasing).exchanged
    else { return false }
    several.reserveCapacity(4)
    if let first = Self.takeTeardown(seen) { several.append(first) }
    return true
  }

  /// Whether an observation of ``Signal/never`` is among the observations that this ends.
  var endsNever: Bool {
    var open = [self]
    while let next = open.popLast() {
      let (isNever, children) = next.withLock { () -> (Bool, [Disposable]) in
        if next.word.load(ordering: .acquiring) == Word.nothing || !next.gather() { return (false, []) }
        return (next.several.contains { $0 is NeverMark }, next.several.compactMap(\.disposable))
      }
      if isNever { return true }
      open += children
    }
    return false
  }

  /// The teardown that the word held, with the word's reference: only for the thread that has exchanged the word.
  private static func takeTeardown(_ word: UInt) -> Teardown? {
    if word <= Word.disposed { return nil }
    // Retained in `setOnly`.
    return unsafe UnsafeRawPointer(bitPattern: word).map { unsafe Unmanaged.fromOpaque($0).takeRetainedValue() }
  }

  /// Runs `body` with the lock of `several`: one of sixteen, because a lock for each disposable would be another allocation.
  private func withLock<Result>(_ body: () -> Result) -> Result {
    let shared = Self.locks[Int(UInt(bitPattern: ObjectIdentifier(self)) >> 4 & 15)]
    shared.lock.lock()
    defer { shared.lock.unlock() }
    return body()
  }
  private static let locks = (0..<16).map { _ in SharedLock() }
  private final class SharedLock: Sendable { let lock = PlatformLock() }
}

/// One piece of work of a ``Disposable`` at its disposal.
@usableFromInline class Teardown {
  @inlinable init() {}

  /// Runs the teardown. Called once: by the disposal, or when it is added to a disposed disposable.
  @usableFromInline func run() {}

  /// The child that it disposes, if that is its only work.
  @usableFromInline var disposable: Disposable? { nil }

  /// Whether it has no work left, so that it can be released.
  @usableFromInline var isSpent: Bool { false }
}

/// Marks an observation of ``Signal/never``: it waits on purpose. It has no state, so all observations share one.
@usableFromInline final class NeverMark: Teardown, @unchecked Sendable {
  @usableFromInline static let shared = NeverMark()
}

/// A teardown that calls a closure.
final class Hook: Teardown {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func run() { body() }
}

/// A teardown that disposes another disposable.
final class Child: Teardown {
  // Not nil before `deinit`, which hands it over, because disposables may be nested deeply. Changed there only.
  @safe @exclusivity(unchecked) private var child: Disposable?

  init(_ child: Disposable) { self.child = child }

  deinit { DeferredRelease.release(&child, leaving: nil) }

  override func run() { child?.dispose() }
  override var disposable: Disposable? { child }
  override var isSpent: Bool { child?.isDisposed ?? true }
}
