import Foundation
import Signals

/// The calls of one store: one at a time, in the order in which they are made, each by the thread that makes it. A call waits
/// for those before it and does its own work only.
///
/// A call finds something in its turn; it is made into an answer, and live queries are asked again, when the turn is over.
final class StoreCalls<Entity: Identifiable & Sendable, State>: Sendable where Entity.ID: Sendable {
  /// Finds something, and gives how to make an answer of it when the turn is over.
  typealias Work<Value> = @Sendable (inout State) -> () -> Result<Value, StoreFailure>

  private struct Turn {
    /// The thread whose turn it is.
    var thread: Thread?
    /// How many there were, this one included.
    var number = 0
    /// What this thread does when its turn is over.
    var next: [() -> Void] = []
  }
  private let queue = DispatchQueue(label: "Services.store")
  private let turn = Protected(Turn())
  // Safe: only used inside `queue.sync`.
  private nonisolated(unsafe) var state: State
  private let live = LiveQueries<Entity>()

  init(_ state: State) { self.state = state }

  /// A call with its one answer, made anew by each observation; one that is disposed before its turn is not made.
  ///
  /// - Parameter touched: the entities that came, went or were replaced.
  func call<Value: Sendable>(
    _ work: @escaping Work<Value>, touching touched: @escaping @Sendable (Value) -> [Entity] = { _ in [] }
  ) -> Signal<Value, StoreFailure> {
    Signal { emitter in
      self.afterTurn {
        let turn = self.take { state in emitter.isDisposed ? nil : work(&state) }
        switch turn.result {
        case .success(let value):
          self.live.tell(touched(value), since: turn.number)
          emitter.send(value)
          emitter.complete()
        case .failure(let failure):
          self.live.tell(since: turn.number)
          emitter.fail(failure)
        case nil: break
        }
        for work in turn.next { work() }
      }
    }
  }

  /// The answers to `query`, now and after each change that touches it; `ask` asks the store.
  func observe(_ query: Query<Entity>, _ ask: @escaping Work<[Entity]>) -> Signal<[Entity], StoreFailure> {
    let answers = live.observe(query) {
      let turn = self.take(ask)
      for work in turn.next { work() }
      return (turn.number, turn.result ?? .success([]))
    }
    return Signal { emitter in
      self.afterTurn { emitter.disposable.add(answers.observe { emitter.emit($0) }) }
    }
  }

  /// In a turn: this call has found that somebody else has changed what the store keeps.
  func foundForeignChange() { live.foundForeignChange() }

  /// Waits for a turn, and takes it.
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
    // What was found may be a copy of the state: it is let go of before observers change that.
    return (found.take()?(), number, next)
  }

  /// Does `work`: at once, unless this thread has the turn, for which it would wait forever; then when that is over. So an entity
  /// can ask its own store while it is read from a file.
  private func afterTurn(_ work: @escaping () -> Void) {
    let isLater = turn.withLock { turn in
      guard turn.thread === Thread.current else { return false }
      turn.next.append(work)
      return true
    }
    if !isLater { work() }
  }
}
