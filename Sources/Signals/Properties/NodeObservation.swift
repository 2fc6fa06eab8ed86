public import Synchronization

/// An observer of a property.
@usableFromInline final class NodeObserver<Value: Sendable>: Observer<Value, Never> {
  @inlinable init(_ value: @escaping (Value) -> Void, _ end: End<Never>, of node: PropertyNode<Value>) {
    super.init(value, end, of: node)
  }

  @usableFromInline override func remove(from source: AnyObject) {
    // The source is of the type that this was created with.
    unsafe AnyPropertyNode.disconnect([(unsafeDowncast(source, to: AnyPropertyNode.self), self, false)])
  }
}

extension PropertyNode {
  /// The value now, then each change.
  @inlinable final var signal: Signal<Value, Never> {
    Signal(work: { self.observe($0, $1, $2) })
  }

  /// Each change from now on.
  @usableFromInline final var changes: Signal<Value, Never> {
    Signal(work: { value, end, scope in
      let observer = NodeObserver(value, end, of: self), time = WriteClock.now
      scope.add(observer)
      self.group.perform {
        self.attach(observer, needsValue: !self.group.isRooted && WriteClock.now != time)
        if let (value, version) = self.caughtUp, version > time, observer.isAttached { observer.target.receive(value) }
        self.group.deliver { _ in }
      }
    })
  }

  @inlinable final func observe(
    _ receive: @escaping (Value) -> Void, _ end: consuming End<Never>, _ scope: Disposable
  ) {
    guard group.enter() else { return observeQueued(Sink(value: receive, end: end), scope) }
    let observer = NodeObserver(receive, end, of: self)
    guard let first = attachWithFirst(observer) else {
      group.leave()
      return observeQueued(Sink(value: observer.target.value, end: observer.target.end), scope)
    }
    scope.add(observer)
    observer.target.receive(first)
    if isEnded { self.end(observer) } else { group.deliver { _ in } }
    group.leave()
  }

  /// In the gate: attaches an observer, and returns the value that belongs to the last delivery. If there are later writes,
  /// returns nil and does not attach.
  @inlinable final func attachWithFirst(_ observer: NodeObserver<Value>) -> Value? {
    if isEnded { return value }
    attach(observer, needsValue: true)
    if !group.isRooted { return deliveredValue }
    group.lock.lock()
    // Writes are queued under the lock.
    let isLast = group.word.load(ordering: .relaxed) == SerialGate.taken
    let value = isLast ? (isRoot ? memo : deliveredValue) : nil
    group.lock.unlock()
    if !isLast { detachUnobserved(observer) }
    return value
  }

  /// In the gate, after an observer was attached: the value and its version, if the value includes the writes that the observer
  /// waits for. A head reads the latest value when an observer is attached, so the queued updates do not change it. A root
  /// delivers each one.
  private var caughtUp: (value: Value, version: Int)? {
    if group.isRooted { return nil }
    return deliveredValue.map { ($0, deliveredVersion) }
  }

  @usableFromInline final func detachUnobserved(_ observer: AnyObserver) {
    Self.disconnect(remove(observer, isDependency: false))
  }

  /// Another delivery is under way, perhaps on another thread. The first value is due now, and the next delivery waits behind
  /// it at a gate of this observer's own.
  @usableFromInline final func observeQueued(_ sink: Sink<Value, Never>, _ scope: Disposable) {
    let front = Emitter<Value, Never>(sink, in: scope), group = group
    /// Of the first value: the last write in it, and the time it was read. Set before the gate of this observer is left, and
    /// read inside it.
    let start = StageState((version: -1, through: -1))
    _ = front.subject.enter()  // new, so it is free
    let observer = NodeObserver<Value>(
      { value in
        let delivered = group.delivered
        front.perform {
          // The first value includes the writes before it.
          let (version, through) = start.value
          if delivered.through > through, delivered.version > version { front.deliver(.value(value)) }
        }
      }, End { front.subject.end($0) }, of: self)
    scope.add(observer)
    let attach = {
      self.attach(observer, needsValue: true)
      if let (value, version) = self.caughtUp {
        front.perform { if version > start.value.version { front.deliver(.value(value)) } }
      }
      group.deliver { _ in }
    }
    let first: Value
    if isRoot {
      // One step takes the value and the place in the queue, so exactly the later writes follow.
      group.lock.lock()
      let isOwner = group.enterLocked()
      if !isOwner { group.append(attach) }
      let value = memo
      group.lock.unlock()
      if isOwner {
        attach()
        group.leave()
      }
      first = unsafe value.unsafelyUnwrapped  // a root always has one
    } else {
      group.perform(attach)
      let reading = current()
      // The version of a value that was not compared with the one before belongs to no write, and is later than the reading.
      start.value = (min(reading.span.version, reading.span.through), reading.span.through)
      first = reading.value
    }
    front.deliver(.value(first))
    front.subject.leave()
  }
}
