import Signals

/// The queries of a store that somebody observes, each asked once for all of its observers.
final class LiveQueries<Entity: Sendable>: Sendable {
  /// By the hash of their query: the bounds of a query are compared as their author wrote it, which no lock may be held for.
  private let queries = Protected<[Int: [LiveQuery<Entity>]]>([:])
  /// Whether somebody else has changed what the store keeps, and no query was told.
  private let isForeign = Protected(false)

  /// The answers to `query`, now and after each change that touches it.
  ///
  /// - Parameter question: asks the store, and tells nobody; observed by one thread at a time.
  func observe(
    _ query: Query<Entity>, _ question: @escaping @Sendable () -> Signal<[Entity], StoreFailure>
  ) -> Signal<[Entity], StoreFailure> {
    Signal<LiveQuery<Entity>.Told, StoreFailure> { emitter in
      let live = self.join(query, question)
      emitter.disposable.add(Disposable { self.leave(live) })
      emitter.disposable.add(live.answers.observeValues { emitter.send($0) })
      if let told = live.known() { emitter.send(told) } else { live.refresh() }
    }.scan(Latest()) { latest, told in
      // What was known and what is being told may be the same answer.
      told.number > latest.number ? Latest(number: told.number, told: told) : Latest(number: latest.number)
    }.compactMap(\.told).tryMap { told throws(StoreFailure) in try told.answer.get() }
  }

  /// Keeps that a call has found the work of somebody else: all queries are asked again by the next ``tell(_:)``. What a live
  /// query finds itself waits for the next call: with somebody who never rests it would ask for ever.
  func foundForeignChange() { isForeign.withLock { $0 = true } }

  /// Asks again what a call has touched, the entities that came, went or were replaced; and everything, if it found the work of
  /// somebody else. Called after each call, when the store may be asked.
  func tell(_ touched: [Entity] = []) {
    let isForeign = isForeign.withLock { isForeign in
      defer { isForeign = false }
      return isForeign
    }
    let all = queries.withLock { Array($0.values.joined()) }
    let outdated = all.filter { isForeign || touched.contains(where: $0.query.matches) }
    for live in outdated { live.invalidate() }
    for live in outdated { live.refresh() }
  }

  private struct Latest: Sendable {
    var number = 0
    var told: LiveQuery<Entity>.Told?
  }

  private func join(
    _ query: Query<Entity>, _ question: @escaping @Sendable () -> Signal<[Entity], StoreFailure>
  ) -> LiveQuery<Entity> {
    let hash = query.hashValue
    while true {
      let candidates = queries.withLock { $0[hash, default: []] }
      let known = candidates.first { $0.query == query }, live = known ?? LiveQuery(query, question)
      let isJoined = queries.withLock { queries in
        // Somebody may have come or left meanwhile.
        guard queries[hash, default: []].elementsEqual(candidates, by: ===) else { return false }
        if known == nil { queries[hash, default: []].append(live) }
        live.observers.withLock { $0 += 1 }
        return true
      }
      if isJoined { return live }
    }
  }

  private func leave(_ live: LiveQuery<Entity>) {
    let hash = live.query.hashValue
    // The last one out: what goes with it is released outside the lock, where `live` still has it.
    queries.withLock { queries in
      let isLast = live.observers.withLock { observers in
        observers -= 1
        return observers == 0
      }
      if isLast { queries[hash]?.removeAll { $0 === live } }
      if queries[hash]?.isEmpty ?? false { queries[hash] = nil }
    }
  }
}
