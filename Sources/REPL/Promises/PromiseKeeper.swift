/// Checks the promises of a session each time its screen has come to rest.
@MainActor final class PromiseKeeper {
  private enum State: Equatable {
    case kept
    /// It has not held since that time, for that reason, but its limit has not passed.
    case unkept(since: Duration, reason: String)
    /// It was reported, and has not held since.
    case broken
  }
  private struct Entry {
    let promise: Promise
    var state = State.kept
    /// Whether its scope has begun, and not ended.
    var isInScope: Bool
    var taken: [String: String] = [:]

    /// Whether a screen keeps it. A screen from which it takes a text does, and so do all screens before.
    mutating func isKept(in screen: ScreenState) -> Bool {
      guard isInScope, promise.exception?.holds(in: seen(screen)) != true else { return true }
      let isComplete = promise.condition.takes.allSatisfy { taken[$0.name] != nil }
      take(from: screen)
      return !isComplete || promise.isKept(in: seen(screen))
    }

    /// Takes the texts that it does not have yet; a busy screen may still change them.
    mutating func take(from screen: ScreenState) {
      if screen.isBusy || promise.exception?.holds(in: seen(screen)) == true { return }
      for (name, place) in promise.condition.takes where taken[name] == nil { taken[name] = place.text(in: screen) }
    }

    func seen(_ screen: ScreenState) -> ScreenState {
      var screen = screen
      screen.taken = taken
      return screen
    }
  }
  private var entries: [Entry] = []
  private(set) var readsTexts = false

  init(_ promises: [Promise] = []) { for promise in promises { add(promise) } }

  /// Adds a promise, which counts as kept until the next check.
  func add(_ promise: Promise) {
    entries.append(Entry(promise: promise, isInScope: promise.scope == nil))
    readsTexts = readsTexts || promise.parts.contains { if case .reads = $0 { true } else { false } }
  }

  /// Begins and ends the scopes of promises by a command that the app has accepted.
  ///
  /// - Parameter screen: the screen before the command.
  func typed(_ command: String, on screen: ScreenState) {
    for (index, promise) in all.enumerated() {
      switch promise.scope {
      case .after(let name):
        entries[index] = Entry(promise: promise, isInScope: name == command)
        entries[index].take(from: screen)
      case .since(command): entries[index] = Entry(promise: promise, isInScope: true)
      case .since, nil: break
      }
    }
  }

  var isEmpty: Bool { entries.isEmpty }
  var all: [Promise] { entries.map(\.promise) }

  /// The last deadline of the unkept promises; nil if all are kept.
  var deadline: Duration? { deadlines.max() }

  /// Whether the deadline of an unkept promise has passed.
  func isDue(at now: Duration) -> Bool { deadlines.contains { $0 <= now } }

  private var deadlines: [Duration] {
    entries.compactMap { entry in
      if case .unkept(let since, _) = entry.state { since + entry.promise.limit } else { nil }
    }
  }

  /// Checks a screen at rest; returns the complaints about promises that are newly broken.
  ///
  /// - Parameter screen: the screen; nil while nothing is open, which keeps every promise.
  func look(at screen: ScreenState?, now: Duration) -> [String] {
    var found: [String] = []
    for index in entries.indices {
      let promise = entries[index].promise, isKept = screen.map { entries[index].isKept(in: $0) } ?? true
      switch entries[index].state {
      case .unkept(let since, let reason)
      where screen != nil && (isKept ? now > since + promise.limit : now >= since + promise.limit):
        found.append(promise.complaint("\(reason) (for \(DurationText.print(promise.limit)))"))
        entries[index].state = isKept ? .kept : .broken
      case .kept where !isKept:
        let reason = screen.map { promise.condition.reason(in: entries[index].seen($0)) } ?? ""
        if promise.limit > .zero {
          entries[index].state = .unkept(since: now, reason: reason)
        } else {
          found.append(promise.complaint(reason))
          entries[index].state = .broken
        }
      case .kept, .unkept, .broken: if isKept { entries[index].state = .kept }
      }
    }
    return found
  }
}
