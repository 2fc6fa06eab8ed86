import Foundation
import Services
import Signals
import Todo

/// A store that records the acknowledged changes, to check that none is lost.
struct Ledger: Store {
  /// The states of an item that may be stored: the last acknowledged one, and later ones whose change failed.
  private let allowed: MutableProperty<[UUID: [TodoItem?]]>
  private let store: any Store<TodoItem>

  /// - Parameter items: the initial items.
  init(_ store: any Store<TodoItem>, holding items: [TodoItem]) {
    self.store = store
    allowed = MutableProperty(Dictionary(items.map { ($0.id, [$0]) }) { $1 })
  }

  /// Describes a lost or unexpected item; nil if the store has the acknowledged data.
  func problem(with kept: [TodoItem]) -> String? {
    let kept = Dictionary(kept.map { ($0.id, $0) }) { $1 }, allowed = allowed.value
    for (id, states) in allowed where !states.contains(kept[id]) {
      return "\(kept[id].map { "\($0)" } ?? "nothing") is kept where \(states) was acknowledged"
    }
    return kept.keys.first { allowed[$0] == nil }.map { "the store has the unexpected item \($0)" }
  }

  func entity(_ id: UUID) -> Signal<TodoItem?, StoreFailure> { store.entity(id) }
  func entities(_ query: Query<TodoItem>) -> Signal<[TodoItem], StoreFailure> { store.entities(query) }
  func observe(_ query: Query<TodoItem>) -> Signal<[TodoItem], StoreFailure> { store.observe(query) }

  func commit(_ changes: [StoreChange<TodoItem>]) -> Signal<Void, StoreFailure> {
    store.commit(changes).doValue { write(changes, isDone: true) }.doFailed { _ in write(changes, isDone: false) }
  }

  private func write(_ changes: [StoreChange<TodoItem>], isDone: Bool) {
    allowed.modify { allowed in
      for change in changes {
        let (id, item): (UUID, TodoItem?) =
          switch change {
          case .save(let item): (item.id, item)
          case .delete(let id): (id, nil)
          }
        if isDone { allowed[id] = [item] } else { allowed[id, default: [nil]].append(item) }
      }
    }
  }
}

extension Store<TodoItem> {
  /// The items of the store; nil if it cannot be read.
  var all: [TodoItem]? {
    let items = MutableProperty<[TodoItem]?>(nil)
    entities(Query()).observe { if case .value(let all) = $0 { items.value = all } }
    return items.value
  }
}
