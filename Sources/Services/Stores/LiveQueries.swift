import Signals

/// The queries of a store that somebody observes, each asked once for all of its observers.
final class LiveQueries<Entity: Sendable>: Sendable {
  typealias Answer = Result<[Entity], StoreFailure>

  private let queries = Protected<[Query<Entity>: LiveQuery<Entity>]>([:])

  /// The answers to `query`, now and after each change that touches it.
  ///
  /// - Parameter ask: asks the store; called by one thread at a time, with no lock held.
  func observe(
    _ query: Query<Entity>, ask: @escaping @Sendable (Query<Entity>) -> Answer
  ) -> Signal<[Entity], StoreFailure> {
    Signal<LiveQuery<Entity>.Told, StoreFailure> { emitter in
      let live = self.join(query, ask)
      emitter.disposable.add(Disposable { self.leave(live) })
      emitter.disposable.add(live.answers.observeValues { emitter.send($0) })
      if let told = live.known() { emitter.send(told) } else { live.refresh() }
    }.scan(Latest()) { latest, told in
      // What was known and what is being told may be the same answer.
      told.number > latest.number ? Latest(number: told.number, told: told) : Latest(number: latest.number)
    }.compactMap(\.told).tryMap { told throws(StoreFailure) in try told.answer.get() }
  }

  /// Says that something changed: asks again what is touched by it. Called after the change, with no lock held.
  func changed(_ touches: (Query<Entity>) -> Bool) {
    let touched = queries.withLock { Array($0.values) }.filter { touches($0.query) }
    for live in touched { live.invalidate() }
    for live in touched { live.refresh() }
  }

  private struct Latest: Sendable {
    var number = 0
    var told: LiveQuery<Entity>.Told?
  }

  private func join(_ query: Query<Entity>, _ ask: @escaping @Sendable (Query<Entity>) -> Answer) -> LiveQuery<Entity> {
    queries.withLock { queries in
      let live = queries[query] ?? LiveQuery(query, ask)
      queries[query] = live
      live.observers.withLock { $0 += 1 }
      return live
    }
  }

  private func leave(_ live: LiveQuery<Entity>) {
    // The last one out: what goes with it is released outside the lock.
    let removed = queries.withLock { queries in
      let isLast = live.observers.withLock { observers in
        observers -= 1
        return observers == 0
      }
      return isLast ? queries.removeValue(forKey: live.query) : nil
    }
    withExtendedLifetime(removed) {}
  }
}

/// One query that somebody observes. It is asked by one thread at a time; changes that come meanwhile are asked about once,
/// when that is over.
private final class LiveQuery<Entity: Sendable>: Sendable {
  /// An answer, and the how-manieth it is.
  struct Told: Sendable {
    let number: Int
    let answer: LiveQueries<Entity>.Answer
  }
  private struct State: Sendable {
    /// The last answer, as long as it is known to be that of now.
    var told: Told?
    var count = 0
    var isOutdated = true
    /// Whether somebody asks, or tells what was answered.
    var isBusy = false
    /// Whether somebody came meanwhile who wants an answer of their own.
    var isWanted = false
  }

  let query: Query<Entity>
  let answers: Signal<Told, Never>
  /// How many there are; for the registry only.
  let observers = Protected(0)
  private let input: Emitter<Told, Never>
  private let ask: @Sendable (Query<Entity>) -> LiveQueries<Entity>.Answer
  private let state = Protected(State())

  init(_ query: Query<Entity>, _ ask: @escaping @Sendable (Query<Entity>) -> LiveQueries<Entity>.Answer) {
    self.query = query
    self.ask = ask
    (answers, input) = Signal<Told, Never>.pipe()
  }

  /// The answer of now, if it is known.
  func known() -> Told? { state.withLock { $0.isOutdated ? nil : $0.told } }

  func invalidate() { state.withLock { $0.isOutdated = true } }

  /// Asks and tells until nothing is outdated; leaves it to whoever is busy with that.
  func refresh() {
    while begin() {
      let answer = ask(query)
      let told = state.withLock { state -> Told in
        state.count += 1
        let told = Told(number: state.count, answer: answer)
        // A failure ends the observers there are; the next one asks for itself.
        if case .failure = answer { state.isOutdated = true } else { state.told = told }
        return told
      }
      input.send(told)
      let isWanted = state.withLock { state in
        state.isBusy = false
        return state.isWanted
      }
      if case .failure = answer, !isWanted { return }
    }
  }

  private func begin() -> Bool {
    state.withLock { state in
      guard state.isOutdated else { return false }
      guard !state.isBusy else {
        state.isWanted = true
        return false
      }
      (state.isOutdated, state.isBusy, state.isWanted, state.told) = (false, true, false, nil)
      return true
    }
  }
}
