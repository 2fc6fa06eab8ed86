import Foundation
import Services
import Signals
import Todo

/// A store that writes down what it has acknowledged: what must be there however it ends.
struct Ledger: Store {
  /// What may be kept of an item: what was acknowledged last, or what was tried after it and said to have failed.
  private let allowed: MutableProperty<[UUID: [TodoItem?]]>
  private let store: any Store<TodoItem>

  /// - Parameter items: what the store holds at first.
  init(_ store: any Store<TodoItem>, holding items: [TodoItem]) {
    self.store = store
    allowed = MutableProperty(Dictionary(items.map { ($0.id, [$0]) }) { $1 })
  }

  /// What is lost, or was never stored; nil if all is as it was acknowledged.
  func problem(with kept: [TodoItem]) -> String? {
    let kept = Dictionary(kept.map { ($0.id, $0) }) { $1 }, allowed = allowed.value
    for (id, states) in allowed where !states.contains(kept[id]) {
      return "\(kept[id].map { "\($0)" } ?? "nothing") is kept where \(states) was acknowledged"
    }
    return kept.keys.first { allowed[$0] == nil }.map { "nobody has stored \($0)" }
  }

  func entity(_ id: UUID) -> Signal<TodoItem?, StoreFailure> { store.entity(id) }
  func entities(_ query: Query<TodoItem>) -> Signal<[TodoItem], StoreFailure> { store.entities(query) }
  func observe(_ query: Query<TodoItem>) -> Signal<[TodoItem], StoreFailure> { store.observe(query) }

  func commit(_ changes: [StoreChange<TodoItem>]) -> Signal<Void, StoreFailure> {
    store.commit(changes).doNext { write(changes, isDone: true) }.doError { _ in write(changes, isDone: false) }
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
  /// What is in the store; nil if it cannot be read.
  var all: [TodoItem]? {
    let items = MutableProperty<[TodoItem]?>(nil)
    entities(Query()).observe { if case .value(let all) = $0 { items.value = all } }
    return items.value
  }
}
