/// A value and its observers: what a ``MutableProperty`` owns and everything derived from it keeps.
///
/// The lock orders writes; what is sent is put in line under it, so observers hear values in the order they were set.
/// They are called after unlocking, by whoever has the turn.
@usableFromInline final class PropertyRoot<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    /// How often it was set: tells whether something derived is still up to date.
    var revision = 0
  }
  private let state: Protected<State>
  private let emitter = Emitter<Value, Never>()

  @usableFromInline init(_ value: Value) { state = Protected(State(value: value)) }

  @usableFromInline var value: Value { state.withLock { $0.value } }

  var current: (value: Value, revision: Int) { state.withLock { ($0.value, $0.revision) } }

  @usableFromInline func set(_ value: Value) { stage(value).deliver() }

  @usableFromInline func modify<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    let (result, staged) = try state.withLock { state in
      var value = state.value
      let result = try body(&value)
      return (result, stage(value, in: &state))
    }
    staged.deliver()
    return result
  }

  /// Changes the value in one step; gives the revision that has the change.
  func write(_ body: (inout Value) -> Void) -> Int {
    let (staged, revision) = state.withLock { state in
      var value = state.value
      body(&value)
      return (stage(value, in: &state), state.revision)
    }
    staged.deliver()
    return revision
  }

  /// Sets the value and puts its notification in line, without delivering it: so that two properties can change
  /// together before anyone hears of either. The result has to be delivered.
  func stage(_ value: Value) -> Staged {
    state.withLock { stage(value, in: &$0) }
  }

  private func stage(_ value: Value, in state: inout State) -> Staged {
    // The old value travels out of the lock: releasing it may call out.
    let old = state.value
    state.value = value
    state.revision += 1
    let isOwner = emitter.turn.take() || emitter.turn.takeOrQueue { [emitter] in emitter.deliver(.value(value)) }
    return Staged(emitter: isOwner ? emitter : nil, value: value, old: old)
  }

  /// A value that is set and has yet to be delivered.
  struct Staged {
    fileprivate let emitter: Emitter<Value, Never>?
    fileprivate let value: Value
    fileprivate let old: Value

    func deliver() {
      emitter?.deliver(.value(value))
      emitter?.turn.leave()
    }
  }

  /// Ends the signals; the value stays.
  @usableFromInline func finish() { emitter.complete() }

  /// Delivers the value now, then what is set from now on.
  func observe(_ sink: @escaping Sink<Value, Never>, _ scope: Disposable) {
    // Usually nobody is delivering: the first value is delivered in a turn of ours, and nothing can overtake it.
    if let value: Value = state.withLock({ emitter.turn.take() ? $0.value : nil }) {
      let observer = Observer(sink, scope: scope, of: emitter)
      scope.add(observer)
      sink(.value(value))
      emitter.append(observer)
      emitter.turn.leave()
      return
    }
    // Somebody is, perhaps on another thread. The first value is due now, and what that thread delivers next waits
    // behind it at a gate.
    let gate = Emitter<Value, Never>(sink, in: scope)
    _ = gate.turn.take()
    let observer = Observer({ gate.emit($0) }, scope: scope, of: emitter)
    scope.add(observer)
    let (value, isOwner) = state.withLock { state in
      (state.value, emitter.turn.takeOrQueue { [emitter] in emitter.append(observer) })
    }
    if isOwner {
      emitter.append(observer)
      emitter.turn.leave()
    }
    gate.deliver(.value(value))
    gate.turn.leave()
  }

  /// Delivers what is set from now on.
  func observeChanges(_ sink: @escaping Sink<Value, Never>, _ scope: Disposable) { emitter.attach(sink, scope) }
}
