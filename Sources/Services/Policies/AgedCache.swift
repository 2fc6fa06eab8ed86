import Signals

/// Values that are good for a while.
public final class AgedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct State: Sendable {
    var entries: [Key: (value: Value, time: Duration)] = [:]
    /// How often something was forgotten: a value that was asked for before that is not kept.
    var forgotten = 0
  }
  private let state = Protected(State())
  private let age: Duration
  private let count: Int
  private let scheduler: any Scheduler

  /// - Parameters:
  ///   - age: how long a value is good.
  ///   - count: the most values there are; the oldest one goes first.
  ///   - scheduler: measures the age.
  public init(age: Duration, count: Int = 100, on scheduler: any Scheduler) {
    self.age = age
    self.count = count
    self.scheduler = scheduler
  }

  /// The value for `key` if there is a good one, else the values of `signal`, the last of which is kept if `isKept`.
  public func caching<Failure: Error>(
    _ key: Key, _ signal: Signal<Value, Failure>, if isKept: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Signal<Value, Failure> {
    caching(key, signal, if: isKept, while: { _ in true })
  }

  /// - Parameter isGood: whether a value that was kept may be given again.
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

  /// Forgets the value for `key`, and every value that is being asked for now.
  public func forget(_ key: Key) {
    state.withLock { state in
      state.entries[key] = nil
      state.forgotten += 1
    }
  }

  /// Forgets everything, and every value that is being asked for now.
  public func forgetAll() {
    state.withLock { $0 = State(forgotten: $0.forgotten + 1) }
  }

  private func keep(_ value: Value, for key: Key, unlessSince forgotten: Int) {
    let now = scheduler.now
    state.withLock { state in
      guard state.forgotten == forgotten else { return }
      state.entries[key] = (value, now)
      guard state.entries.count > count else { return }
      if let oldest = state.entries.min(by: { $0.value.time < $1.value.time }) { state.entries[oldest.key] = nil }
    }
  }
}

extension HTTPTransport {
  /// Gives the answer of a request again for as long as `age`, without sending it. Only an answer of 200 is kept, in memory, and
  /// none whose server says `no-store`. One that was asked for with an ``AccessToken`` is good as long as that token is in use:
  /// after ``AccessToken/forget()`` no user gets the answers of another.
  ///
  /// A request that changes something is always sent, and makes everything be forgotten however it ends: the server may have
  /// served one that failed, or was given up.
  public func cached(for age: Duration, count: Int = 100, on scheduler: any Scheduler) -> some HTTPTransport {
    let cache = AgedCache<HTTPRequest, HTTPResponse>(age: age, count: count, on: scheduler)
    return AnyTransport { request in
      guard request.isReading else {
        // Before an observer hears of the end, and when none does.
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
