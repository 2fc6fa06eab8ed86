extension Signal {
  /// One observation of this signal for all observers: it begins with the first observer and ends with the last. Each new
  /// observer gets the last `replay` values. They are forgotten when the last observer leaves or the signal ends, and the next
  /// observer starts the signal again.
  ///
  ///     source            a--b--c--|
  ///     share(replay: 1)  a--b--c--|
  ///     a later one            bc--|
  ///
  /// With `once`, the signal runs once. The run outlives an absence of observers, and observers after its end get the last
  /// `replay` values and the end, a failure included. The run ends, and its values are forgotten, when the shared signal, which
  /// counts as one more observer, and the last observer are released.
  ///
  ///     source                        a--b--c|
  ///     share(replay: 1, once: true)  a--b--c|
  ///     a later one                            (c|)
  public func share(replay: Int = 0, once: Bool = false) -> Self {
    let source = ReleaseBox(self), replay = max(replay, 0), bag = DisposeBag()
    let current = Protected(SharedRun<Value, Failure>(replay: replay, once: once))
    if once { bag.add(Disposable { current.withLock { $0 }.detach() }) }
    return Signal(work: { sink, scope in
      defer { withExtendedLifetime(bag) {} }
      // Later values of the run wait at this gate until the replayed values are delivered.
      let front = Emitter(sink, in: scope)
      _ = front.subject.enter()  // new, so it is free
      var run = current.withLock { $0 }
      while !run.attach(front, scope, to: source) {
        run = current.withLock { current in
          if current === run { current = SharedRun(replay: replay, once: once) }
          return current
        }
      }
    })
  }
}

/// One run of a shared signal, from its first observer to its end or its last observer.
/// The lock orders the replayed values and the queued ones, as in ``RootNode``. The source and the shared signal keep the run alive,
/// so a silent source is not started again. Observers do not: releasing a pipe also releases its observations.
private final class SharedRun<Value: Sendable, Failure: Error>: Sendable {
  private typealias State = (observers: Int, replayed: [Value])
  private let emitter = Emitter<Value, Failure>()
  private let replay: Int
  /// Whether its values outlive its end, and the shared signal counts as an observer.
  private let once: Bool
  /// Nil when the run is over.
  private let state = Protected<State?>((0, []))

  init(replay: Int, once: Bool) { (self.replay, self.once) = (replay, once) }

  /// Adds an observer, whose gate the caller has entered; the first one starts the source. False if the run is over.
  func attach(_ front: Emitter<Value, Failure>, _ scope: Disposable, to source: ReleaseBox<Signal<Value, Failure>>)
    -> Bool
  {
    let subject = emitter.subject
    let observer = Observer(Sink(value: { front.send($0) }, end: { front.subject.end($0) }), of: subject)
    let admission = state.withLock { state -> (isOwner: Bool, before: State)? in
      guard let before = state else { return nil }
      state?.observers += once && before.observers == 0 ? 2 : 1
      return (subject.enterOrQueue { subject.append(observer) }, before)
    }
    guard let (isOwner, before) = admission else { return false }
    if isOwner {
      subject.append(observer)
      subject.leave()
    }
    scope.add(observer)
    scope.add(Disposable { [weak self] in self?.detach() })
    for value in before.replayed { front.subject.deliver(value) }
    front.subject.leave()
    if before.observers == 0 { connect(source.content) }
    // The observers of a source that waits on purpose wait, too.
    if !scope.isDisposed, emitter.subject.lifetime.made?.endsNever == true { scope.add(NeverMark.shared) }
    return true
  }

  private func connect(_ source: Signal<Value, Failure>) {
    let scope = Disposable()
    emitter.disposable.add(scope)
    // The shared signal keeps this run alive, so the end of all senders is noticed here.
    let abandonment = Abandonment(of: scope) { [emitter] in emitter.subject.abandon() }
    if scope.isDisposed { return }
    source.start(in: scope) { event in withExtendedLifetime(abandonment) { self.receive(event) } }
  }

  private func receive(_ event: Event<Value, Failure>) {
    let (isOwner, last, dropped) = state.withLock { state in
      let last = event.isTerminal && !once ? state.take() : nil
      var dropped: Value?
      if replay > 0, let value = event.value {
        state?.replayed.append(value)
        if let count = state?.replayed.count, count > replay { dropped = state?.replayed.removeFirst() }
      }
      return (emitter.subject.enterOrQueue { self.emitter.subject.deliver(event) }, last, dropped)
    }
    withExtendedLifetime((last, dropped)) {}
    if isOwner {
      emitter.subject.deliver(event)
      emitter.subject.leave()
    }
  }

  /// The last observer ends the run.
  func detach() {
    let last = state.withLock { state in
      state?.observers -= 1
      return state?.observers == 0 ? state.take() : nil
    }
    if last != nil { emitter.disposable.dispose() }
  }
}
