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
/// Most disposables have a single teardown, so that needs no array and no lock: the word holds it. The word goes down this table,
/// and may skip rows:
///
/// | word       | meaning                                 |
/// |------------|-----------------------------------------|
/// | `nothing`  | nothing to do yet                       |
/// | a pointer  | a single teardown, retained             |
/// | `several`  | the teardowns in the array of that name |
/// | `disposed` | disposed                                |
public final class Disposable: @unchecked Sendable {
  // Mutable are the word, which is atomic, and the array, which a lock guards.
  @usableFromInline enum Word {
    static var nothing: UInt { 0 }
    static var several: UInt { 1 }
    @usableFromInline static var disposed: UInt { 2 }
  }
  @usableFromInline let word = Atomic<UInt>(Word.nothing)
  // Under the lock, one access at a time.
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

  deinit { _ = Self.takeTeardown(word.load(ordering: .acquiring)) }

  /// Whether this is disposed.
  @inlinable public var isDisposed: Bool { word.load(ordering: .acquiring) == Word.disposed }

  /// Disposes `child` together with this; at once, if this is disposed already. Children that are disposed meanwhile are
  /// released. Complexity: O(1), amortised.
  public func add(_ child: Disposable) {
    if !child.isDisposed { add(Child(child)) }
  }

  /// Runs `body` when this is disposed; at once, if it is disposed already.
  package func onDispose(_ body: @escaping @Sendable () -> Void) { add(Hook(body)) }

  @usableFromInline func add(_ teardown: Teardown) {
    if !setOnly(teardown) && !append(teardown) { teardown.run() }
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

  /// Marks this as disposed. Returns a single teardown; several go on the stack.
  private func close(onto waiting: inout [Teardown]) -> Teardown? {
    let last = word.exchange(Word.disposed, ordering: .acquiringAndReleasing)
    if last == Word.several {
      waiting += lock.withLock {
        defer { several = [] }
        return several
      }.reversed()
    }
    return Self.takeTeardown(last)
  }

  /// Makes `teardown` the single one; false if this is disposed or has a teardown already.
  private func setOnly(_ teardown: Teardown) -> Bool {
    if word.load(ordering: .relaxed) != Word.nothing { return false }
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
    return lock.withLock {
      let seen = word.load(ordering: .acquiring)
      if seen != Word.several {
        // Fails only if this is disposed meanwhile.
        if seen == Word.disposed
          || !word.compareExchange(expected: seen, desired: Word.several, ordering: .acquiringAndReleasing).exchanged
        {
          return false
        }
        several.reserveCapacity(4)
        if let first = Self.takeTeardown(seen) { several.append(first) }
      } else if several.count == several.capacity {
        spent = several
        several = spent.filter { !$0.isSpent }
        several.reserveCapacity(max(16, several.count * 2))
      }
      several.append(teardown)
      return true
    }
  }

  /// The teardown that the word held: the caller has exchanged the word, so its reference is the caller's.
  private static func takeTeardown(_ word: UInt) -> Teardown? {
    if word <= Word.disposed { return nil }
    return unsafe UnsafeRawPointer(bitPattern: word).map { unsafe Unmanaged.fromOpaque($0).takeRetainedValue() }
  }

  /// Guards `several`. There are sixteen locks for all disposables, because one for each would be another allocation.
  private var lock: Lock { Self.locks[Int(UInt(bitPattern: ObjectIdentifier(self)) >> 4 & 15)] }
  private static let locks = (0..<16).map { _ in Lock() }
  private final class Lock: Sendable {
    private let lock = PlatformLock()

    func withLock<Result>(_ body: () -> Result) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return body()
    }
  }
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
@safe final class Child: Teardown {
  // Holds one reference, retained in `init` and released in `deinit`: unmanaged only so that `deinit` can hand it over, because
  // disposables may be nested deeply.
  private let reference: Unmanaged<Disposable>
  private var child: Disposable { unsafe reference.takeUnretainedValue() }

  // Retained before this object is shared.
  init(_ disposable: Disposable) { unsafe reference = .passRetained(disposable) }

  // The reference that `init` retained.
  deinit { unsafe DeferredRelease.release(reference.takeRetainedValue()) }

  override func run() { child.dispose() }
  override var disposable: Disposable? { child }
  override var isSpent: Bool { child.isDisposed }
}
