/// The sending end of a signal: what `Signal.init` hands to its work, and the input of a pipe.
///
/// Events may be sent from any thread and from inside an observer. They are delivered one at a time, in the order they
/// were sent; a sender that finds a delivery under way leaves its event to it and returns. After a terminal event, and
/// after ``disposable`` is disposed, events are ignored.
public class Emitter<Value: Sendable, Failure: Error>: @unchecked Sendable {
  // Only the owner of `turn` touches `observers` and `end`, one access at a time, so their exclusivity need not be checked;
  // everything else is immutable.
  @usableFromInline final let turn = Turn()
  @exclusivity(unchecked) @usableFromInline final var observers = Observers<Value, Failure>()
  @exclusivity(unchecked) @usableFromInline final var end: Event<Value, Failure>?

  /// Disposed after the terminal event, or when nobody wants events any more. Add what is to be torn down then.
  public final let disposable: Disposable

  @usableFromInline init(disposable: Disposable = Disposable()) { self.disposable = disposable }

  deinit { observers.abandon() }

  /// Whether events are ignored from now on.
  @inlinable public final var isDisposed: Bool { disposable.isDisposed }

  /// Sends a value.
  @inlinable public final func send(_ value: Value) { emit(.value(value)) }

  /// Ends the signal with a failure.
  @inlinable public final func fail(_ failure: Failure) { emit(.failed(failure)) }

  /// Ends the signal.
  @inlinable public final func complete() { emit(.completed) }

  @inlinable final func emit(_ event: Event<Value, Failure>) {
    guard turn.take() else { return queue(event) }
    deliver(event)
    turn.leave()
  }

  @usableFromInline final func queue(_ event: Event<Value, Failure>) {
    if turn.takeOrQueue({ self.deliver(event) }) {
      deliver(event)
      turn.leave()
    }
  }

  /// Sends the event if `isWanted` by the time it is delivered.
  final func emit(_ event: Event<Value, Failure>, if isWanted: @escaping () -> Bool) {
    if turn.take() || turn.takeOrQueue({ if isWanted() { self.deliver(event) } }) {
      if isWanted() { deliver(event) }
      turn.leave()
    }
  }

  /// Does `work` in the turn: what it delivers comes in order, and nobody else's work comes between.
  final func perform(_ work: @escaping () -> Void) {
    if turn.take() || turn.takeOrQueue(work) {
      work()
      turn.leave()
    }
  }

  /// Delivers to everyone attached. For the owner of the turn only.
  @inlinable final func deliver(_ event: Event<Value, Failure>) {
    if disposable.isDisposed { return }
    if case .value = event { observers.deliver(event) } else { finish(event) }
  }

  @usableFromInline final func finish(_ event: Event<Value, Failure>) {
    end = event
    observers.end(event)
    disposable.dispose()
  }

  /// What is sent from now on.
  @inlinable final var hotSignal: Signal<Value, Failure> {
    Signal(work: { sink, scope in self.attach(sink, scope) })
  }

  /// Adds an observer: it gets what is sent from now on, or the terminal event that was.
  @inlinable final func attach(_ sink: @escaping Sink<Value, Failure>, _ scope: Disposable) {
    attach(Observer(sink, scope: scope, of: self))
  }

  @inlinable final func attach(_ observer: Observer<Value, Failure>) {
    observer.scope.add(observer)
    guard turn.take() else { return queueAppend(observer) }
    append(observer)
    turn.leave()
  }

  @usableFromInline final func queueAppend(_ observer: Observer<Value, Failure>) {
    if turn.takeOrQueue({ self.append(observer) }) {
      append(observer)
      turn.leave()
    }
  }

  /// For the owner of the turn only.
  @inlinable final func append(_ observer: Observer<Value, Failure>) {
    if let end {
      if observer.detach() { observer.sink(end) }
    } else {
      observers.append(observer)
    }
  }

  /// Takes a disposed observer off the list, as soon as nothing is being delivered.
  final func remove(_ observer: Observer<Value, Failure>) {
    if turn.take() || turn.takeOrQueue({ self.observers.remove(observer) }) {
      observers.remove(observer)
      turn.leave()
    }
  }
}
