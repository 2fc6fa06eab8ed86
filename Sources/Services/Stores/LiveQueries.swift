import Signals

/// The observed queries of a store.
///
/// A call that changes entities asks the queries again, after its turn. A query is asked in the delivery to its observer, so a busy
/// observer gets several changes as one: a change needs an answer of its own turn or of a later one.
final class LiveQueries<Entity: Sendable>: Sendable {
  typealias Answer = (turn: Int, result: Result<[Entity], StoreFailure>)
  /// The touched entities, or nil if they are unknown, and the number of the turn that changed them.
  private typealias Change = (touched: [Entity]?, turn: Int)

  private let (changes, input) = Signal<Change, Never>.pipe()

  /// The answers to `query`, now and after each change that affects it. `ask` asks the store.
  func observe(
    _ query: Query<Entity>, _ ask: @escaping @Sendable () -> Answer
  ) -> Signal<[Entity], StoreFailure> {
    .deferred { [changes] in
      // The turn of the last answer.
      let answered = MutableProperty(0)
      return Signal.merge(changes, .just((nil, .max))).compactMap { touched, turn -> Result<[Entity], StoreFailure>? in
        guard turn > answered.value, touched?.contains(where: query.matches) ?? true else { return nil }
        let answer = ask()
        answered.value = answer.turn
        return answer.result
      }.promoteFailure().tryMap { result throws(StoreFailure) in try result.get() }
    }
  }

  /// Asks the queries again that match a touched entity, or all queries if nil is given. Called after the call's turn.
  func notify(_ touched: [Entity]?, since turn: Int) {
    if touched?.isEmpty != true { input.send((touched, turn)) }
  }
}
