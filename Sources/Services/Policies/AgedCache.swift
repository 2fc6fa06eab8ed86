import Signals

/// Answers that are good for a while.
public final class AgedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let value: Value
    let time: Duration
  }
  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    /// How often something was forgotten: what was asked for before that is not kept.
    var forgotten = 0
  }
  private let state = Protected(State())
  private let age: Duration
  private let count: Int
  private let scheduler: any Scheduler

  /// - Parameters:
  ///   - age: how long a value is good.
  ///   - count: the most values there are; the oldest one goes first.
  ///   - scheduler: whose clock it is.
  public init(age: Duration, count: Int = 100, on scheduler: any Scheduler) {
    self.age = age
    self.count = count
    self.scheduler = scheduler
  }

  /// The value for `key` if there is a good one, else what `signal` gives, which is kept if `isKept`.
  public func caching<Failure: Error>(
    _ key: Key, _ signal: Signal<Value, Failure>, if isKept: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Signal<Value, Failure> {
    .deferred { [self] in
      if let value = value(key) { return .just(value) }
      let forgotten = state.withLock { $0.forgotten }
      return signal.doNext { [self] value in
        if isKept(value) { keep(value, for: key, unlessSince: forgotten) }
      }
    }
  }

  /// Forgets the value for `key`, and what is being asked for now.
  public func forget(_ key: Key) {
    state.withLock { state in
      state.entries[key] = nil
      state.forgotten += 1
    }
  }

  /// Forgets everything, and what is being asked for now.
  public func forgetAll() {
    state.withLock { state in
      state.entries = [:]
      state.forgotten += 1
    }
  }

  private func value(_ key: Key) -> Value? {
    let now = scheduler.now
    return state.withLock { state in
      guard let entry = state.entries[key] else { return nil }
      if now - entry.time < age { return entry.value }
      state.entries[key] = nil
      return nil
    }
  }

  private func keep(_ value: Value, for key: Key, unlessSince forgotten: Int) {
    let now = scheduler.now
    state.withLock { state in
      guard state.forgotten == forgotten else { return }
      state.entries[key] = Entry(value: value, time: now)
      guard state.entries.count > count else { return }
      if let oldest = state.entries.min(by: { $0.value.time < $1.value.time }) { state.entries[oldest.key] = nil }
    }
  }
}

extension HTTPTransport {
  /// Gives the answer of a request again for as long as `age`, without sending it. Only what was asked for with success is
  /// kept, in memory. A request that changes something is always sent, and makes everything be forgotten however it ends: one
  /// that failed, or was given up, may have been served all the same.
  public func cached(for age: Duration, count: Int = 100, on scheduler: any Scheduler) -> some HTTPTransport {
    let cache = AgedCache<HTTPRequest, HTTPResponse>(age: age, count: count, on: scheduler)
    return AnyTransport { request in
      guard request.isReading else {
        // Before anybody hears of the end; and when nobody does.
        return send(request).doNext { _ in cache.forgetAll() }.doError { _ in cache.forgetAll() }
          .doCompleted { cache.forgetAll() }.doFinally { cache.forgetAll() }
      }
      return cache.caching(request, send(request), if: { $0.status == 200 })
    }
  }
}
