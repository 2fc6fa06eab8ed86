import Foundation
package import Signals

/// The state of a store, which calls use in their turns.
package protocol StoreState: SendableMetatype {
  /// Whether a call has found a change by another program. The call then asks all live queries again. A live query that finds such a
  /// change while it is asked leaves that to the next call: it could otherwise ask forever.
  var hasForeignChange: Bool { get set }
}

/// Runs the calls of one store, one at a time, in the order in which they are made, each on the calling thread.
///
/// A call uses the state in its turn. After the turn it builds its answer and asks the live queries again, on the thread that delivers
/// their changes at that time.
package final class StoreCalls<Entity: Identifiable & Sendable, State: StoreState>: Sendable where Entity.ID: Sendable {
  /// Uses the state in a turn; returns a closure that builds the answer after the turn.
  package typealias Work<Value> = @Sendable (inout State) -> () -> Result<Value, StoreFailure>

  private struct Turn {
    /// The thread that has the turn.
    var thread: Thread?
    /// The number of turns so far, including this one.
    var number = 0
    /// The calls that this thread has made during its turn. They run after it.
    var next: [() -> Void] = []
  }
  private let queue = DispatchQueue(label: "Services.store")
  private let turn = Protected(Turn())
  // Safe: used only inside `queue.sync`.
  private nonisolated(unsafe) var state: State
  private let live = LiveQueries<Entity>()

  package init(_ state: State) { self.state = state }

  /// A call that changes entities; `work` gives those that were added, deleted or replaced.
  package func commit(_ work: @escaping Work<[Entity]>) -> Signal<Void, StoreFailure> {
    call(work, touching: { $0 }).map { _ in }
  }

  /// A call with one answer. Each observation makes the call again. A call that is disposed before its turn does nothing.
  package func call<Value: Sendable>(_ work: @escaping Work<Value>) -> Signal<Value, StoreFailure> {
    call(work, touching: { _ in [] })
  }

  private func call<Value: Sendable>(
    _ work: @escaping Work<Value>, touching touched: @escaping @Sendable (Value) -> [Entity]
  ) -> Signal<Value, StoreFailure> {
    Signal { emitter in
      self.afterTurn {
        var hasForeignChange = false
        let turn = self.take { state -> (() -> Result<Value, StoreFailure>)? in
          if emitter.isDisposed { return nil }
          defer { (hasForeignChange, state.hasForeignChange) = (state.hasForeignChange, false) }
          return work(&state)
        }
        let touched = (try? turn.result?.get()).map(touched) ?? []
        self.live.notify(hasForeignChange ? nil : touched, since: turn.number)
        switch turn.result {
        case .success(let value):
          emitter.send(value)
          emitter.complete()
        case .failure(let failure): emitter.fail(failure)
        case nil: break
        }
        for work in turn.next { work() }
      }
    }
  }

  /// The answers to `query`, now and after each change that affects it; `ask` asks the store.
  package func observe(_ query: Query<Entity>, _ ask: @escaping Work<[Entity]>) -> Signal<[Entity], StoreFailure> {
    let answers = live.observe(query) {
      let turn = self.take(ask)
      for work in turn.next { work() }
      return (turn.number, turn.result ?? .success([]))
    }
    return Signal { emitter in
      self.afterTurn { emitter.disposable.add(answers.observe { emitter.emit($0) }) }
    }
  }

  /// Waits for a turn and runs `work` in it.
  private func take<Value>(
    _ work: (inout State) -> (() -> Result<Value, StoreFailure>)?
  ) -> (result: Result<Value, StoreFailure>?, number: Int, next: [() -> Void]) {
    var found: (() -> Result<Value, StoreFailure>)?
    let (number, next) = queue.sync {
      let number = turn.withLock { turn in
        turn.number += 1
        turn.thread = .current
        return turn.number
      }
      found = work(&state)
      let next = turn.withLock { turn in
        defer { (turn.thread, turn.next) = (nil, []) }
        return turn.next
      }
      return (number, next)
    }
    // The closure may hold a copy of the state. It is released before observers change the state.
    return (found.take()?(), number, next)
  }

  /// Runs `work` immediately, or after the turn if this thread has it: waiting for its own turn would be a deadlock. So an
  /// entity can use its own store while it is decoded.
  private func afterTurn(_ work: @escaping () -> Void) {
    let isLater = turn.withLock { turn in
      guard turn.thread === Thread.current else { return false }
      turn.next.append(work)
      return true
    }
    if !isLater { work() }
  }
}
