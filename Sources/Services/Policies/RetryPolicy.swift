import Foundation
import Signals

/// How often something is tried again, and how long to wait before: longer each time, and not at the same moment as everyone
/// else. A server that says when to come back is obeyed.
public struct RetryPolicy: Hashable, Sendable {
  /// How many tries there may be after the first one.
  public var retries: Int
  /// The longest wait before the second try.
  public var first: Duration
  /// How many times longer the longest wait gets with each try.
  public var factor: Double
  /// No wait is longer. A server that asks for more is not asked again.
  public var longest: Duration
  /// Chooses the waits between half of the longest and the longest; the same seed, the same waits.
  public var seed: UInt64

  /// A policy; waits are up to 1, 2, 4 seconds if nothing else is said.
  public init(
    retries: Int = 3, first: Duration = .seconds(1), factor: Double = 2, longest: Duration = .seconds(60),
    seed: UInt64 = .random(in: 0 ... .max)
  ) {
    self.retries = retries
    self.first = first
    self.factor = factor
    self.longest = longest
    self.seed = seed
  }

  /// How long to wait before trying again.
  ///
  /// - Parameters:
  ///   - attempt: which try has failed, from 1.
  ///   - asked: how long the server asks to be left alone.
  /// - Returns: nil to give up.
  public func wait(after attempt: Int, asked: Duration? = nil) -> Duration? {
    guard (1...max(retries, 1)).contains(attempt), retries > 0 else { return nil }
    if let asked { return asked <= longest ? asked : nil }
    // Compared as numbers, which may be as large as they like; a duration may not.
    let growth = pow(factor, Double(attempt - 1)), most = (first / .seconds(1)) * growth
    return (most >= 0 && most < longest / .seconds(1) ? first * growth : longest) * (0.5 + 0.5 * fraction(attempt))
  }

  /// A number from 0 to 1 that the seed and the attempt decide (SplitMix64).
  private func fraction(_ attempt: Int) -> Double {
    var number = seed &+ UInt64(truncatingIfNeeded: attempt) &* 0x9E37_79B9_7F4A_7C15
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((number ^ (number >> 31)) >> 11) / Double(1 << 53)
  }
}

extension HTTPTransport {
  /// Tries again what may work later: connections that fail, and answers such as 503, if sending twice is as good as sending
  /// once, or if the server never saw the request. The last answer, or failure, is what comes of it.
  public func retrying(_ policy: RetryPolicy, on scheduler: any Scheduler) -> some HTTPTransport {
    AnyTransport { request in
      // A status is an answer; for the length of the retries it is a failure like the others.
      send(request).tryMap { response throws(ServiceFailure) in
        if response.isPassing { throw .status(response) }
        return response
      }.retry(
        policy.retries,
        delay: { attempt, failure in
          guard failure.isPassing, request.isRepeatable || failure.isUnsent || failure.isBusy else { return nil }
          return policy.wait(after: attempt, asked: failure.retryAfter)
        }, on: scheduler
      ).catch { failure in
        if case .status(let response) = failure { .just(response) } else { .fail(failure) }
      }
    }
  }
}

extension ServiceFailure {
  /// Whether the server said that it did not do what it was asked.
  fileprivate var isBusy: Bool {
    if case .status(let response) = self { [429, 503].contains(response.status) } else { false }
  }

  fileprivate var retryAfter: Duration? {
    if case .status(let response) = self { response.retryAfter } else { nil }
  }
}
