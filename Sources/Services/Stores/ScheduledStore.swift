public import Dispatch
import NamedCalls
public import Signals

/// A store that works on one scheduler and answers on another, so that a slow disk, or a database that another process is changing,
/// does not block the caller.
///
/// Calls run in the order in which they were made. A call that is disposed before it starts does nothing. While a query is observed,
/// the store looks for changes by other programs each second.
public struct ScheduledStore<Entity: Identifiable & Codable & Sendable>: Store where Entity.ID: Sendable {
  private let store: any Store<Entity>
  private let work: any Scheduler
  private let answers: any Scheduler
  /// Looks for changes by other programs, for all observed queries together.
  private let looks: Signal<Void, Never>

  fileprivate init(_ store: any Store<Entity>, _ work: any Scheduler, _ answers: any Scheduler) {
    self.store = store
    self.work = work
    self.answers = answers
    // A failure reaches the observers by their own queries.
    looks = Signal<Int, Never>.timer(every: .seconds(1), on: work).flatMap(.first) { _ in
      store.refresh().catch { _ in .empty }
    }.share()
  }

  /// The entity with that id; nil if there is none.
  public func entity(_ id: Entity.ID) -> Signal<Entity?, StoreFailure> { answered(store.entity(id)) }

  /// The entities that match `query`, in its order.
  public func entities(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> { answered(store.entities(query)) }

  /// Makes all of `changes`, in order, or none of them.
  public func commit(_ changes: [StoreChange<Entity>]) -> Signal<Void, StoreFailure> {
    answered(store.commit(changes))
  }

  /// Passes the entities that match `query` to `decide` and makes the changes it returns, in one transaction.
  public func commit(reading query: Query<Entity>, _ decide: @escaping Decision) -> Signal<Void, StoreFailure> {
    answered(store.commit(reading: query, decide))
  }

  /// Makes all of `changes` if all of their entities exist, otherwise none of them, and delivers whether it did.
  public func commitIfStored(_ changes: [StoreChange<Entity>]) -> Signal<Bool, StoreFailure> {
    answered(store.commitIfStored(changes))
  }

  /// Looks for changes by other programs.
  public func refresh() -> Signal<Void, StoreFailure> { answered(store.refresh()) }

  /// The entities that match `query`, now and after each change of them, within a second also after changes by other programs.
  public func observe(_ query: Query<Entity>) -> Signal<[Entity], StoreFailure> {
    scheduled(
      Signal { [store, looks] emitter in
        emitter.disposable.add(looks.start())
        emitter.disposable.add(store.observe(query).observe { emitter.emit($0) })
      })
  }

  /// A call that completes together with its answer, so that no observer sees one without the other.
  private func answered<Value: Sendable>(_ call: Signal<Value, StoreFailure>) -> Signal<Value, StoreFailure> {
    scheduled(call).first()
  }

  private func scheduled<Value: Sendable>(_ call: Signal<Value, StoreFailure>) -> Signal<Value, StoreFailure> {
    .deferred {
      // The work is observed on a queue, which does not know what the caller may do.
      let report = UnnamedWork.report
      let reported = Signal<Value, StoreFailure> { emitter in
        UnnamedWork.$report.withValue(report) { emitter.disposable.add(call.observe { emitter.emit($0) }) }
      }
      return reported.subscribe(on: work).observe(on: answers)
    }
  }
}

extension Store {
  /// This store without blocking, for apps: each call returns immediately, works on `work` and delivers its answer on `answers`.
  ///
  ///     let store = SQLiteStore<Note>(at: url).working()
  ///     store.save(note).start()  // returns before anything is written
  ///
  /// By itself, a store works on the caller's thread and answers before the call returns. Tests, scripts and command-line programs
  /// want that.
  ///
  /// - Parameters:
  ///   - work: a scheduler that runs one call at a time, in order, such as a serial queue; a new serial queue by default.
  ///   - answers: the scheduler that delivers the answers; the main queue by default.
  public func working(
    on work: any Scheduler = .queue(DispatchQueue(label: "Services.store", qos: .userInitiated)),
    answeringOn answers: any Scheduler = .ui
  ) -> ScheduledStore<Entity> {
    ScheduledStore(self, work, answers)
  }
}
