import Signals

/// The queries of a store that are observed, each asked once for all of its observers.
///
/// Each thread asks for the changes that it has made: an answer has the number of the turn in which it was found, and a change needs
/// answers of its turn or later.
final class LiveQueries<Entity: Sendable>: Sendable {
  typealias Answer = (turn: Int, result: Result<[Entity], StoreFailure>)

  private struct Known: Sendable {
    weak var query: LiveQuery<Entity>?
  }
  private let known = Protected<[Known]>([])
  /// Whether somebody else has changed what the store keeps, and the queries were not asked since.
  private let isForeign = Protected(false)

  /// The answers to `query`, now and after each change that touches it. `ask` asks the store.
  func observe(
    _ query: Query<Entity>, _ ask: @escaping @Sendable () -> Answer
  ) -> Signal<[Entity], StoreFailure> {
    Signal<Answer, Never> { emitter in
      let live = self.live(query, ask)
      emitter.disposable.add(live.bell.observeValues { emitter.send(live.newest(since: $0)) })
      if let answer = live.answer { emitter.send(answer) } else { live.ask() }
    }.scan((turn: 0, result: Optional<Result<[Entity], StoreFailure>>.none)) { last, answer in
      // Two bells may be answered by the same answer.
      answer.turn > last.turn ? (answer.turn, answer.result) : (last.turn, nil)
    }.compactMap(\.result).promoteFailure(to: StoreFailure.self).tryMap { result throws(StoreFailure) in
      try result.get()
    }
  }

  /// Keeps in mind that a call has found the work of somebody else: the next ``tell(_:since:)`` asks all queries again. What a live
  /// query finds itself waits for that: with somebody who never rests it would ask forever.
  func foundForeignChange() { isForeign.withLock { $0 = true } }

  /// Asks again the queries that a call has touched, and all of them if it found the work of somebody else. After the call's turn.
  func tell(_ touched: [Entity] = [], since turn: Int) {
    let isForeign = isForeign.withLock { isForeign in
      defer { isForeign = false }
      return isForeign
    }
    let outdated = queries.filter { live in isForeign || touched.contains(where: live.query.matches) }
    for live in outdated { live.invalidate(since: turn) }
    for live in outdated where live.answer == nil { live.ask() }
  }

  private var queries: [LiveQuery<Entity>] { known.withLock { $0.compactMap(\.query) } }

  /// The live query that asks the same, or a new one. Two that begin at the same time may both be new.
  private func live(_ query: Query<Entity>, _ ask: @escaping @Sendable () -> Answer) -> LiveQuery<Entity> {
    // Compared outside the lock, as the author of the values wrote it.
    if let live = queries.first(where: { $0.query == query }) { return live }
    let live = LiveQuery(query, ask)
    known.withLock { known in
      known.removeAll { $0.query == nil }
      known.append(Known(query: live))
    }
    return live
  }
}

/// One query that is observed. It lives as long as an observation of it.
private final class LiveQuery<Entity: Sendable>: Sendable {
  typealias Answer = LiveQueries<Entity>.Answer

  let query: Query<Entity>
  /// Rings with each new answer.
  let bell: Signal<Answer, Never>
  private let input: Emitter<Answer, Never>
  private let question: @Sendable () -> Answer
  /// The last answer, and the turn of the last change.
  private let state = Protected<(answer: Answer?, needed: Int)>((nil, 0))

  init(_ query: Query<Entity>, _ question: @escaping @Sendable () -> Answer) {
    self.query = query
    self.question = question
    (bell, input) = Signal<Answer, Never>.pipe()
  }

  /// The answer of now, if it is known. A failure ends the observers there are; the next one asks anew.
  var answer: Answer? {
    state.withLock { state in
      guard let answer = state.answer, answer.turn >= state.needed, case .success = answer.result else { return nil }
      return answer
    }
  }

  /// Observers that were busy skip the answers that came meanwhile, but no failure.
  func newest(since rung: Answer) -> Answer {
    guard case .success = rung.result, let answer, answer.turn > rung.turn else { return rung }
    return answer
  }

  func invalidate(since turn: Int) { state.withLock { $0.needed = max($0.needed, turn) } }

  func ask() {
    let answer = question()
    // The answer before is released outside the lock.
    let outdated = state.withLock { state -> Answer? in
      guard answer.turn > state.answer?.turn ?? 0 else { return nil }
      defer { state.answer = answer }
      return state.answer
    }
    withExtendedLifetime(outdated) { input.send(answer) }
  }
}
