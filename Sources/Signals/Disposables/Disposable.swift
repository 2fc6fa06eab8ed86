public import Synchronization

/// Ends an observation, a timer or a request. Disposing is idempotent and silent. Any thread may dispose, and so may an
/// observer or a deinit.
///
/// A disposable is also a composite: its children are disposed with it, in the order they were added.
///
///     let screen = Disposable()
///     screen.add(title.observeValues { print($0) })
///     screen.dispose()  // nothing more is printed
///
/// Most disposables have a single teardown, so an array is needed only for more. The thread that marks it as disposed takes the
/// teardowns, so each is run by one thread.
public final class Disposable: @unchecked Sendable {
  /// Set under the lock, once.
  @usableFromInline let isOver = Atomic(false)
  // In the order they were added. Under the lock, one access at a time.
  @safe @exclusivity(unchecked) private var first: Teardown?
  @safe @exclusivity(unchecked) private var others: [Teardown] = []

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

  /// Whether this is disposed.
  @inlinable public var isDisposed: Bool { isOver.load(ordering: .acquiring) }

  /// Disposes `child` together with this; at once, if this is disposed already. Children that are disposed meanwhile are
  /// released. Complexity: O(1), amortised.
  public func add(_ child: Disposable) {
    if !child.isDisposed { add(Child(child)) }
  }

  /// Runs `body` when this is disposed; at once, if it is disposed already.
  package func onDispose(_ body: @escaping @Sendable () -> Void) { add(Hook(body)) }

  @usableFromInline func add(_ teardown: Teardown) {
    if !append(teardown) { teardown.run() }
  }

  /// Disposes this and its children, in the order they were added. A second call does nothing.
  public func dispose() {
    var waiting: [Teardown] = []
    var next = close(onto: &waiting)
    // A loop, because disposables may be nested deeply. Teardowns after `next` wait on a stack, whose last element comes next.
    while let teardown = next ?? waiting.popLast() {
      next = nil
      if let child = teardown.disposable { next = child.close(onto: &waiting) } else { teardown.run() }
    }
  }

  /// Marks this as disposed. Returns the first teardown; the others go on the stack.
  private func close(onto waiting: inout [Teardown]) -> Teardown? {
    if isDisposed { return nil }
    return withLock {
      if isDisposed { return nil }
      isOver.store(true, ordering: .releasing)
      if !others.isEmpty { waiting += others.reversed() }
      defer { (first, others) = (nil, []) }
      return first
    }
  }

  /// Adds a teardown after the earlier ones; false if this is disposed.
  private func append(_ teardown: Teardown) -> Bool {
    if isDisposed { return false }
    var spent: [Teardown] = []  // released after unlocking, because a release may call out
    defer { withExtendedLifetime(spent) {} }
    return withLock {
      if isDisposed { return false }
      if first == nil {
        first = teardown
        return true
      }
      if others.count == others.capacity {
        spent = others
        others = spent.filter { !$0.isSpent }
        others.reserveCapacity(max(4, others.count * 2))
      }
      others.append(teardown)
      return true
    }
  }

  /// Runs `body` with the lock of this. All disposables share sixteen locks, because a lock for each would be another
  /// allocation.
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
