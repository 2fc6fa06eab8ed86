import Signals

/// Lets at most so many signals run at a time; the others wait for their turn, first come, first served.
public final class ConcurrencyLimit: Sendable {
  private struct State: Sendable {
    var free: Int
    /// What waits, by the number it has drawn; a number may be gone because nobody waits any more.
    var waiting: [Int: @Sendable () -> Void] = [:]
    var drawn = 0
    var called = 0
    var isCalling = false

    mutating func next() -> (@Sendable () -> Void)? {
      guard free > 0 else { return nil }
      while called < drawn {
        called += 1
        if let start = waiting.removeValue(forKey: called) {
          free -= 1
          return start
        }
      }
      return nil
    }
  }
  private let state: Protected<State>

  /// - Parameter count: how many may run at a time; less than one counts as one.
  public init(_ count: Int) { state = Protected(State(free: max(count, 1))) }

  /// The same signal, begun when it is its turn. Disposing it gives its place to the next, whether it has begun or not.
  public func limiting<Value: Sendable, Failure: Error>(_ signal: Signal<Value, Failure>) -> Signal<Value, Failure> {
    Signal { [self] emitter in
      let place = Protected(Place.waiting)
      let number = state.withLock { state in
        state.drawn += 1
        state.waiting[state.drawn] = {
          // Given up at the very moment it was called.
          guard place.withLock({ $0.take() }) else { return self.release() }
          emitter.disposable.add(signal.observe { emitter.emit($0) })
        }
        return state.drawn
      }
      emitter.disposable.add(
        Disposable {
          _ = self.state.withLock { $0.waiting.removeValue(forKey: number) }
          if place.withLock({ $0.leave() }) { self.release() }
        })
      call()
    }
  }

  private enum Place {
    case waiting, running, left

    mutating func take() -> Bool {
      defer { if self == .waiting { self = .running } }
      return self == .waiting
    }

    /// Whether there was a place to give back.
    mutating func leave() -> Bool {
      defer { self = .left }
      return self == .running
    }
  }

  private func release() {
    state.withLock { $0.free += 1 }
    call()
  }

  /// Begins what may begin; in a loop, so that a million signals that end at once need no more stack than one.
  private func call() {
    guard
      state.withLock({ state in
        defer { state.isCalling = true }
        return !state.isCalling
      })
    else { return }
    while let start = state.withLock({ state in
      let next = state.next()
      if next == nil { state.isCalling = false }
      return next
    }) { start() }
  }
}

extension HTTPTransport {
  /// Sends at most `count` requests at a time; the others wait for their turn.
  public func limited(to count: Int) -> some HTTPTransport {
    let limit = ConcurrencyLimit(count)
    return AnyTransport { limit.limiting(send($0)) }
  }
}
