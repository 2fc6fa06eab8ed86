/// A lock with the state it protects, in one allocation, for every target of the package. For cold paths. The closure must not
/// call out, neither to an observer nor to another closure.
///
/// A platform lock in a `ManagedBuffer`: its address is stable, as a lock requires, and ThreadSanitizer understands it.
@usableFromInline package struct Protected<State>: Sendable {
  // Safe to send: the state is reached through `withLock` only, and the lock itself never moves.
  private nonisolated(unsafe) let buffer: Buffer

  @usableFromInline package init(_ state: State) {
    let buffer = Buffer.create(minimumCapacity: 1) { buffer in
      buffer.withUnsafeMutablePointerToElements { PlatformLock.initialize($0) }
      return state
    }
    self.buffer = unsafeDowncast(buffer, to: Buffer.self)  // `create` makes an instance of the class it is called on
  }

  /// Runs `body` with the state, one at a time.
  @usableFromInline package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The buffer outlives the call, and the lock orders every access to the header.
    try buffer.withUnsafeMutablePointers { (state, lock) throws(Failure) in
      PlatformLock.lock(lock)
      defer { PlatformLock.unlock(lock) }
      return try body(&state.pointee)
    }
  }

  private final class Buffer: ManagedBuffer<State, PlatformLock.Storage> {
    deinit { withUnsafeMutablePointerToElements { PlatformLock.destroy($0) } }
  }
}
