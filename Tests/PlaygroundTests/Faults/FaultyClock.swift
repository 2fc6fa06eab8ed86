import Foundation
import Signals
import VIPER

/// Timers of which one is not what it should be.
struct FaultyTimers: Scheduler {
  enum Kind: CaseIterable, Sendable {
    /// It is never due.
    case never
    /// It is due at once.
    case early
    /// It is due a minute late.
    case late
  }

  let base: any Scheduler
  let kind: Kind
  let fault: Fault

  var now: Duration { base.now }

  @discardableResult func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { base.schedule(work) }

  @discardableResult func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    guard delay > .zero, fault.strikes() else { return base.schedule(after: delay, work) }
    return switch kind {
    // Kept until it is disposed, as a timer is.
    case .never: Disposable { withExtendedLifetime(work) {} }
    case .early: base.schedule(work)
    case .late: base.schedule(after: delay + .seconds(60), work)
    }
  }
}

/// A clock that is not right, for one look at it or from then on.
struct FaultyClock: Sendable {
  enum Kind: Sendable, CaseIterable {
    case backForAMoment, aheadForAMoment, backForGood, aheadForGood

    fileprivate var isForGood: Bool { self == .backForGood || self == .aheadForGood }
    fileprivate func date(_ date: Date) -> Date {
      let years: TimeInterval = 86_400 * 365
      return switch self {
      case .backForAMoment, .backForGood: date - 150 * years
      case .aheadForAMoment, .aheadForGood: date + 7_000 * years
      }
    }
  }

  let now: @Sendable () -> Date
  let kind: Kind
  let fault: Fault

  func read() -> Date {
    let strikes = fault.strikes()
    return strikes || kind.isForGood && fault.hasCome ? kind.date(now()) : now()
  }
}
