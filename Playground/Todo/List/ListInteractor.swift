import Foundation
import Language
import Services
import Signals
import VIPER

/// An item for the list. Items are equal if relation, day and title are equal.
package struct UpcomingItem: Sendable, Identifiable, Equatable {
  package let id: UUID, relation: DueRelation
  /// The start of the due day.
  package let due: Date
  package let title: String

  package init(id: UUID, relation: DueRelation, due: Date, title: String) {
    (self.id, self.relation, self.due, self.title) = (id, relation, due, title)
  }

  package static func == (left: Self, right: Self) -> Bool {
    (left.relation, left.due, left.title) == (right.relation, right.due, right.title)
  }
}

/// The reason why an item was not changed.
package enum ListFailure: Error, Hashable {
  /// The list that was observed last does not have it, or the store not any more.
  case gone
  case store(StoreProblem)
}

/// The use cases of the list. It combines two sources: the items of the store and the current day.
package final class ListInteractor: Sendable {
  /// Whether the last change can be taken back.
  package let canUndo: Property<Bool>
  /// Whether the store does not have the last change yet.
  package let isChanging: Property<Bool>
  private let data: TodoDataManager
  private let environment: AppEnvironment
  /// The items that the list observed last, keyed by id.
  private let items = MutableProperty<[TodoItem.ID: TodoItem]>([:])
  /// The changes that can be taken back, or soon can, in the order in which they were asked for.
  private let history = MutableProperty<[Change]>([])

  private struct Change: Sendable {
    let number: Int
    /// As it was before.
    let item: TodoItem
    var isStored = false
  }

  package init(_ data: TodoDataManager, _ environment: AppEnvironment) {
    (self.data, self.environment) = (data, environment)
    canUndo = history.map { $0.last?.isStored == true }
    isChanging = history.map { $0.last?.isStored == false }
  }

  /// The open items from today through the end of the following week: now, after each change, and on each new day.
  package var upcoming: Signal<[UpcomingItem], StoreProblem> {
    environment.days.promoteFailure().flatMap(.latest) { [self] today in
      let week = Week(of: today, in: environment.calendar)
      let items = data.items(from: week.today, through: week.endOfNext).mapFailure(StoreProblem.init)
      return items.map { [self] in listed($0, in: week) }
    }
  }

  private func listed(_ found: [TodoItem], in week: Week) -> [UpcomingItem] {
    let open = found.filter { $0.completed == nil }
    items.value = Dictionary(open.map { ($0.id, $0) }) { $1 }
    return open.map { item in
      let day = environment.calendar.startOfDay(for: item.due)
      return UpcomingItem(id: item.id, relation: week.relation(of: day), due: day, title: item.name)
    }
  }

  /// Completes an item of the list that was observed last; any other is ``ListFailure/gone``.
  package func complete(_ id: UpcomingItem.ID) -> Signal<Void, ListFailure> {
    change(id) { [environment] item in
      var completed = item
      completed.completed = environment.now()
      return .save(completed)
    }
  }

  /// Deletes an item of the list that was observed last; any other is ``ListFailure/gone``.
  package func delete(_ id: UpcomingItem.ID) -> Signal<Void, ListFailure> { change(id) { .delete($0.id) } }

  /// Undoes the last completion or deletion that was not undone yet; nothing while the store does not have it.
  package func undo() -> Signal<Void, ListFailure> {
    .deferred { [data, history] in
      guard let change = history.value.last, change.isStored else { return .just(()) }
      return data.save(change.item).mapFailure { .store(StoreProblem($0)) }.doValue {
        history.modify { $0.removeAll { $0.number == change.number } }
      }
    }
  }

  /// Makes a change and adds it to the history once the store has it.
  private func change(
    _ id: UpcomingItem.ID, _ change: @escaping @Sendable (TodoItem) -> StoreChange<TodoItem>
  ) -> Signal<Void, ListFailure> {
    .deferred { [data, items, history] in
      guard let item = items.value[id] else { return .fail(.gone) }
      let number = history.withValue { changes in
        let number = (changes.last?.number ?? 0) + 1
        changes.append(Change(number: number, item: item))
        return number
      }
      return data.change(change(item)).mapFailure { .store(StoreProblem($0)) }.tryMap { isKept throws(ListFailure) in
        guard isKept else { throw .gone }
        history.modify { changes in
          changes.firstIndex { $0.number == number }.map { changes[$0].isStored = true }
        }
      }.doFinally { history.modify { $0.removeAll { $0.number == number && !$0.isStored } } }
    }
  }
}
