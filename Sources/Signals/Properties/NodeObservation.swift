public import Synchronization

/// An observer of a property.
@usableFromInline class NodeObserver<Value: Sendable>: Observer<Value, Never> {
  @inlinable init(_ sink: consuming Sink<Value, Never>, of node: AnyPropertyNode) { super.init(sink, of: node) }

  @usableFromInline final override func complete() { if detach() != nil { target.sink.end(.completed) } }

  @usableFromInline final override func remove(from source: AnyObject) {
    // The source is of the type that this was created with.
    unsafe AnyPropertyNode.disconnect([(unsafeDowncast(source, to: AnyPropertyNode.self), self)])
  }
}

extension PropertyNode {
  /// The value now, then each change.
  @inlinable final var signal: Signal<Value, Never> { Signal(work: { self.observe($0, $1) }) }

  /// Each change from now on.
  @usableFromInline final var changes: Signal<Value, Never> {
    Signal(work: {
      let now = self.current()
      self.observe($0, $1, after: now.isRecorded ? now.version : -1)
    })
  }

  /// Sends the first value if it is later than that version: attaching the observer may call others, which write.
  @inlinable final func observe(_ sink: consuming Sink<Value, Never>, _ scope: Disposable, after version: Int = -1) {
    guard group.enter() else { return observeQueued(sink, scope, after: version) }
    let observer = NodeObserver(sink, of: self)
    guard let first = attachWithFirst(observer) else {
      group.leave()
      return observeQueued(observer.target.sink, scope, after: version)
    }
    scope.add(observer)
    if group.delivered > version { observer.target.receive(first) }
    if isEnded { observer.complete() }
    group.leave()
  }

  /// In the gate: attaches an observer, and returns the value that belongs to the last delivery. If there are later writes,
  /// returns nil and does not attach.
  @inlinable final func attachWithFirst(_ observer: NodeObserver<Value>) -> Value? {
    attach(observer)
    if isEnded { return value }
    if !group.isRooted { return deliveredValue }
    group.lock.lock()
    // Writes are queued under the lock.
    let isLast = group.word.load(ordering: .relaxed) == SerialGate.taken
    let value = isLast ? (isRoot ? memo : deliveredValue) : nil
    group.lock.unlock()
    if value == nil { Self.disconnect(remove(observer)) }
    return value
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
        let isRepeated = last.value.value.map { self.comparison?($0, value) ?? false } ?? false
        last.value = (value, version == Reading<Value>.unrecorded ? -1 : version)
        if !isRepeated { front.subject.deliver(.value(value)) }
      }
    }
    let observer = NodeObserver(
      Sink(value: { send($0, self.group.delivered) }, end: { front.subject.end($0) }), of: self)
    scope.add(observer)
    track()
    // A root delivers each write, so its observer attaches first, and skips the writes that are in the first value. Any other head
    // delivers its latest state, so its observer attaches after the reading, and gets nothing older.
    if group.isRooted { attachLate(observer, send) }
    let first = current()
    last.value = (first.value, first.isRecorded ? first.version : -1)
    if !group.isRooted { attachLate(observer, send) }
    if first.version > version { front.subject.deliver(.value(first.value)) }
    front.subject.leave()
  }

  private final func attachLate(_ observer: NodeObserver<Value>, _ send: @escaping (Value, Int) -> Void) {
    group.perform {
      self.attach(observer)
      if self.isEnded {
        let now = self.current()
        send(now.value, now.version)
        return observer.complete()
      }
      // What a head has delivered before the attachment.
      if !self.group.isRooted, let value = self.deliveredValue { send(value, self.group.delivered) }
    }
  }
}
