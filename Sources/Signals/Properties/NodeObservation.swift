public import Synchronization

/// The values of an observer that came during a delivery. An emitter of its own holds them back until the first one.
private final class LateValues<Value: Sendable> {
  let node: PropertyNode<Value>
  let front: Emitter<Value, Never>
  /// The value sent last, and its version. Used in the gate of the front.
  var last: (value: Value?, version: Int) = (nil, -1)

  init(_ sink: Sink<Value, Never>, _ scope: Disposable, of node: PropertyNode<Value>) {
    self.node = node
    front = Emitter(sink, in: scope)
    _ = front.subject.enter()  // new, so it is free
  }

  func send(_ value: Value, _ version: Int, equalSince: Int? = nil) {
    front.subject.perform {
      if version <= self.last.version { return }
      let isSame = self.last.value.map { self.node.isSame($0, value) } ?? false
      let isRepeated = isSame || self.last.version == equalSince
      self.last = (value, version == Reading<Value>.unrecorded ? -1 : version)
      if !isRepeated { self.front.subject.deliver(.value(value)) }
    }
  }

  func sendDelivered(equalSince: Int? = nil) {
    if let value = node.deliveredValue { send(value, node.group.delivered, equalSince: equalSince) }
  }
}

/// An observer that came during a delivery.
private final class LateObserver<Value: Sendable>: NodeObserver<Value> {
  let values: LateValues<Value>

  init(_ values: LateValues<Value>) {
    self.values = values
    let node = values.node
    super.init(
      Sink(value: { values.send($0, node.group.delivered) }, end: { values.front.subject.end($0) }), of: node)
  }

  override func versionChanged(since version: Int) { values.sendDelivered(equalSince: version) }
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
    if value == nil { detachUnobserved(observer) }
    return value
  }

  @usableFromInline final func detachUnobserved(_ observer: AnyObserver) {
    Self.disconnect(remove(observer))
  }

  /// A delivery is under way. The observer gets its first value now, and later values after it.
  @usableFromInline final func observeQueued(
    _ sink: Sink<Value, Never>, _ scope: Disposable, after version: Int
  ) {
    let values = LateValues(sink, scope, of: self), observer = LateObserver(values)
    scope.add(observer)
    track()
    // A root delivers each write, so its observer attaches first, and the numbers of the writes tell which of them are in the first
    // value. Any other head delivers its latest state, so its observer attaches after the reading, and gets nothing older.
    if group.isRooted { attachLate(observer) }
    let first = current()
    values.last = (first.value, first.isRecorded ? first.version : -1)
    if !group.isRooted { attachLate(observer) }
    if first.version > version { values.front.subject.deliver(.value(first.value)) }
    values.front.subject.leave()
  }

  private final func attachLate(_ observer: LateObserver<Value>) {
    group.perform {
      self.attach(observer)
      if self.isEnded {
        let now = self.current()
        observer.values.send(now.value, now.version)
        return observer.complete()
      }
      // What a head has delivered before the attachment.
      if !self.group.isRooted { observer.values.sendDelivered() }
    }
  }
}
