import Synchronization

/// A node with a value of this type.
@usableFromInline class PropertyNode<Value: Sendable>: AnyPropertyNode, @unchecked Sendable {
  // Under the lock: a root's value; of any other node, what was computed last.
  @exclusivity(unchecked) @usableFromInline final var memo: Value?
  // For the owner of the hub's gate, one access at a time: what was delivered last, if another node reads it.
  @exclusivity(unchecked) @usableFromInline final var deliveredValue: Value?
  /// The value at that time; nil if a root was written since. Of what derives.
  @usableFromInline final let derive: (PropertyNode, _ time: Int) -> Reading<Value>?

  @usableFromInline init(
    _ memo: Value?, sources: [AnyPropertyNode], ridesOn carrier: AnyPropertyNode?, comparesValues: Bool = false,
    selected: (() -> AnyPropertyNode)? = nil, settle: @escaping (AnyPropertyNode) -> Void = { _ in },
    derive: @escaping (PropertyNode, Int) -> Reading<Value>?
  ) {
    self.memo = memo
    self.derive = derive
    super.init(sources: sources, ridesOn: carrier, comparesValues: comparesValues, selected: selected, settle: settle)
  }

  // MARK: Reading, by any thread

  /// The value now.
  @inlinable final var value: Value {
    if !isRoot { return current().value }
    lock.lock()
    let value = memo
    lock.unlock()
    return value.unsafelyUnwrapped  // a root always has one
  }

  /// The value now, and when this has it.
  @inlinable final func current() -> Reading<Value> {
    reading(at: WriteClock.now) ?? readingInSnapshot()
  }

  /// Fails only if a modification was under way when the snapshot was taken: then the next snapshot is taken inside this one, so
  /// that no root can be modified in place again.
  @usableFromInline final func readingInSnapshot() -> Reading<Value> {
    WriteClock.withSnapshot { reading(at: $0) ?? readingInSnapshot() }
  }

  /// The value at that time; nil if a root was written since.
  @inlinable final func reading(at time: Int) -> Reading<Value>? {
    if isRoot {
      lock.lock()
      let version = version, now = version <= time ? memo : nil
      // Nothing was written up to now: a write has to lock first.
      let span = Span(version: version, since: version, through: WriteClock.now)
      lock.unlock()
      if let now { return Reading(now, span) }
      return replacedReading(at: time)
    }
    if let known = recall(at: time) { return known }
    if height > Self.recursionLimit { refreshBelow(at: time) }
    return derive(self, time)
  }

  /// Of a root that was written since that time: what a snapshot has kept.
  @usableFromInline func replacedReading(at time: Int) -> Reading<Value>? { nil }

  override final func refresh(at time: Int) -> Bool { reading(at: time) != nil }

  /// The remembered value, if this has it at that time.
  @inlinable final func recall(at time: Int) -> Reading<Value>? {
    if through.load(ordering: .acquiring) < time { return nil }
    lock.lock()
    let known = since <= time ? memo : nil, span = span
    lock.unlock()
    guard let known else { return nil }
    return Reading(known, span)
  }

  /// The remembered value, whenever it was.
  @inlinable final func recall() -> Reading<Value>? {
    lock.lock()
    let known = memo, span = span
    lock.unlock()
    guard let known else { return nil }
    return Reading(known, span)
  }

  /// Under the lock.
  @inlinable final var span: Span {
    Span(version: version, since: since, through: through.load(ordering: .relaxed))
  }

  /// The value of that span: the remembered one, if nothing has changed since, or what `make` gives.
  @inlinable final func settle(_ span: Span, _ make: () -> Value) -> Reading<Value> {
    if through.load(ordering: .relaxed) >= span.version {
      lock.lock()
      let known = version == span.version ? memo : nil
      if known != nil { extend(to: span) }
      lock.unlock()
      if let known { return Reading(known, span) }
    }
    return remember(make(), span)
  }

  /// Remembers a value, unless a later one is remembered. What two threads compute at once becomes one value for all.
  @inlinable final func remember(_ fresh: Value, _ span: Span) -> Reading<Value> {
    lock.lock()
    let old = memo, isKnown = version == span.version && old != nil
    if isKnown {
      extend(to: span)
    } else if span.through > through.load(ordering: .relaxed) {
      memo = fresh
      version = span.version
      since = span.since
      through.store(span.through, ordering: .releasing)
    }
    lock.unlock()
    // What was remembered is released here, after unlocking: a release may call out.
    return withExtendedLifetime(old) { Reading(isKnown ? old.unsafelyUnwrapped : fresh, span) }
  }

