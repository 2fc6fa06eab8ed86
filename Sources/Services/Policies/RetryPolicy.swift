public import Foundation
import PlainText
public import Signals

/// The number of retries and the waits between them. Each longest wait is twice the one before, with random jitter. A server's
/// `Retry-After` takes precedence.
public struct RetryPolicy: Hashable, Sendable {
  /// The largest number of attempts after the first one.
  public var retries: Int
  /// The longest wait before the second attempt.
  public var first: Duration
  /// The upper limit of all waits. If a server asks for a longer one, there is no retry.
  public var longest: Duration
  /// The seed of the jitter, which chooses each wait between half of the longest and the longest. It is random by default; a flow
  /// needs a fixed one, because its output contains the waits.
  public var seed: UInt64

  /// A policy. By default it retries three times, after at most 1, 2 and 4 seconds.
  public init(
    retries: Int = 3, first: Duration = .seconds(1), longest: Duration = .seconds(60),
    seed: UInt64 = .random(in: 0 ... .max)
  ) {
    self.retries = retries
    self.first = first
    self.longest = longest
    self.seed = seed
  }

  /// The wait before the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: the number of the failed attempt, from 1.
  ///   - asked: the wait that the server asks for.
  /// - Returns: the wait; nil to give up.
  public func wait(after attempt: Int, asked: Duration? = nil) -> Duration? {
    guard (1...max(retries, 1)).contains(attempt), retries > 0 else { return nil }
    if let asked { return asked <= longest ? asked : nil }
    // Compared as numbers, because a duration would overflow.
    let growth = pow(2, Double(attempt - 1)), most = (first / .seconds(1)) * growth
    return (most < longest / .seconds(1) ? first * growth : longest) * (0.5 + 0.5 * fraction(attempt))
  }

  /// A pseudorandom number from 0 to 1 for the attempt.
  private func fraction(_ attempt: Int) -> Double {
    var numbers = SplitMix64(seed: seed, skipping: UInt64(attempt - 1))
    return Double(numbers.next() >> 11) / 0x1p53
  }
}

extension HTTPTransport {
  /// Retries requests after temporary problems: failed connections, timeouts, and statuses such as 503. It retries a request only
  /// if its method is idempotent, or if the server has not processed it. The signal ends with the last answer or failure.
  ///
  /// - Parameters:
  ///   - policy: the number of retries and the waits.
  ///   - scheduler: measures the waits.
  ///   - now: the current date, for a server that names the date of the next attempt without its own.
  public func retrying(
    _ policy: RetryPolicy, on scheduler: any Scheduler, now: @escaping @Sendable () -> Date
  ) -> some HTTPTransport {
    AnyTransport { request in
      // A temporary status counts as a failure here, so that `retry` handles it.
      send(request).tryMap { response throws(ServiceFailure) in
        if response.isPassing { throw .status(response) }
        return response
      }.retry(
        policy.retries,
        delay: { attempt, failure in
          guard failure.isPassing, request.isRepeatable || failure.isUnsent || failure.isBusy else { return nil }
          return policy.wait(after: attempt, asked: failure.retryAfter(now))
        }, on: scheduler
      ).catch { failure in
        if case .status(let response) = failure { .just(response) } else { .fail(failure) }
      }
    }
  }
}

extension ServiceFailure {
  /// Whether the status says that the server did not process the request.
  fileprivate var isBusy: Bool {
    if case .status(let response) = self { [429, 503].contains(response.status) } else { false }
  }

  fileprivate func retryAfter(_ now: () -> Date) -> Duration? {
    if case .status(let response) = self { response.retryAfter(now) } else { nil }
  }
}
