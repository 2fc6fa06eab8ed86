public import Synchronization

/// Ends something: an observation, a timer, a request. Disposing is idempotent and silent, and may be done from any
/// thread, an observer and a deinit included.
///
/// A disposable is also a composite: what is added to it is disposed with it, in the order it was added.
///
///     let screen = Disposable()
///     screen.add(title.observeValues { print($0) })
///     screen.dispose()  // nothing more is printed
///
/// Its work is in one word, for most have one thing to do:
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

  /// One that has been disposed: for what is over when it is given.
  package static let disposed: Disposable = {
    let disposable = Disposable()
    disposable.dispose()
    return disposable
  }()

  /// A disposable that runs `onDispose`, once.
  public init(_ onDispose: @escaping @Sendable () -> Void) { add(Hook(onDispose)) }

  deinit {
    let last = word.load(ordering: .acquiring)
    if let list = Self.list(last) { list.release() } else { Self.one(last)?.release() }
  }

  /// Whether it has been disposed.
  @inlinable public var isDisposed: Bool { word.load(ordering: .acquiring) & Mark.disposed != 0 }

  /// Disposes `child` together with this; at once, if this has been disposed already. Children that were disposed
  /// in the meantime are released. Complexity: O(1), amortised.
  public func add(_ child: Disposable) {
    if !child.isDisposed { add(Child(child)) }
  }

  /// Runs `body` when this is disposed; at once, if it has been already.
  package func onDispose(_ body: @escaping @Sendable () -> Void) { add(Hook(body)) }

  /// Ends it. Runs what was added, first added first; a second call does nothing.
  public func dispose() {
    var waiting: [Teardown] = []
    var next = close(onto: &waiting)
    // Most have one thing to do.
    if waiting.isEmpty, let next, next.disposable == nil { return next.run() }
    // A loop, for disposables may be nested deeply. What comes after `next` is waiting, the last of it is next.
    while let teardown = next ?? waiting.popLast() {
      next = nil
      if let child = teardown.disposable { next = child.close(onto: &waiting) } else { teardown.run() }
    }
  }

  /// Makes it disposed. Gives what is to be run, unless it was disposed before: one teardown, or more, which are put on the
  /// stack.
  private func close(onto waiting: inout [Teardown]) -> Teardown? {
    var seen = word.load(ordering: .acquiring)
    while seen & Mark.disposed == 0 {
      let closed = seen & Mark.list == 0 ? Mark.disposed : seen | Mark.disposed
      let attempt = word.compareExchange(expected: seen, desired: closed, ordering: .acquiringAndReleasing)
      if !attempt.exchanged {
        seen = attempt.original
        continue
      }
      // The reference of one was the word's, and is ours now. A list goes in `deinit` only, and the caller keeps this alive.
      guard let list = Self.list(seen) else { return Self.one(seen)?.takeRetainedValue() }
      var teardowns = list._withUnsafeGuaranteedRef { $0.close() }
      teardowns.reverse()
      if waiting.isEmpty { waiting = teardowns } else { waiting += teardowns }
    }
    return nil
  }

  @usableFromInline func add(_ teardown: Teardown) {
    var seen = word.load(ordering: .acquiring)
    while seen & Mark.disposed == 0 {
      if let list = Self.list(seen) {
        // It goes in `deinit` only, and the caller keeps this alive.
        if list._withUnsafeGuaranteedRef({ $0.add(teardown) }) { return }
        break
      }
      if seen == 0 {
        if replace(&seen, with: teardown) { return }
      } else {
        // Put in place under its own lock, so that a thread that finds it finds in it what was there before.
        let list = Teardowns()
        let isFull = list.fill { () -> [Teardown]? in
          let before = seen
          guard replace(&seen, with: list, Mark.list), let first = Self.one(before) else { return nil }
          var both: [Teardown] = []
          both.reserveCapacity(4)  // more will come
          both.append(first.takeRetainedValue())  // the reference was the word's, and is ours now
          both.append(teardown)
          return both
        }
        if isFull { return }
      }
    }
    teardown.run()
  }

  /// Puts an object into the word, with a reference, if the word is as it was seen; else sees anew.
  private func replace(_ seen: inout UInt, with object: AnyObject, _ mark: UInt = 0) -> Bool {
    let reference = Unmanaged.passRetained(object)
    // Objects are aligned to sixteen bytes, so the low bits are free.
    let attempt = word.compareExchange(
      expected: seen, desired: UInt(bitPattern: reference.toOpaque()) | mark, ordering: .acquiringAndReleasing)
    if attempt.exchanged { return true }
    reference.release()
    seen = attempt.original
    return false
  }

  // References that are not counted, from the word. `one` is the word's own, and belongs to the caller that has exchanged the word;
  // a list stays until `deinit`. Both are used within methods that are not inlined into clients; their machine code retains before
  // each exchange.
  private static func one(_ word: UInt) -> Unmanaged<Teardown>? {
    if word & (Mark.disposed | Mark.list) != 0 { return nil }
    return UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }  // retained in `replace`
  }

  // Retained in `replace`, until `deinit`.
  private static func list(_ word: UInt) -> Unmanaged<Teardowns>? {
    if word & Mark.list == 0 { return nil }
    return UnsafeRawPointer(bitPattern: word & ~(Mark.disposed | Mark.list)).map { .fromOpaque($0) }
  }
}

/// One thing a ``Disposable`` does when it is disposed.
@usableFromInline class Teardown {
  @inlinable init() {}

  /// Does it. Called once: by the disposal, or when it is added to what is disposed already.
  @usableFromInline func run() {}

  /// What it disposes, if that is all it does.
  @usableFromInline var disposable: Disposable? { nil }

  /// Whether there is nothing left to do, so that it need not be kept.
  @usableFromInline var isSpent: Bool { false }
}

/// A closure.
final class Hook: Teardown {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  override func run() { body() }
}

/// Another disposable.
final class Child: Teardown {
  // Holds one reference, taken in `init` and given up in `deinit`: unmanaged only so that `deinit` can hand it over, for
  // disposables may be nested deeply.
  private let reference: Unmanaged<Disposable>
  private var child: Disposable { reference.takeUnretainedValue() }

  // Retained before this is shared.
  init(_ disposable: Disposable) { reference = .passRetained(disposable) }

  deinit { DeferredRelease.release(reference.takeRetainedValue()) }

  override func run() { child.dispose() }
  override var disposable: Disposable? { child }
  override var isSpent: Bool { child.isDisposed }
}

/// Teardowns in the order they came, until they are closed. What is spent is dropped whenever the list has doubled.
final class Teardowns: Sendable {
  private struct State {
    var live: [Teardown] = []
    var isClosed = false
    var pruneAt = 16
  }
  private let state = Protected(State())

  /// Begins with what `make` gives, under the lock; false if that is nothing.
  func fill(_ make: () -> [Teardown]?) -> Bool {
    state.withLock { state in
      guard let live = make() else { return false }
      state.live = live
      return true
    }
  }

  /// Keeps it; false if this has been closed already.
  func add(_ teardown: Teardown) -> Bool {
    var spent: [Teardown] = []  // released after unlocking, for a release may call out
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

  /// What is to be run; from now on, nothing is kept.
  func close() -> [Teardown] {
    state.withLock { state in
      defer { state.live = [] }
      state.isClosed = true
      return state.live
    }
  }
}
