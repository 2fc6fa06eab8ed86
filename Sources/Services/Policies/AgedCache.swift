public import Signals

/// A cache whose values expire after a time.
public final class AgedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State: Sendable {
    var entries: [Key: (value: Value, time: Duration, number: Int)] = [:]
    /// Counts the kept values. The oldest one has the least number; several may have the same time.
    var kept = 0
    /// Counts the calls of `forget` and `forgetAll`: a value requested before the last one is not kept.
    var forgotten = 0
  }
  private let state = Protected(State())
  private let age: Duration
  private let count: Int
  private let scheduler: any Scheduler

  /// - Parameters:
  ///   - age: the time after which a value expires.
  ///   - count: the largest number of values; the oldest one is dropped first.
  ///   - scheduler: the scheduler that measures the age.
  public init(age: Duration, count: Int = 100, on scheduler: any Scheduler) {
    self.age = age
    self.count = count
    self.scheduler = scheduler
  }

  /// The cached value for `key`, or else the values of `signal`. The cache keeps the last of them for which `isKept` is true.
  public func caching<Failure: Error>(
    _ key: Key, _ signal: Signal<Value, Failure>, if isKept: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Signal<Value, Failure> {
    caching(key, signal, if: isKept, while: { _ in true })
  }

  /// - Parameter isGood: whether a cached value may be reused.
  func caching<Failure: Error>(
    _ key: Key, _ signal: Signal<Value, Failure>, if isKept: @escaping @Sendable (Value) -> Bool,
    while isGood: @escaping @Sendable (Value) -> Bool
  ) -> Signal<Value, Failure> {
    .deferred { [self] in
      let now = scheduler.now
      let (entry, forgotten) = state.withLock { ($0.entries[key], $0.forgotten) }
      if let entry, now - entry.time < age, isGood(entry.value) { return .just(entry.value) }
      return signal.doNext { [self] value in
        if isKept(value) { keep(value, for: key, unlessSince: forgotten) }
      }
    }
  }

  /// Forgets the value for `key`, and keeps no value that is being requested now.
  public func forget(_ key: Key) {
    state.withLock { state in
      state.entries[key] = nil
      state.forgotten += 1
    }
  }

  /// Forgets all values, and keeps no value that is being requested now.
  public func forgetAll() {
    state.withLock { $0 = State(forgotten: $0.forgotten + 1) }
  }

  private func keep(_ value: Value, for key: Key, unlessSince forgotten: Int) {
    let now = scheduler.now
    state.withLock { state in
      guard state.forgotten == forgotten else { return }
      state.kept += 1
      state.entries[key] = (value, now, state.kept)
      guard state.entries.count > count else { return }
      if let oldest = state.entries.min(by: { $0.value.number < $1.value.number }) { state.entries[oldest.key] = nil }
    }
  }
}

extension HTTPTransport {
  /// Answers a repeated GET or HEAD request from memory until the answer's `age` is over. Only answers of 200 without `no-store` are
  /// cached. An answer to a request with an ``AccessToken`` expires with the token, so that after ``AccessToken/forget()`` no user
  /// gets the answers of another.
  ///
  /// Any other request is always sent and clears the cache, even if it fails or is cancelled: the server may have executed it.
  public func cached(for age: Duration, count: Int = 100, on scheduler: any Scheduler) -> some HTTPTransport {
    let cache = AgedCache<HTTPRequest, HTTPResponse>(age: age, count: count, on: scheduler)
    return AnyTransport { request in
      guard request.isReading else {
        // Clears the cache before an observer is notified of the end, and also on disposal.
        return send(request).doNext { _ in cache.forgetAll() }.doError { _ in cache.forgetAll() }
          .doCompleted { cache.forgetAll() }.doFinally { cache.forgetAll() }
      }
      return cache.caching(request, send(request), if: \.isKept, while: { $0.isStillGranted() })
    }
  }
}

extension HTTPResponse {
  fileprivate var isKept: Bool {
    status == 200 && header("Cache-Control")?.lowercased().contains("no-store") != true
  }
}
