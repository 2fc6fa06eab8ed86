/// The sending end of a signal: the argument of the work in `Signal.init`, and the input of a pipe.
///
/// Any thread may send events, and so may an observer during a delivery. Events are delivered one at a time, in the order they were
/// sent; during a delivery they are queued. Events after a terminal event, or after ``disposable`` is disposed, are ignored.
public final class Emitter<Value: Sendable, Failure: Error>: Sendable {
  /// The source that it sends to. The source's observers are released together with this emitter.
  @usableFromInline let subject: Subject<Value, Failure>

  /// The observation that it sends to; nil for the input of a pipe.
  private let scope: Disposable?

  @usableFromInline init(in scope: Disposable? = nil) {
    subject = Subject()
    self.scope = scope
  }

  deinit {
    if let scope, !isDisposed, subject.lifetime.made?.endsNever == true { scope.add(NeverMark.shared) }
    subject.abandon()
  }

  /// Disposed after the terminal event, or with the observation. Add teardown work to it.
  public var disposable: Disposable { subject.lifetime.disposable }

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
    self.init(in: scope)
    let disposable = disposable
    subject.attach(sink, disposable)
    scope.add(disposable)
  }

  /// The events sent from now on. It does not keep the emitter alive.
  @inlinable var hotSignal: Signal<Value, Failure> { Signal(work: { [subject] in subject.attach($0, $1) }) }

  /// Sends an event.
  @inlinable package func emit(_ event: Event<Value, Failure>) { subject.emit(event) }

  /// Observes a source until the source or this emitter ends.
  func observe<V: Sendable, F: Error>(_ source: Signal<V, F>, _ receive: @escaping (Event<V, F>) -> Void) {
    let scope = Disposable()
    disposable.add(scope)
    if !scope.isDisposed { source.start(in: scope, receive) }
  }
}

extension Signal {
  /// A signal that runs `start` for every observation. The emitter may be stored and used from any thread. Teardown work added
  /// to its `disposable` runs after the terminal event, or when the observation is disposed.
  ///
  ///     Signal<Data, URLError> { emitter in
  ///       let task = fetch { emitter.send($0); emitter.complete() }
  ///       emitter.disposable.add(Disposable { task.cancel() })
  ///     }
  public init(_ start: @escaping @Sendable (Emitter<Value, Failure>) -> Void) {
    self.init(work: { sink, scope in
      let emitter = Emitter(sink, in: scope)
      if !emitter.isDisposed { start(emitter) }
    })
  }
}
