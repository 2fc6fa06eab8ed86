/// Work that delivers values over time and has not started yet: `value* (failed | completed)?`.
///
/// A signal is cold. Observing it starts the work, and every observation starts it again. The hot sources are ``pipe()``,
/// ``PropertyProtocol/signal`` and ``PropertyProtocol/changes``.
///
///     let word = Signal<String, Never>.just("hello")
///     word.map { $0.uppercased() }.observeValues { print($0) }
///     // Prints "HELLO"
///
/// `Failure == Never` marks a signal that cannot fail; bindings require it.
public struct Signal<Value: Sendable, Failure: Error>: Sendable {
  /// Starts the work for one observation. Events go to the sink, teardown work to the disposable.
  @usableFromInline typealias Work = @Sendable (consuming Sink<Value, Failure>, Disposable) -> Void

  @usableFromInline enum Form: Sendable {
    /// One value and the end: known beforehand, so nothing is allocated for it.
    case just(Value)
    /// The end alone.
    case empty
    /// The work, and the number of its stages.
    case work(Work, depth: Int)
  }
  @usableFromInline let form: Form

  @inlinable init(form: Form) { self.form = form }

  /// A signal of work with no stage before it.
  @inlinable init(work: @escaping Work) { form = .work(work, depth: 0) }

  /// The work, for any form. Stages hold it instead of the signal, so that observing copies no more than the work.
  @inlinable var work: Work {
    if case .work(let work, _) = form { work } else { { run($0, $1) } }
  }

  @inlinable var stageCount: Int {
    if case .work(_, let depth) = form { depth } else { 0 }
  }

  /// Whether the signal is known to be empty before it is observed.
  package var isEmpty: Bool {
    if case .empty = form { true } else { false }
  }

  /// Starts the work. The sink must ignore events after `scope` is disposed. A stage that sends two events in a row checks the
  /// scope between them, so that this thread calls no closure downstream for a dropped event.
  @inlinable consuming func run(_ sink: consuming Sink<Value, Failure>, _ scope: Disposable) {
    switch form {
    case .just(let value):
      sink.value(value)
      if !scope.isDisposed { sink.end(.completed) }
    case .empty:
      sink.end(.completed)
    case .work(let work, _):
      work(sink, scope)
    }
  }

  /// Starts the work as an observation of its own: no event reaches the sink after `scope` is disposed, and the terminal event
  /// disposes it after its delivery.
  @inlinable func start(in scope: Disposable, _ sink: Sink<Value, Failure>) {
    let finish = sink.end
    let end = { (ending: Completion<Failure>) in
      if scope.isDisposed { return }
      finish(ending)
      scope.dispose()
    }
    run(Sink(value: Forwarding.values(to: sink.value, until: scope), end: end), scope)
  }

  /// The same, with one closure for all events.
  @inlinable func start(in scope: Disposable, _ observer: @escaping (Event<Value, Failure>) -> Void) {
    let receiver = Receiver(observer, scope)
    run(Sink(value: { receiver.receive($0) }, end: { receiver.end($0) }), scope)
  }

  /// Runs the signal and delivers its events to `observer`, one at a time, until a terminal event or until the returned
  /// disposable is disposed. The caller may drop the disposable: the source keeps the observer alive.
  @inlinable @discardableResult
  public func observe(_ observer: @escaping @Sendable (Event<Value, Failure>) -> Void) -> Disposable {
    let scope = Disposable()
    start(in: scope, observer)
    return scope
  }

  /// Runs the signal for its side effects.
  @discardableResult public func start() -> Disposable {
    let scope = Disposable()
    run(Sink(value: { _ in }, end: { _ in scope.dispose() }), scope)
    return scope
  }
}

extension Signal where Failure == Never {
  /// Runs the signal and delivers its values to `observer`.
  @inlinable @discardableResult
  public func observeValues(_ observer: @escaping @Sendable (Value) -> Void) -> Disposable {
    let scope = Disposable()
    observeValues(in: scope, observer)
    return scope
  }

  /// Delivers the values to `observer`, until `scope` is disposed.
  @inlinable consuming func observeValues(in scope: Disposable, _ observer: @escaping @Sendable (Value) -> Void) {
    run(Sink(value: Forwarding.values(to: observer, until: scope), end: { _ in scope.dispose() }), scope)
  }
}
