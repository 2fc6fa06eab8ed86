import Dispatch
import Signals

/// A store whose work is done on one scheduler, and whose answers come on another: a disk that is slow, or a database that another
/// process is changing, keeps nobody waiting who asks.
///
/// The calls of one scheduled store are done in the order in which they were made. One that is disposed before its work has begun is
/// not done at all.
public struct ScheduledStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let store: any Store<Entity>
  private let work: any Scheduler
  private let answers: any Scheduler

  /// - Parameters:
  ///   - store: what does the work.
  ///   - work: one piece of work at a time, in order, such as a serial queue.
  ///   - answers: where whoever asks is told.
  init(_ store: any Store<Entity>, _ work: any Scheduler, _ answers: any Scheduler) {
    self.store = store
    self.work = work
    self.answers = answers
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> { answered(store.entity(id)) }

  /// The entities `query` asks for, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { answered(store.entities(query)) }

  /// Makes all of `changes`, in their order, or none of them.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    answered(store.commit(changes))
  }

  /// Makes the changes that `decide` makes of what `query` asks for, in one step.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    answered(store.commit(reading: query, decide))
  }

  /// Looks at all that is kept.
  public func check() -> Signal<Void, StoreFailure> { answered(store.check()) }

  /// What `query` asks for, now and after each change of it.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { scheduled(store.observe(query)) }

  /// A call that is over with its answer: nobody sees the one without the other.
  private func answered<Value: Sendable>(_ call: Signal<Value, StoreFailure>) -> Signal<Value, StoreFailure> {
    scheduled(call).first()
  }

  private func scheduled<Value: Sendable>(_ call: Signal<Value, StoreFailure>) -> Signal<Value, StoreFailure> {
    call.subscribe(on: work).observe(on: answers)
  }
}

extension Store {
  /// This store, for an app that must not wait for a disk: each call returns at once, its work is done on `work`, and what it
  /// gives comes on `answers`.
  ///
  ///     let store = SQLiteStore<Note>(at: url).working()
  ///     store.save(note).start()  // returns before anything is written
  ///
  /// Without it a store does its work where it is asked, and answers before it returns: what tests, scripts and programs without
  /// a user want.
  ///
  /// - Parameters:
  ///   - work: does one piece of work at a time, in order, such as a serial queue; a queue of its own if not given.
  ///   - answers: where whoever asks is told; the main queue if not given.
  public func working(
    on work: any Scheduler = .queue(DispatchQueue(label: "Services.store", qos: .userInitiated)),
    answeringOn answers: any Scheduler = .ui
  ) -> ScheduledStore<Entity> {
    ScheduledStore(self, work, answers)
  }
}
