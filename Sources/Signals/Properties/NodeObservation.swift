public import Synchronization

/// An observer of a property.
@usableFromInline final class NodeObserver<Value: Sendable>: Observer<Value, Never> {
  @inlinable init(_ sink: consuming Sink<Value, Never>, of node: AnyPropertyNode) { super.init(sink, of: node) }

  @inlinable func complete() { if detach() != nil { target.sink.end(.completed) } }

  @usableFromInline override func remove(from source: AnyObject) {
    // The source is of the type that this was created with.
    let node = unsafe unsafeDowncast(source, to: AnyPropertyNode.self)
    node.gate.perform((node, self)) { node, observer in
      node.observers.remove(observer)
      node.disconnectIfUnused()
    }
  }
}

extension PropertyNode {
  /// The value now, then each change.
  @inlinable final var signal: Signal<Value, Never> { Signal(work: { self.observe($0, $1) }) }

  /// Each change from now on.
  @usableFromInline final var changes: Signal<Value, Never> {
    Signal(work: { self.observe($0, $1, after: self.recorded().version) })
  }

  /// Sends the first value if it is later than that version: attaching the observer may call others, which write.
  @inlinable final func observe(_ sink: consuming Sink<Value, Never>, _ scope: Disposable, after version: Int = -1) {
    guard gate.enter() else { return observeQueued(sink, scope, after: version) }
    let observer = NodeObserver(sink, of: self)
    guard let first = attach(observer) else {
      gate.leave()
      return observeQueued(observer.target.sink, scope, after: version)
    }
    scope.add(observer)
    if first.version > version { observer.target.receive(first.value) }
    if gate.isEnded { observer.complete() }
    gate.leave()
  }

  /// In the gate: brings the other observers up to date, attaches this one, and returns its first value. If a write to the root
  /// waits for its delivery, returns nil and does not attach.
  @inlinable final func attach(_ observer: NodeObserver<Value>) -> Reading<Value>? {
    if gate.isEnded { return recorded() }
    connect()
    if !gate.isRooted { head.notify(head, nil) }
    // The followers of a `removeDuplicates` get its delivered value: an equal one that comes back is not delivered.
    let isGiven = !isHead && !gate.isRooted && head.isWaker && head.notified >= 0
    let first = isGiven ? reading(at: head.delivery()) ?? readingAgain(at: head.delivery()) : recorded()
    withExtendedLifetime(gate.results.take()) {}  // its release may call out
    if isGiven {
      notified = first.version
    } else if !gate.isRooted {
      notify(of: first)
    } else if gate.word.load(ordering: .relaxed) != SerialGate.taken {
      // Writes are queued under the lock, which the reading has taken.
      disconnectIfUnused()
      return nil
    }
    if !gate.isEnded { observers.append(observer) }
    return first
  }

  /// A delivery is under way. The observer gets its first value now; an emitter of its own holds later values back until then.
  @usableFromInline final func observeQueued(
    _ sink: Sink<Value, Never>, _ scope: Disposable, after version: Int
  ) {
    let front = Emitter(sink, in: scope)
    // The value sent last, and its version. Used in the gate of the front.
    let last = StageState<(value: Value?, version: Int)>((nil, -1))
    _ = front.subject.enter()  // new, so it is free
    let send = { (value: Value, version: Int) in
      front.subject.perform {
        if version <= last.value.version { return }
        let isRepeated = last.value.value.map { self.areSame($0, value) } ?? false
        last.value.version = version
        if isRepeated { return }
        last.value.value = value
        front.subject.deliver(.value(value))
      }
    }
    let observer = NodeObserver(Sink(value: { send($0, self.notified) }, end: { front.subject.end($0) }), of: self)
    let attachLate = {
      self.gate.perform {
        if !observer.isAttached { return }
        if self.gate.isRooted, !self.gate.isEnded {
          self.connect()
          return self.observers.append(observer)
        }
        // The value that earlier observers have. Nil only for a root that is written.
        if let now = self.attach(observer) { send(now.value, now.version) }
        if self.gate.isEnded { observer.complete() }
      }
    }
    scope.add(observer)
    track()
    // A root delivers each write, so its observer attaches first, and skips the writes that are in the first value. Any other head
    // delivers its latest state, so its observer attaches after the reading, and gets nothing older.
    if gate.isRooted { attachLate() }
    let first = recorded()
    last.value = (first.value, first.version)
    if !gate.isRooted { attachLate() }
    if first.version > version { front.subject.deliver(.value(first.value)) }
    front.subject.leave()
  }
}
