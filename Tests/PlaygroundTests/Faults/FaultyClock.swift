import Foundation
import Signals
import VIPER

/// A scheduler with one faulty timer.
struct FaultyTimers: Scheduler {
  enum Kind: CaseIterable, Sendable {
    /// The timer never fires.
    case never
    /// The timer fires at once.
    case early
    /// The timer fires a minute late.
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
    // Retained until it is disposed, like a timer.
    case .never: Disposable { withExtendedLifetime(work) {} }
    case .early: base.schedule(work)
    case .late: base.schedule(after: delay + .seconds(60), work)
    }
  }
}

/// A clock that is wrong for one reading, or from a reading on.
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
