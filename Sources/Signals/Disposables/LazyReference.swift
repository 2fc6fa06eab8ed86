import Synchronization

/// An object that is made when somebody first asks for it, and stays as long as this: most of what a command or a router
/// offers is never asked for. The word is 0 or a retained pointer; it changes once.
///
/// Asking and looking are sequentially consistent: where an owner says that it has ended and then looks whether the object was
/// made, and who asks makes it and then looks whether the owner has ended, one of the two sees the other.
@usableFromInline package struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable package init() {}

  deinit { Self.object(word.load(ordering: .acquiring))?.release() }

  /// The object, if it was asked for.
  @inlinable package var made: Object? {
    // Fixed: where this is inlined into a client, its owner, who keeps the object, could be released after the load.
    withExtendedLifetime(self) { Self.object(word.load(ordering: .sequentiallyConsistent))?.takeUnretainedValue() }
  }

  /// The object, the same one each time.
  @usableFromInline package func callAsFunction(_ make: () -> Object) -> Object {
    if let made { return made }
    let reference = Unmanaged.passRetained(make())
    let attempt = word.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .sequentiallyConsistent)
    guard let first = Self.object(attempt.original) else { return reference.takeUnretainedValue() }
    // Somebody else was first.
    reference.release()
    return first.takeUnretainedValue()
  }

  // A reference that is not counted: each caller uses it while this is alive, and this keeps the object until `deinit`.
  @inlinable static func object(_ word: UInt) -> Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }  // retained when it was put in, until `deinit`
  }
}
