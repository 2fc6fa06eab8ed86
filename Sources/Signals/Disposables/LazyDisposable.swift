import Synchronization

/// A disposable that is made when somebody first asks for it. Most sources are never asked.
///
/// | word      | meaning                            | goes to                                            |
/// |-----------|------------------------------------|----------------------------------------------------|
/// | `0`       | not made                           | `1` (`dispose`), a pointer (`disposable`)          |
/// | `1`       | disposed before anybody asked      |                                                    |
/// | a pointer | made; retained until this goes     |                                                    |
@usableFromInline struct LazyDisposable: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  @inlinable init() {}

  deinit { Self.made(word.load(ordering: .acquiring))?.release() }

  @inlinable var isDisposed: Bool {
    let seen = word.load(ordering: .acquiring)
    // Fixed: where this is inlined into a client, its owner, who keeps what was made, could be released after the load.
    return withExtendedLifetime(self) { seen != 0 && Self.isDisposed(seen) }
  }

  /// The disposable, the same one each time.
  @usableFromInline var disposable: Disposable {
    let seen = word.load(ordering: .acquiring)
    if let made = Self.made(seen) { return made.takeUnretainedValue() }
    if seen != 0 { return .disposed }
    let fresh = Disposable()
    let reference = Unmanaged.passRetained(fresh)
    let attempt = word.compareExchange(
      expected: 0, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
    if attempt.exchanged { return fresh }
    reference.release()
    return Self.made(attempt.original)?.takeUnretainedValue() ?? .disposed
  }

  /// Disposes it, made or not.
  @usableFromInline func dispose() {
    let attempt = word.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing)
    if !attempt.exchanged { Self.made(attempt.original)?.takeUnretainedValue().dispose() }
  }

  @inlinable static func isDisposed(_ word: UInt) -> Bool {
    guard word != 1, let made = UnsafeRawPointer(bitPattern: word) else { return word == 1 }
    // Alive: the only caller that clients inline fixes the owner for the call, and the owner keeps what was made until `deinit`.
    return Unmanaged<Disposable>.fromOpaque(made)._withUnsafeGuaranteedRef { $0.isDisposed }
  }

  // A reference that is not counted: used within methods of this, which are not inlined into clients.
  private static func made(_ word: UInt) -> Unmanaged<Disposable>? {
    if word <= 1 { return nil }
    return UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }  // retained in `disposable`, until `deinit`
  }
}
