import Foundation
import Services
import Signals
import VIPER

/// The use cases of the list.
package protocol ListInteracting: AnyObject, Sendable {
  /// What is to do from today through the end of the following week.
  func upcoming() -> Signal<[UpcomingItem], StoreFailure>
  /// The same, after each change that anybody makes to it. While the store cannot be read, it is tried again: after a minute,
  /// then after twice as long each time, at least once a day.
  var changes: Signal<[UpcomingItem], StoreFailure> { get }
  /// Marks as done one of those last given by ``upcoming()`` or ``changes``.
  func complete(_ id: UpcomingItem.ID) -> Signal<Void, StoreFailure>
  /// Removes one of those last given by ``upcoming()`` or ``changes``.
  func delete(_ id: UpcomingItem.ID) -> Signal<Void, StoreFailure>
  /// Takes back the last completion or deletion that has not been taken back yet.
  func undo() -> Signal<Void, StoreFailure>
  /// Whether there is something to take back.
  var canUndo: Property<Bool> { get }
  /// A value at each midnight, and when the clock is set to another day than the list was last given on.
  var daybreak: Signal<Void, Never> { get }
}

package final class ListInteractor: ListInteracting {
  package let canUndo: Property<Bool>

  private let data: TodoDataManager
  private let environment: AppEnvironment
  /// What the list shows now, by id.
  private let listed = MutableProperty<[TodoItem.ID: TodoItem]>([:])
  /// The days on which the list was last asked for, and is listened to; nil once it was told that it is another day.
  private let askedOn = MutableProperty<CalendarDay?>(nil), listenedOn = MutableProperty<CalendarDay?>(nil)
  /// The items as they were before each change, the oldest change first.
  private let history = MutableProperty<[TodoItem]>([])

  package init(data: TodoDataManager, environment: AppEnvironment) {
    self.data = data
    self.environment = environment
    canUndo = history.map { !$0.isEmpty }.removeDuplicates()
  }

  package func upcoming() -> Signal<[UpcomingItem], StoreFailure> {
    .deferred { [self] in
      let week = week(for: askedOn)
      return data.items(from: week.today, through: week.endOfNext).map { [self] in listing($0, in: week) }
    }
  }

  package var changes: Signal<[UpcomingItem], StoreFailure> {
    .deferred { [self] in
      let hasFailed = MutableProperty(false)
      return Signal.deferred { [self] in
        let week = week(for: listenedOn)
        let changes = data.changes(from: week.today, through: week.endOfNext).map { [self] in listing($0, in: week) }
        // Nobody has told what changed meanwhile.
        return (hasFailed.value ? upcoming().concat(changes) : changes).doError { _ in hasFailed.value = true }
      }.retry(
        .max, delay: { attempt, _ in .seconds(60 * min(1 << min(attempt - 1, 11), 1_440)) }, on: environment.scheduler
      )
      .doFinally { [listenedOn] in
        listenedOn.value = nil
      }
    }
  }

  private func week(for day: MutableProperty<CalendarDay?>) -> Week {
    let now = environment.now()
    day.value = CalendarDay(now, in: environment.calendar)
    return Week(of: now, in: environment.calendar)
  }

  private func listing(_ items: [TodoItem], in week: Week) -> [UpcomingItem] {
    let open = items.filter { $0.completed == nil }
    listed.value = Dictionary(open.map { ($0.id, $0) }) { $1 }
    return open.map { item in
      UpcomingItem(
        id: item.id, relation: week.relation(of: item.due), due: item.due, title: item.name,
        calendar: environment.calendar)
    }
  }

  package func complete(_ id: UpcomingItem.ID) -> Signal<Void, StoreFailure> {
    change(id) { [data, environment] item in
      var completed = item
      completed.completed = environment.now()
      return data.save(completed)
    }
  }

  package func delete(_ id: UpcomingItem.ID) -> Signal<Void, StoreFailure> {
    change(id) { [data] item in data.delete(item) }
  }

  package func undo() -> Signal<Void, StoreFailure> {
    .deferred { [data, history] in
      guard let item = history.value.last else { return .just(()) }
      return data.save(item).doNext {
        history.modify { items in
          if let index = items.lastIndex(of: item) { items.remove(at: index) }
        }
      }
    }
  }

  package var daybreak: Signal<Void, Never> { environment.daybreak(or: [askedOn, listenedOn]) }

  /// Makes a change that can be taken back once the store has it.
  private func change(
    _ id: UpcomingItem.ID, _ work: @escaping @Sendable (TodoItem) -> Signal<Void, StoreFailure>
  ) -> Signal<Void, StoreFailure> {
    .deferred { [listed, history] in
      guard let item = listed.value[id] else { return .just(()) }
      return work(item).doNext { history.modify { $0.append(item) } }
    }
  }
}
