/// A lock with the state it protects, in one allocation, for every target of the package. For cold paths. The closure must not
/// call out, neither to an observer nor to another closure.
///
/// A platform lock in a `ManagedBuffer`: its address is stable, as a lock requires, and ThreadSanitizer understands it.
@usableFromInline package struct Protected<State>: Sendable {
  // Safe to send: the state is reached through `withLock` only, and the lock itself never moves.
  @safe private nonisolated(unsafe) let buffer: Buffer

  @usableFromInline package init(_ state: State) {
    // The lock is initialised before any other thread has the buffer.
    let buffer = unsafe Buffer.create(minimumCapacity: 1) { buffer in
      unsafe buffer.withUnsafeMutablePointerToElements { unsafe PlatformLock.initialize($0) }
      return state
    }
    // `create` makes an instance of the class it is called on.
    self.buffer = unsafe unsafeDowncast(buffer, to: Buffer.self)
  }

  /// Runs `body` with the state, one at a time.
  @usableFromInline package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The buffer outlives the call, and the lock orders every access to the header.
    unsafe try buffer.withUnsafeMutablePointers { (state, lock) throws(Failure) in
      unsafe PlatformLock.lock(lock)
      defer { unsafe PlatformLock.unlock(lock) }
      return unsafe try body(&state.pointee)
    }
  }

  @safe private final class Buffer: ManagedBuffer<State, PlatformLock.Storage> {
    // Initialised when the buffer was created; no other thread has it any more.
    deinit { unsafe withUnsafeMutablePointerToElements { unsafe PlatformLock.destroy($0) } }
  }
}
