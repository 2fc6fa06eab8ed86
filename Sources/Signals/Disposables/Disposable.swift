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
/// Its teardowns are in one word, because most disposables have a single one:
///
/// | word          | meaning                                        | goes to                                            |
/// |---------------|------------------------------------------------|----------------------------------------------------|
/// | `0`           | nothing to do yet                              | a pointer (`add`), `1` (`dispose`)                 |
/// | a pointer     | one teardown, retained                         | a list (`add`), `1` (`dispose`): with its reference |
/// | a list, `+ 2` | teardowns, retained; stays until `deinit`, so that no copy of the pointer dangles | `+ 3` (`dispose`) |
/// | odd           | disposed                                       |                                                    |
public final class Disposable: Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  @usableFromInline enum Mark {
    @usableFromInline static var disposed: UInt { 1 }
    static var list: UInt { 2 }
  }

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

  deinit {
    let last = word.load(ordering: .acquiring)
    // The word's reference: no other thread has this object any more.
    if let list = unsafe Self.list(last) { unsafe list.release() } else { unsafe Self.one(last)?.release() }
  }

  /// Whether this is disposed.
  @inlinable public var isDisposed: Bool { word.load(ordering: .acquiring) & Mark.disposed != 0 }

  /// Disposes `child` together with this; at once, if this is disposed already. Children that are disposed meanwhile are
  /// released. Complexity: O(1), amortised.
  public func add(_ child: Disposable) {
    if !child.isDisposed { add(Child(child)) }
  }

  /// Runs `body` when this is disposed; at once, if it is disposed already.
  package func onDispose(_ body: @escaping @Sendable () -> Void) { add(Hook(body)) }

  /// Disposes this and its children, in the order they were added. A second call does nothing.
  public func dispose() {
    var waiting: [Teardown] = []
    var next = close(onto: &waiting)
    // Most disposables have a single teardown.
    if waiting.isEmpty, let next, next.disposable == nil { return next.run() }
    // A loop, because disposables may be nested deeply. Teardowns after `next` wait on a stack, whose last element comes next.
    while let teardown = next ?? waiting.popLast() {
      next = nil
      if let child = teardown.disposable { next = child.close(onto: &waiting) } else { teardown.run() }
    }
  }

  /// Marks this as disposed. Returns the teardown to run, unless this was disposed before; several teardowns go on the stack.
  private func close(onto waiting: inout [Teardown]) -> Teardown? {
    var seen = word.load(ordering: .acquiring)
    while seen & Mark.disposed == 0 {
      let closed = seen & Mark.list == 0 ? Mark.disposed : seen | Mark.disposed
      let attempt = word.compareExchange(expected: seen, desired: closed, ordering: .acquiringAndReleasing)
      if !attempt.exchanged {
        seen = attempt.original
        continue
      }
      // The word's reference to a single teardown is ours now. A list is released in `deinit` only, and the caller keeps this
      // alive.
      guard let list = unsafe Self.list(seen) else { return unsafe Self.one(seen)?.takeRetainedValue() }
      var teardowns = unsafe list._withUnsafeGuaranteedRef { $0.close() }
      teardowns.reverse()
      if waiting.isEmpty { waiting = teardowns } else { waiting += teardowns }
    }
    return nil
  }

  @usableFromInline func add(_ teardown: Teardown) {
    var seen = word.load(ordering: .acquiring)
    while seen & Mark.disposed == 0 {
      // The list is released in `deinit` only, and the caller keeps this alive.
      if let list = unsafe Self.list(seen) {
        if unsafe list._withUnsafeGuaranteedRef({ $0.add(teardown) }) { return }
        break
      }
      if seen == 0 {
        if replace(&seen, with: teardown) { return }
      } else {
        // Put in place under its own lock, so a thread that finds the list also finds the earlier teardown in it.
        let list = Teardowns()
        let isFull = list.fill { () -> [Teardown]? in
          let before = seen
          guard replace(&seen, with: list, Mark.list), let first = unsafe Self.one(before) else { return nil }
          var both: [Teardown] = []
          both.reserveCapacity(4)  // more will come
          unsafe both.append(first.takeRetainedValue())  // the reference was the word's, and is ours now
          both.append(teardown)
          return both
        }
        if isFull { return }
      }
    }
    teardown.run()
  }

  /// Puts a retained object into the word, if the word is still as it was seen; otherwise reads the word again.
  private func replace(_ seen: inout UInt, with object: AnyObject, _ mark: UInt = 0) -> Bool {
    let reference = unsafe Unmanaged.passRetained(object)
    // Objects are aligned to sixteen bytes, so the low bits are free.
    let attempt = unsafe word.compareExchange(
      expected: seen, desired: UInt(bitPattern: reference.toOpaque()) | mark, ordering: .acquiringAndReleasing)
    if attempt.exchanged { return true }
    unsafe reference.release()
    seen = attempt.original
    return false
  }

  // Uncounted references from the word. `one` is the word's own reference, and belongs to the caller that has exchanged the
  // word. A list stays until `deinit`. Both are used within methods that are not inlined into clients, whose machine code
  // retains before each exchange.
  private static func one(_ word: UInt) -> Unmanaged<Teardown>? {
    if word & (Mark.disposed | Mark.list) != 0 { return nil }
    return unsafe UnsafeRawPointer(bitPattern: word).map { unsafe .fromOpaque($0) }  // retained in `replace`
  }

  // Retained in `replace`, until `deinit`.
  private static func list(_ word: UInt) -> Unmanaged<Teardowns>? {
    if word & Mark.list == 0 { return nil }
    return unsafe UnsafeRawPointer(bitPattern: word & ~(Mark.disposed | Mark.list)).map { unsafe .fromOpaque($0) }
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

/// Teardowns in the order they came, until the list is closed. Spent ones are dropped each time the list has doubled.
final class Teardowns: Sendable {
  private struct State {
    var live: [Teardown] = []
    var isClosed = false
    var pruneAt = 16
  }
  private let state = Protected(State())

  /// Fills the list with the result of `make`, under the lock; false if that is nil.
  func fill(_ make: () -> [Teardown]?) -> Bool {
    state.withLock { state in
      guard let live = make() else { return false }
      state.live = live
      return true
    }
  }

  /// Adds a teardown; false if the list is closed already.
  func add(_ teardown: Teardown) -> Bool {
    var spent: [Teardown] = []  // released after unlocking, because a release may call out
    defer { withExtendedLifetime(spent) {} }
    return state.withLock { state in
      if state.isClosed { return false }
      if state.live.count >= state.pruneAt {
        spent = state.live
        state.live = spent.filter { !$0.isSpent }
        state.pruneAt = max(16, state.live.count * 2)
      }
      state.live.append(teardown)
      return true
    }
  }

  /// Closes the list and returns the teardowns to run.
  func close() -> [Teardown] {
    state.withLock { state in
      defer { state.live = [] }
      state.isClosed = true
      return state.live
    }
  }
}
