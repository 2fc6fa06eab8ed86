/// Checks the promises of a session each time its screen has come to rest.
@MainActor final class PromiseKeeper {
  private enum State: Equatable {
    case kept
    /// It has not held since that time, for that reason, but its limit has not passed.
    case unkept(since: Duration, reason: String)
    /// It was reported, and has not held since.
    case broken
  }
  private var states: [(promise: Promise, state: State)] = []

  init(_ promises: [Promise] = []) { for promise in promises { add(promise) } }

  /// Adds a promise, which counts as kept until the next check.
  func add(_ promise: Promise) { states.append((promise, .kept)) }

  var isEmpty: Bool { states.isEmpty }
  var all: [Promise] { states.map(\.promise) }

  /// The last deadline of the unkept promises; nil if all are kept.
  var deadline: Duration? { deadlines.max() }

  /// Whether the deadline of an unkept promise has passed.
  func isDue(at now: Duration) -> Bool { deadlines.contains { $0 <= now } }

  private var deadlines: [Duration] {
    states.compactMap { promise, state in
      if case .unkept(let since, _) = state { since + promise.limit } else { nil }
    }
  }

  /// Checks a screen at rest; returns the complaints about promises that are newly broken.
  ///
  /// - Parameter screen: the screen; nil while nothing is open, which keeps every promise.
  func look(at screen: ScreenState?, now: Duration) -> [String] {
    var found: [String] = []
    for index in states.indices {
      let (promise, state) = states[index], isKept = screen.map { promise.isKept(in: $0) } ?? true
      switch state {
      case .unkept(let since, let reason)
      where screen != nil && (isKept ? now > since + promise.limit : now >= since + promise.limit):
        found.append(promise.complaint("\(reason) (for \(DurationText.print(promise.limit)))"))
        states[index].state = isKept ? .kept : .broken
      case .kept where !isKept:
        let reason = screen.map { promise.condition.reason(in: $0) } ?? ""
        if promise.limit > .zero {
          states[index].state = .unkept(since: now, reason: reason)
        } else {
          found.append(promise.complaint(reason))
          states[index].state = .broken
        }
      case .kept, .unkept, .broken: if isKept { states[index].state = .kept }
      }
    }
    return found
  }
}
