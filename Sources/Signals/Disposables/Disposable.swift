import Synchronization

/// Ends something: an observation, a timer, a request. Disposing is idempotent and silent, and may be done from any
/// thread, an observer and a deinit included.
///
/// A disposable is also a composite: what is added to it is disposed with it, in the order it was added.
///
///     let screen = Disposable()
///     screen.add(title.observeValues { print($0) })
///     screen.dispose()  // nothing more is printed
public final class Disposable: Sendable {
  // The first teardown, as a word: see `Slot`. One observation needs no more than this.
  @usableFromInline let first = Atomic<UInt>(Slot.empty)
  // Everything after the first: 0, or a retained `Teardowns` that stays until `deinit`, so that nobody's copy dangles.
  private let rest = Atomic<UInt>(0)

  /// The states of `first` besides a retained pointer. It leaves `empty` by compare-and-swap; whoever exchanges a
  /// pointer away owns the reference it carried.
  @usableFromInline enum Slot {
    @usableFromInline static var empty: UInt { 0 }
    @usableFromInline static var disposed: UInt { 1 }
    /// Taken out again: it stays so, which keeps the order of what comes after.
    static var vacated: UInt { 2 }

    static func reference(_ word: UInt) -> Unmanaged<Teardown>? {
      guard word > vacated, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
      return .fromOpaque(pointer)  // retained when it was put in
    }

    static func owned(_ word: UInt) -> Teardown? { reference(word)?.takeRetainedValue() }
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
    _ = Slot.owned(first.load(ordering: .acquiring))
    if let pointer = UnsafeRawPointer(bitPattern: rest.load(ordering: .acquiring)) {
      Unmanaged<Teardowns>.fromOpaque(pointer).release()  // retained in `makeRest`
    }
  }

  /// Whether it has been disposed.
  @inlinable public var isDisposed: Bool { first.load(ordering: .acquiring) == Slot.disposed }

  /// Disposes `child` together with this; at once, if this has been disposed already. Children that were disposed
  /// in the meantime are let go of. Complexity: O(1), amortised.
  public func add(_ child: Disposable) {
    if !child.isDisposed { add(Child(child)) }
  }

  /// Runs `body` when this is disposed; at once, if it has been already.
  package func onDispose(_ body: @escaping @Sendable () -> Void) { add(Hook(body)) }

  /// Ends it. Runs what was added, first added first; a second call does nothing.
  public func dispose() {
    let word = first.exchange(Slot.disposed, ordering: .sequentiallyConsistent)
    guard word != Slot.disposed else { return }
    if let first = Slot.reference(word) {
      if first._withUnsafeGuaranteedRef({ $0.disposable != nil }) {
        return Self.run(existingRest?.close() ?? [], after: first.takeRetainedValue())
      }
      first._withUnsafeGuaranteedRef { $0.run() }
      first.release()
    }
    existingRest?.run()
  }

  /// Runs teardowns and those of the disposables among them, in order. A loop, for disposables may be nested deeply.
  static func run(_ teardowns: consuming [Teardown], after first: Teardown? = nil) {
    // What comes after `next`; the last is the first to run.
    var waiting = teardowns
    waiting.reverse()
    var next = first
    while let teardown = next ?? waiting.popLast() {
      next = nil
      guard let child = teardown.disposable else {
        teardown.run()
        continue
      }
      let word = child.first.exchange(Slot.disposed, ordering: .sequentiallyConsistent)
      if word == Slot.disposed { continue }
      if let rest = child.existingRest { waiting += rest.close().reversed() }
      next = Slot.owned(word)
    }
  }

  @usableFromInline func add(_ teardown: Teardown) {
    let retained = Unmanaged.passRetained(teardown)
    let word = UInt(bitPattern: retained.toOpaque())
    if first.compareExchange(expected: Slot.empty, desired: word, ordering: .sequentiallyConsistent).exchanged {
      return
    }
    retained.release()
    guard !isDisposed, makeRest().add(teardown) else { return teardown.run() }
    // Either `dispose` has seen `rest`, or this sees that it was disposed: both are sequentially consistent.
    if first.load(ordering: .sequentiallyConsistent) == Slot.disposed { existingRest?.run() }
  }

  /// Lets go of a teardown that has nothing left to do, without running it.
  @usableFromInline func remove(_ teardown: Teardown) {
    let word = UInt(bitPattern: Unmanaged.passUnretained(teardown).toOpaque())
    if first.compareExchange(expected: word, desired: Slot.vacated, ordering: .acquiringAndReleasing).exchanged {
      _ = Slot.owned(word)
    } else {
      existingRest?.remove(teardown)
    }
  }

  private var existingRest: Teardowns? {
    guard let pointer = UnsafeRawPointer(bitPattern: rest.load(ordering: .sequentiallyConsistent)) else { return nil }
    return Unmanaged<Teardowns>.fromOpaque(pointer).takeUnretainedValue()  // stays until `deinit`
  }

  private func makeRest() -> Teardowns {
    if let existingRest { return existingRest }
    let made = Teardowns()
    let retained = Unmanaged.passRetained(made)
    let attempt = rest.compareExchange(
      expected: 0, desired: UInt(bitPattern: retained.toOpaque()), ordering: .sequentiallyConsistent)
    if attempt.exchanged { return made }
    retained.release()
    return existingRest ?? made
  }
}

extension Disposable {
  /// Disposes this when the bag goes.
  @discardableResult public func stored(in bag: DisposeBag) -> Self {
    bag.add(self)
    return self
  }
}
