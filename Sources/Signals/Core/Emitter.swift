/// The sending end of a signal: what `Signal.init` hands to its work, and the input of a pipe.
///
/// Events may be sent from any thread and from inside an observer. They are delivered one at a time, in the order they
/// were sent; a sender that finds a delivery under way leaves its event to it and returns. After a terminal event, and
/// after ``disposable`` is disposed, events are ignored.
public final class Emitter<Value: Sendable, Failure: Error>: Sendable {
  /// The source that it sends to. Its observers are released when this goes.
  @usableFromInline let subject: Subject<Value, Failure>

  @usableFromInline init() { subject = Subject() }

  deinit { subject.abandon() }

  /// Disposed after the terminal event, or with the observation. Add what is to be torn down then.
  public var disposable: Disposable { subject.disposable }

  /// Whether events are ignored from now on.
  @inlinable public var isDisposed: Bool { subject.isDisposed }

  /// Sends a value.
  @inlinable public func send(_ value: Value) { subject.send(value) }

  /// Ends the signal with a failure.
  @inlinable public func fail(_ failure: Failure) { subject.end(.failed(failure)) }

  /// Ends the signal.
  @inlinable public func complete() { subject.end(.completed) }
}

extension Emitter {
  /// An emitter for one observation: it sends to `sink`, and is disposed with `scope`.
  @usableFromInline convenience init(_ sink: Sink<Value, Failure>, in scope: Disposable) {
    self.init()
    let disposable = disposable
    subject.attach(sink.value, sink.end, disposable)
    scope.add(disposable)
  }

  /// Sends an event.
  @inlinable package func emit(_ event: Event<Value, Failure>) { subject.emit(event) }

  /// Performs `work` in the gate: what it delivers comes in order, and no other work comes between.
  func perform(_ work: @escaping () -> Void) { subject.perform(work) }

  /// Delivers an event. For work that `perform` does.
  func deliver(_ event: Event<Value, Failure>) { subject.deliver(event) }

  /// Observes a source until it ends, or this does.
  func observe<V: Sendable, F: Error>(_ source: Signal<V, F>, _ receive: @escaping (Event<V, F>) -> Void) {
    let scope = Disposable()
    disposable.add(scope)
    if !scope.isDisposed { source.start(in: scope, Sink(receive)) }
  }
}

extension Signal {
  /// A signal that runs `start` for every observation. The emitter may be kept and used from any thread; what is added
  /// to its `disposable` is torn down after the terminal event, or when the observation is disposed.
  ///
  ///     Signal<Data, URLError> { emitter in
  ///       let task = fetch { emitter.send($0); emitter.complete() }
  ///       emitter.disposable.add(Disposable { task.cancel() })
  ///     }
  public init(_ start: @escaping @Sendable (Emitter<Value, Failure>) -> Void) {
    self.init { value, end, scope in
      let emitter = Emitter<Value, Failure>(Sink(value: value, end: end), in: scope)
      if !emitter.isDisposed { start(emitter) }
    }
  }
}
