/// Looks each time a screen has come to rest whether the promises of its session are kept.
@MainActor final class PromiseKeeper {
  private enum State: Equatable {
    case kept
    /// It does not hold since that time, for that reason, and has time left to.
    case unkept(since: Duration, reason: String)
    /// It was reported, and does not hold yet again.
    case broken
  }
  private var states: [(promise: Promise, state: State)] = []
  /// The promises that were broken so far.
  private(set) var broken: [BrokenPromise] = []

  init(_ promises: [Promise] = []) { for promise in promises { add(promise) } }

  /// Keeps a promise from now on.
  func add(_ promise: Promise) { states.append((promise, .kept)) }

  var isEmpty: Bool { states.isEmpty }

  /// When the last of those that are not kept has to be; nil if all are.
  var deadline: Duration? { deadlines.max() }

  /// Whether one of them has no time left.
  func isDue(at now: Duration) -> Bool { deadlines.contains { $0 <= now } }

  private var deadlines: [Duration] {
    states.compactMap { promise, state in
      if case .unkept(let since, _) = state { since + promise.limit } else { nil }
    }
  }

  /// Looks at a screen at rest; gives the promises that are broken by now and were kept before.
  ///
  /// - Parameter picture: nil while nothing is open: then every promise is kept.
  @discardableResult func look(at picture: Picture?, now: Duration) -> [BrokenPromise] {
    var found: [BrokenPromise] = []
    for index in states.indices {
      let (promise, state) = states[index], isKept = picture.map { promise.isKept(in: $0) } ?? true
      switch state {
      case .unkept(let since, let reason)
      where picture != nil && (isKept ? now > since + promise.limit : now >= since + promise.limit):
        found.append(BrokenPromise(promise: promise, reason: "\(reason) (for \(DurationText.print(promise.limit)))"))
        states[index].state = isKept ? .kept : .broken
      case .kept where !isKept:
        let reason = picture.map { promise.condition.reason(in: $0) } ?? ""
        if promise.limit > .zero {
          states[index].state = .unkept(since: now, reason: reason)
        } else {
          found.append(BrokenPromise(promise: promise, reason: reason))
          states[index].state = .broken
        }
      case .kept, .unkept, .broken: if isKept { states[index].state = .kept }
      }
    }
    broken += found
    return found
  }
}

/// A promise that was broken.
struct BrokenPromise: Equatable, Sendable, CustomStringConvertible {
  let promise: Promise
  /// What the screen had to do with it.
  let reason: String

  /// The promise, where it stands, and why it is broken.
  var description: String {
    let place = promise.place.isEmpty ? "" : " (\(promise.place))"
    return "the promise \(promise.text)\(place) is broken: \(reason)"
  }
}
