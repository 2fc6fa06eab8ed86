public import Synchronization

/// An object that is created on first access and lives as long as this. Most signals and properties of a source, a command or a
/// router are never used. The word is 0 or a retained pointer; it changes once.
///
/// Accesses are sequentially consistent, so one sees the other: an owner that marks its end and then looks for the object, or a thread
/// that creates the object and then looks for the end.
@usableFromInline package struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable package init() {}

  // The reference that the word holds.
  deinit { unsafe Self.object(word.load(ordering: .acquiring))?.release() }

  /// The object, if it exists.
  @inlinable package var made: Object? {
    // Fixed: inlined into a client, its owner, which keeps the object alive, could be released after the load.
    withExtendedLifetime(self) {
      unsafe Self.object(word.load(ordering: .sequentiallyConsistent))?.takeUnretainedValue()
    }
  }

  /// The object, the same one each time.
  @usableFromInline package func callAsFunction(_ make: () -> Object) -> Object {
    if let made { return made }
    let reference = unsafe Unmanaged.passRetained(make())
    let attempt = unsafe word.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .sequentiallyConsistent)
    guard let first = unsafe Self.object(attempt.original) else { return unsafe reference.takeUnretainedValue() }
    // Another thread was first.
    unsafe reference.release()
    return unsafe first.takeUnretainedValue()
  }

  // An uncounted reference: each caller uses it while this is alive, and this keeps the object alive until `deinit`.
  @inlinable static func object(_ word: UInt) -> Unmanaged<Object>? {
    unsafe UnsafeRawPointer(bitPattern: word).map { unsafe .fromOpaque($0) }
  }
}

/// A disposable that is created on first access.
extension LazyReference<Disposable> {
  @usableFromInline var disposable: Disposable { self { Disposable() } }

  @inlinable var isDisposed: Bool {
    // Fixed, as in `made`: the object is alive during the call.
    withExtendedLifetime(self) {
      unsafe Self.object(word.load(ordering: .acquiring))?._withUnsafeGuaranteedRef { $0.isDisposed } ?? false
    }
  }

  /// Disposes it. If it does not exist yet, a disposed one takes its place.
  @usableFromInline func dispose() { self { .disposed }.dispose() }
}
