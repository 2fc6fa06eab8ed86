import Signals

/// The observed queries of a store. Each is asked once for all of its observers.
///
/// The thread that makes a change asks the queries again. An answer carries the number of its turn, and a change needs an answer of
/// its own turn or of a later one.
final class LiveQueries<Entity: Sendable>: Sendable {
  typealias Answer = (turn: Int, result: Result<[Entity], StoreFailure>)

  private struct Known: Sendable {
    weak var query: LiveQuery<Entity>?
  }
  private struct State: Sendable {
    /// By the hash of the query. The queries themselves are compared outside the lock, because comparing runs foreign code.
    var known: [Int: [Known]] = [:]
    var count = 0
  }
  private let state = Protected(State())
  /// Whether another program has changed the store since the queries were last asked.
  private let hasForeignChange = Protected(false)

  /// The answers to `query`, now and after each change that affects it. `ask` asks the store.
  func observe(
    _ query: Query<Entity>, _ ask: @escaping @Sendable () -> Answer
  ) -> Signal<[Entity], StoreFailure> {
    Signal<Answer, Never> { emitter in
      let live = self.live(query, ask)
      emitter.disposable.add(live.newAnswers.observeValues { emitter.send(live.newest(since: $0)) })
      if let answer = live.answer { emitter.send(answer) } else { live.ask() }
    }.scan((turn: 0, result: Optional<Result<[Entity], StoreFailure>>.none)) { last, answer in
      // Skips an answer that was already delivered.
      answer.turn > last.turn ? (answer.turn, answer.result) : (last.turn, nil)
    }.compactMap(\.result).promoteFailure(to: StoreFailure.self).tryMap { result throws(StoreFailure) in
      try result.get()
    }
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
    let outdated = queries.filter { live in asksAll || touched.contains(where: live.query.matches) }
      .sorted { $0.number < $1.number }
    for live in outdated { live.invalidate(since: turn) }
    for live in outdated where live.answer == nil { live.ask() }
  }

  private var queries: [LiveQuery<Entity>] {
    state.withLock { $0.known.values.flatMap { $0.compactMap(\.query) } }
  }

  /// The live query equal to `query`, or a new one. Two threads at the same time may each create one.
  private func live(_ query: Query<Entity>, _ ask: @escaping @Sendable () -> Answer) -> LiveQuery<Entity> {
    let hash = query.hashValue, alike = state.withLock { $0.known[hash] ?? [] }
    if let live = alike.lazy.compactMap(\.query).first(where: { $0.query == query }) { return live }
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    let live = LiveQuery(query, number, ask) { [state] in
      // Returned, so that none of these is released under the lock, which its deinit takes.
      _ = state.withLock { state in
        let alive = (state.known[hash] ?? []).compactMap(\.query)
        state.known[hash] = alive.isEmpty ? nil : alive.map { Known(query: $0) }
        return alive
      }
    }
    state.withLock { $0.known[hash, default: []].append(Known(query: live)) }
    return live
  }
}

/// One observed query. Its observations keep it alive.
private final class LiveQuery<Entity: Sendable>: Sendable {
  typealias Answer = LiveQueries<Entity>.Answer

  let query: Query<Entity>
  /// Older queries have lower numbers, and are asked first.
  let number: Int
  private let released: @Sendable () -> Void
  /// Delivers each new answer.
  let newAnswers: Signal<Answer, Never>
  private let input: Emitter<Answer, Never>
  private let question: @Sendable () -> Answer
  /// The last answer, and the turn of the last change that affects it.
  private let state = Protected<(answer: Answer?, needed: Int)>((nil, 0))

  init(
    _ query: Query<Entity>, _ number: Int, _ question: @escaping @Sendable () -> Answer,
    released: @escaping @Sendable () -> Void
  ) {
    (self.query, self.number, self.question, self.released) = (query, number, question, released)
    (newAnswers, input) = Signal<Answer, Never>.pipe()
  }

  deinit { released() }

  /// The current answer; nil if the store must be asked. A failure is not kept: it ends the present observers, and the next one asks
  /// again.
  var answer: Answer? {
    state.withLock { state in
      guard let answer = state.answer, answer.turn >= state.needed, case .success = answer.result else { return nil }
      return answer
    }
  }

  /// The newest answer, so that a busy observer skips outdated answers. It never skips a failure.
  func newest(since delivered: Answer) -> Answer {
    guard case .success = delivered.result, let answer, answer.turn > delivered.turn else { return delivered }
    return answer
  }

  func invalidate(since turn: Int) { state.withLock { $0.needed = max($0.needed, turn) } }

  func ask() {
    let answer = question()
    // The previous answer is released outside the lock.
    let outdated = state.withLock { state -> Answer? in
      guard answer.turn > state.answer?.turn ?? 0 else { return nil }
      defer { state.answer = answer }
      return state.answer
    }
    withExtendedLifetime(outdated) { input.send(answer) }
  }
}
