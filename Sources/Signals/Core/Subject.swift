/// A hot source: whose turn it is, who observes, and how it has ended. What does not depend on the types.
///
/// Its observers keep it, and it keeps them: each leaves when it is disposed, and all leave when the source ends or its
/// input goes.
@usableFromInline class AnySubject: @unchecked Sendable {
  @usableFromInline final let turn = Turn()
  @usableFromInline final let lifetime = LazyDisposable()
  // Only the owner of `turn` touches this, one access at a time; everything else is immutable.
  @exclusivity(unchecked) @usableFromInline final var observers = Observers()

  @inlinable init() {}

  /// Disposed after the terminal event, or when nobody wants events any more.
  @usableFromInline final var disposable: Disposable { lifetime.disposable }

  /// Whether events are ignored from now on.
  @inlinable final var isDisposed: Bool { lifetime.isDisposed }

  /// Does `work` in the turn: what it delivers comes in order, and nobody else's work comes between.
  @usableFromInline final func perform(_ work: @escaping () -> Void) { turn.perform(work) }

  /// Takes a disposed observer off the list, as soon as nothing is being delivered.
  final func remove(_ observer: AnyObserver) {
    if turn.take() || turn.takeOrQueue({ self.observers.remove(observer) }) {
      observers.remove(observer)
      turn.leave()
    }
  }

  /// Lets go of all observers, silently: nothing will be sent.
  final func abandon() {
    perform {
      while let observer = self.observers.removeFirst() {
        guard observer.detach() != nil else { continue }
        // Its scope holds it, and its sink may hold the scope, or the last reference to another source with observers.
        Unwinding.release(observer.takeSink())
      }
    }
  }
}

/// A hot source of such events.
///
/// Events may be sent from any thread and from inside an observer. They are delivered one at a time, in the order they
/// were sent; a sender that finds a delivery under way leaves its event to it and returns.
@usableFromInline class Subject<Value: Sendable, Failure: Error>: AnySubject, @unchecked Sendable {
  // Only the owner of `turn` touches this, one access at a time.
  @exclusivity(unchecked) @usableFromInline final var ending: Ending<Failure>?

  @inlinable override init() { super.init() }

  // MARK: For anyone

  @inlinable final func send(_ value: Value) {
    guard turn.take() else { return queue(.value(value)) }
    deliver(value)
    turn.leave()
  }

  @inlinable final func end(_ ending: Ending<Failure>) {
    guard turn.take() else { return queue(ending.event()) }
    finish(ending)
    turn.leave()
  }

  @inlinable final func emit(_ event: Event<Value, Failure>) {
    guard turn.take() else { return queue(event) }
    deliver(event)
    turn.leave()
  }

  @inlinable @inline(never) final func queue(_ event: Event<Value, Failure>) {
    if turn.takeOrQueue(QueuedWork(QueuedEvent(event, for: self), pool: NodePool.Reference(for: self))) {
      deliver(event)
      turn.leave()
    }
  }

  /// Adds an observer: it gets what is sent from now on, or the terminal event that was.
  @inlinable final func attach(
    _ value: consuming @escaping (Value) -> Void, _ end: consuming End<Failure>,
    _ scope: Disposable
  ) {
    let observer = Observer(value, end, of: self)
    scope.add(observer)
    guard turn.take() else { return queueAppend(observer) }
    append(consume observer)
    turn.leave()
  }

  @usableFromInline final func queueAppend(_ observer: Observer<Value, Failure>) { perform { self.append(observer) } }

  /// What is sent from now on.
  @inlinable final var hotSignal: Signal<Value, Failure> {
    Signal(work: { self.attach($0, $1, $2) })
  }

  // MARK: For the owner of the turn only

  /// Delivers a value to everyone attached.
  ///
  /// Touches no reference count, in a client neither: the list holds its members until the turn is left, the turn is left by a call
  /// on this, so this lives until then, and that call is one that nothing is moved past.
  @inlinable final func deliver(_ value: Value) {
    guard !isDisposed, let first = observers.first else { return }
    var reference = first
    while true {
      // A member: the list keeps it until the walk is over.
      reference = reference._withUnsafeGuaranteedRef { observer in
        if observer.isAttached {
          // Only observers of these types are appended.
          unsafeDowncast(observer, to: Observer<Value, Failure>.self).target.receive(value)
        }
        // Not nil: nobody but the owner, who is walking, takes a member off.
        return observer.next.unsafelyUnwrapped
      }
      if reference.toOpaque() == first.toOpaque() { return }
    }
  }

  @inlinable final func deliver(_ event: Event<Value, Failure>) {
    switch event {
    case .value(let value): deliver(value)
    case .failed(let failure): finish(.failed(failure))
    case .completed: finish(.completed)
    }
  }

  /// Delivers the end to everyone attached, and lets go of them.
  @usableFromInline final func finish(_ ending: Ending<Failure>) {
    if isDisposed { return }
    self.ending = ending
    while let observer = observers.removeFirst() {
      if observer.detach() != nil {
        // Only observers of these types are appended.
        unsafeDowncast(observer, to: Observer<Value, Failure>.self).target.end(ending)
      }
    }
    lifetime.dispose()
  }

  @inlinable final func append(_ observer: consuming Observer<Value, Failure>) {
    if let ending {
      if observer.detach() != nil { observer.target.end(ending) }
    } else {
      observers.append(observer)
    }
  }
}
