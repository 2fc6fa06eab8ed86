import Signals

/// The observed queries of a store.
///
/// The thread that makes a change asks the queries again. An answer carries the number of its turn, and a change needs an answer of
/// its own turn or of a later one.
final class LiveQueries<Entity: Sendable>: Sendable {
  typealias Answer = (turn: Int, result: Result<[Entity], StoreFailure>)

  private struct State: Sendable {
    /// Keyed by their numbers. Older queries have lower numbers, and are asked first.
    var queries: [Int: LiveQuery<Entity>] = [:]
    var count = 0
  }
  private let state = Protected(State())
  /// Whether another program has changed the store since the queries were last asked.
  private let hasForeignChange = Protected(false)

  /// The answers to `query`, now and after each change that affects it. `ask` asks the store.
  func observe(
    _ query: Query<Entity>, _ ask: @escaping @Sendable () -> Answer
  ) -> Signal<[Entity], StoreFailure> {
    Signal<LiveQuery<Entity>, Never> { [state] emitter in
      let live = LiveQuery(query, emitter, ask)
      let number = state.withLock { state in
        state.count += 1
        state.queries[state.count] = live
        return state.count
      }
      // Returned, so that the query is released outside the lock.
      emitter.disposable.add(Disposable { _ = state.withLock { $0.queries.removeValue(forKey: number) } })
      live.ask()
    }.compactMap { $0.take() }.promoteFailure().tryMap { result throws(StoreFailure) in try result.get() }
  }

  /// Notes that a call has found a change by another program. The next ``notify(_:since:)`` asks all queries again. A live query that
  /// finds such a change while it is asked waits for that call, too: it could otherwise ask forever.
  func foundForeignChange() { hasForeignChange.withLock { $0 = true } }

  /// Asks the queries again that match a touched entity, or all queries after a foreign change. Called after the call's turn.
  func notify(_ touched: [Entity] = [], since turn: Int) {
    let asksAll = hasForeignChange.withLock { hasForeignChange in
      defer { hasForeignChange = false }
      return hasForeignChange
    }
    let queries = state.withLock { $0.queries }.sorted { $0.key < $1.key }.map(\.value)
    let outdated = queries.filter { live in asksAll || touched.contains(where: live.query.matches) }
    for live in outdated { live.invalidate(since: turn) }
    for live in outdated where live.isOutdated { live.ask() }
  }
}

/// One observed query.
private final class LiveQuery<Entity: Sendable>: Sendable {
  private struct State: Sendable {
    /// The turns of the last answer, and of the last change that affects it.
    var answered = 0, needed = 0
    /// The answer that the observer has not got yet.
    var answer: Result<[Entity], StoreFailure>?
  }
  let query: Query<Entity>
  /// Gets this query whenever there is an answer to take.
  private let observer: Emitter<LiveQuery, Never>
  private let question: @Sendable () -> LiveQueries<Entity>.Answer
  private let state = Protected(State())

  init(
    _ query: Query<Entity>, _ observer: Emitter<LiveQuery, Never>,
    _ question: @escaping @Sendable () -> LiveQueries<Entity>.Answer
  ) {
    (self.query, self.observer, self.question) = (query, observer, question)
  }

  /// The newest answer, so that a busy observer skips outdated answers; nil if it was already taken.
  func take() -> Result<[Entity], StoreFailure>? { state.withLock { $0.answer.take() } }

  func invalidate(since turn: Int) { state.withLock { $0.needed = max($0.needed, turn) } }

  var isOutdated: Bool { state.withLock { $0.answered < $0.needed } }

  func ask() {
    let answer = question()
    // The previous answer is released outside the lock.
    let (outdated, isNew) = state.withLock { state -> (Result<[Entity], StoreFailure>?, Bool) in
      // A failure ends the observation, so it is never skipped.
      if case .failure = state.answer { return (nil, false) }
      guard answer.turn > state.answered else { return (nil, false) }
      defer { (state.answered, state.answer) = (answer.turn, answer.result) }
      return (state.answer, true)
    }
    if isNew { withExtendedLifetime(outdated) { observer.send(self) } }
  }
}
