/// A lock with the state it protects, for every target of the package. For cold paths. The closure must not call out, neither to
/// an observer nor to another closure.
@usableFromInline package final class Protected<State>: @unchecked Sendable {
  private let lock = PlatformLock()
  // Under the lock, one access at a time.
  @safe @exclusivity(unchecked) private var state: State

  @usableFromInline package init(_ state: State) { self.state = state }

  /// Runs `body` with the state, one at a time.
  @usableFromInline package func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
