/// Work that delivers values over time, described but not begun: `value* (failed | completed)?`.
///
/// A signal is cold. Nothing runs until it is observed, and every observation runs it again. The hot sources are
/// ``pipe()``, ``PropertyProtocol/signal`` and ``PropertyProtocol/changes``.
///
///     let greeting = Signal<String, Never>.just("hello").map { $0.uppercased() }
///     greeting.observeValues { print($0) }
///     // Prints "HELLO"
///
/// `Failure == Never` is a signal that cannot fail; bindings ask for it.
public struct Signal<Value: Sendable, Failure: Error>: Sendable {
  /// Starts the work for one observation: events go to the two halves of a ``Sink``, what has to be torn down to the
  /// disposable. The halves are apart so that a stage that changes values only hands on the other without counting it.
  @usableFromInline typealias Work =
    @Sendable (
      _ value: consuming @escaping (Value) -> Void, _ end: consuming End<Failure>, Disposable
    ) -> Void
  @usableFromInline typealias SinkWork = @Sendable (Sink<Value, Failure>, Disposable) -> Void

  @usableFromInline enum Form: Sendable {
    /// One value and the end: known beforehand, so that nothing has to be allocated for it.
    case just(Value)
    /// The end and nothing else.
    case empty
    /// The work, and how many stages it is made of.
    case work(Work, depth: Int)
  }
  @usableFromInline let form: Form

  @inlinable init(form: Form) { self.form = form }

  /// A signal that is made of work with nothing before it.
  @inlinable init(work: @escaping Work) { form = .work(work, depth: 0) }

  @inlinable init(work: @escaping SinkWork) {
    self.init(work: { value, end, scope in work(Sink(value: value, end: end), scope) })
  }

  /// The work, whatever the form: for stages to hold instead of the signal, so that observing copies no more than that.
  @inlinable var work: Work {
    switch form {
    case .work(let work, _): work
    case .empty: { _, end, _ in end(.completed) }
    case .just(let just):
      { value, end, scope in
        value(just)
        if !scope.isDisposed { end(.completed) }
      }
    }
  }

  @inlinable var stageCount: Int {
    if case .work(_, let depth) = form { depth } else { 0 }
  }

  /// Whether it is known beforehand that nothing comes but the end.
  package var isEmpty: Bool {
    if case .empty = form { true } else { false }
  }

  /// Starts the work. The sink has to ignore what comes after `scope` is disposed; a stage that sends two events in a row
  /// asks the scope between them, so that on this thread no closure downstream is called in vain.
  @inlinable func run(_ sink: Sink<Value, Failure>, _ scope: Disposable) { run(sink.value, sink.end, scope) }

  @inlinable func run(
    _ value: consuming @escaping (Value) -> Void, _ end: consuming End<Failure>,
    _ scope: Disposable
  ) {
    switch form {
    case .just(let just):
      value(just)
      if !scope.isDisposed { end(.completed) }
    case .empty:
      end(.completed)
    case .work(let work, _):
      work(value, end, scope)
    }
  }

  /// Starts the work as an observation of its own: nothing reaches the sink once `scope` is disposed, and the terminal
  /// event disposes it, after it was delivered.
  @inlinable func start(in scope: Disposable, _ sink: Sink<Value, Failure>) {
    let finish = sink.end
    run(
      Handing.on(to: sink.value, until: scope),
      End {
        if scope.isDisposed { return }
        finish($0)
        scope.dispose()
      }, scope)
  }

  /// Runs the signal and delivers its events to `observer`, one at a time, until a terminal event or until the returned
  /// disposable is disposed. It need not be kept: what is observed keeps the observer.
  @inlinable @discardableResult
  public func observe(_ observer: @escaping @Sendable (Event<Value, Failure>) -> Void) -> Disposable {
    let scope = Disposable()
    run(
      { if !scope.isDisposed { observer(.value($0)) } },
      End {
        if scope.isDisposed { return }
        observer($0.event())
        scope.dispose()
      }, scope)
    return scope
  }

  /// Runs the signal for its effects.
  @discardableResult public func start() -> Disposable {
    let scope = Disposable()
    run({ _ in }, End { _ in scope.dispose() }, scope)
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

  /// The same, until `scope` is disposed.
  @inlinable func observeValues(in scope: Disposable, _ observer: @escaping @Sendable (Value) -> Void) {
    run(Handing.on(to: observer, until: scope), End { _ in scope.dispose() }, scope)
  }
}
