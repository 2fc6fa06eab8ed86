import Synchronization

/// Ends something: an observation, a timer, a request. Disposing is idempotent and silent, and may be done from any
/// thread, an observer and a deinit included.
///
/// A disposable is also a composite: what is added to it is disposed with it, in the order it was added.
///
///     let screen = Disposable()
///     screen.add(title.observeValues { print($0) })
///     screen.dispose()  // nothing more is printed
///
/// What it has to do is in one word, for most have one thing to do:
///
/// | word          | meaning                                        | goes to                                            |
/// |---------------|------------------------------------------------|----------------------------------------------------|
/// | `0`           | nothing to do yet                              | a pointer (`add`), `1` (`dispose`)                 |
/// | a pointer     | one teardown, retained                         | a list (`add`), `1` (`dispose`): with its reference |
/// | a list, `+ 2` | teardowns, retained; stays until `deinit`, so that nobody's copy of the pointer dangles | `+ 3` (`dispose`) |
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

  deinit { Self.release(word.load(ordering: .acquiring)) }

  /// Whether it has been disposed.
  @inlinable public var isDisposed: Bool { word.load(ordering: .acquiring) & Mark.disposed != 0 }

  /// Disposes `child` together with this; at once, if this has been disposed already. Children that were disposed
  /// in the meantime are let go of. Complexity: O(1), amortised.
  public func add(_ child: Disposable) {
    if !child.isDisposed { add(Child(child)) }
  }

  /// Runs `body` when this is disposed; at once, if it has been already.
  package func onDispose(_ body: @escaping @Sendable () -> Void) { add(Hook(body)) }

  /// Ends it. Runs what was added, first added first; a second call does nothing.
  public func dispose() {
    guard let seen = close() else { return }
    if let one = Self.one(seen), one._withUnsafeGuaranteedRef({ $0.disposable == nil }) {
      one._withUnsafeGuaranteedRef { $0.run() }
      return one.release()
    }
    // A loop, for disposables may be nested deeply. What comes after `next` is waiting, the last of it is next.
    var waiting: [Teardown] = []
    var next = Self.take(seen, &waiting)
    while let teardown = next ?? waiting.popLast() {
      next = nil
      guard let child = teardown.disposable else {
        teardown.run()
        continue
      }
      if let seen = child.close() { next = Self.take(seen, &waiting) }
    }
  }

  /// Makes it disposed. Gives the word before, whose teardowns are now the caller's; nil if it was disposed already.
  private func close() -> UInt? {
    var seen = word.load(ordering: .acquiring)
    while seen & Mark.disposed == 0 {
      let closed = seen & Mark.list == 0 ? Mark.disposed : seen | Mark.disposed
      let attempt = word.compareExchange(expected: seen, desired: closed, ordering: .acquiringAndReleasing)
      if attempt.exchanged { return seen }
      seen = attempt.original
    }
    return nil
  }

  /// What a closed word held: one teardown, or more, which are put on the stack.
  private static func take(_ word: UInt, _ waiting: inout [Teardown]) -> Teardown? {
    guard let list = list(word) else { return one(word)?.takeRetainedValue() }
    waiting += list._withUnsafeGuaranteedRef { $0.close() }.reversed()
    return nil
  }

  @usableFromInline func add(_ teardown: Teardown) {
    var seen = word.load(ordering: .acquiring)
    while seen & Mark.disposed == 0 {
      if let list = Self.list(seen) {
        if list._withUnsafeGuaranteedRef({ $0.add(teardown) }) { return }
        break
      }
      let added = seen == 0 ? Self.word(of: teardown) : Self.word(of: Teardowns(teardown)) | Mark.list
      let attempt = word.compareExchange(expected: seen, desired: added, ordering: .acquiringAndReleasing)
      if attempt.exchanged {
        // What was alone before is ours by that, and goes to the head of the list.
        if let first = Self.one(seen)?.takeRetainedValue(), !first.isSpent, let list = Self.list(added) {
          if !list._withUnsafeGuaranteedRef({ $0.prepend(first) }) { first.run() }
        }
        return
      }
      Self.release(added)
      seen = attempt.original
    }
    teardown.run()
  }

  /// The object as a word that holds a reference. Objects are aligned to sixteen bytes, so the low bits are free.
  private static func word(of object: AnyObject) -> UInt {
    UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
  }

  private static func one(_ word: UInt) -> Unmanaged<Teardown>? {
    if word & (Mark.disposed | Mark.list) != 0 { return nil }
    return UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }
  }

  private static func list(_ word: UInt) -> Unmanaged<Teardowns>? {
    if word & Mark.list == 0 { return nil }
    return UnsafeRawPointer(bitPattern: word & ~(Mark.disposed | Mark.list)).map { .fromOpaque($0) }
  }

  /// Gives up the reference that a word holds.
  private static func release(_ word: UInt) {
    if let list = list(word) { list.release() } else { one(word)?.release() }
  }
}

extension Disposable {
  /// Disposes this when the bag goes.
  @discardableResult public func stored(in bag: DisposeBag) -> Self {
    bag.add(self)
    return self
  }
}