  /// Under the lock: the remembered value is there in that span, too.
  @inlinable final func extend(to span: Span) {
    if span.through <= through.load(ordering: .relaxed) { return }
    since = span.since
    through.store(span.through, ordering: .releasing)
  }

  // MARK: Delivering, in the gate of the hub

  /// What this is in the span that is being delivered: computed unless a reader was first.
  @inlinable final func computed(_ make: () -> Value) -> Value {
    let span = hub.delivered
    if let known = recall(at: span.through) { return known.value }
    return remember(make(), span).value
  }

  @inlinable final func deliver(_ value: Value) {
    if deliveredReaders > 0 { deliveredValue = value }
    observers.deliver(value, to: Observer<Value, Never>.self)
  }

  override func finish() {
    if isEnded { return }
    isEnded = true
    observers.finish(.completed, to: Observer<Value, Never>.self)
    lifetime.dispose()
  }

  override final func end(_ observer: AnyObserver) {
    // Only observers of this type are given.
    if observer.detach() != nil { unsafeDowncast(observer, to: Observer<Value, Never>.self).target.end(.completed) }
  }

  override final func makeNotice(for node: AnyPropertyNode) -> AnyObserver {
    let hub = hub
    return Observer<Value, Never>(
      { _ in node.schedule(by: hub, hasChanged: true) }, End { _ in node.schedule(by: hub) }, of: self)
  }

  override final func keepDelivered() {
    if isConstant { return }
    deliveredReaders += 1
    if deliveredValue == nil { deliveredValue = value }
  }

  override final func dropDelivered() {
    if isConstant { return }
    deliveredReaders -= 1
    if deliveredReaders == 0 { deliveredValue = nil }
  }

  // MARK: Observing

  /// The value now, then each change.
  @inlinable final var signal: Signal<Value, Never> {
    Signal(work: { self.observe($0, $1, $2) })
  }

  /// Each change from now on.
  @usableFromInline final var changes: Signal<Value, Never> {
    Signal(work: { value, end, scope in
      let observer = Observer(value, end, of: self)
      scope.add(observer)
      self.hub.perform {
        self.hub.prepare()
        self.attach(observer)
      }
    })
  }

  @inlinable final func observe(
    _ receive: @escaping (Value) -> Void, _ end: consuming End<Never>, _ scope: Disposable
  ) {
    let hub = hub
    guard hub.enter() else { return observeQueued(Sink(value: receive, end: end), scope) }
    guard let first = deliveredNow() else {
      hub.leave()
      return observeQueued(Sink(value: receive, end: end), scope)
    }
    receive(first)
    let observer = Observer(receive, end, of: self)
    scope.add(observer)
    attach(observer)
    hub.leave()
  }

  /// In the gate of the hub: the value that belongs to what was delivered; nil if there are later writes.
  @inlinable final func deliveredNow() -> Value? {
    if isRoot {
      lock.lock()
      // Writes are queued under the lock.
      let value = word.load(ordering: .relaxed) == Self.taken ? memo : nil
      lock.unlock()
      return value
    }
    let hub = hub
    hub.prepare()
    return reading(at: hub.delivered.through)?.value
  }

  /// Another delivery is under way, perhaps on another thread. The first value is due now, and what is delivered next waits
  /// behind it at a gate of this observer's own.
  @usableFromInline final func observeQueued(_ sink: Sink<Value, Never>, _ scope: Disposable) {
    let front = Emitter<Value, Never>(sink, in: scope), start = FirstReading(), hub = hub
    _ = front.subject.enter()  // fresh, so it is free
    let observer = Observer<Value, Never>(
      { value in
        let time = hub.delivered.through
        front.perform {
          // The first value includes the writes before it.
          if time > start.through { front.deliver(.value(value)) }
        }
      }, End { front.subject.end($0) }, of: self)
    scope.add(observer)
    let attach = {
      hub.prepare()
      self.attach(observer)
    }
    let first: Value
    if isRoot {
      // The value and the place in the queue are taken in one step: exactly the writes after it follow.
      lock.lock()
      let isOwner = enterLocked()
      if !isOwner { append(attach) }
      let value = memo
      lock.unlock()
      if isOwner {
        attach()
        leave()
      }
      first = value.unsafelyUnwrapped  // a root always has one
    } else {
      hub.perform(attach)
      let reading = current()
      start.through = reading.span.through
      first = reading.value
    }
    front.deliver(.value(first))
    front.subject.leave()
  }
}

/// When the first value of an observer was read. Written before the gate of that observer is left, and read inside it.
private final class FirstReading {
  var through = -1
}
