import Dispatch
import Racing
import Signals

extension Content {
  private static var steps: Int { 1_000 }

  /// The value, sent by an emitter.
  private static func sent(_ value: Value) -> Signal<Value, Never> {
    Signal { emitter in
      emitter.send(value)
      emitter.complete()
    }
  }

  /// Threads that send into the same pipe, observe, share and flatten it, and dispose the observations.
  var signals: Race {
    Race(name: "signals of \(name)") {
      let (signal, input) = Signal<Value, Never>.pipe(), (other, otherInput) = Signal<Value, Never>.pipe()
      let shared = signal.map { $0 }.share(replay: 2)
      let kept = signal.combineLatest(with: other).observeValues { [$0, $1].forEach(check) }
      let queue = DispatchQueue(label: "deliveries")
      let delivered = signal.observe(on: .queue(queue)).observeValues(check)
      return [
        { for step in 0..<Self.steps { input.send(make(step % Self.count)) } },
        {
          for step in 0..<Self.steps {
            otherInput.send(make(step % Self.count))
            if step % 4 == 0 { input.send(make(step % Self.count)) }
          }
        },
        {
          for _ in 0..<Self.steps / 4 {
            let first = shared.observeValues(check),
              second = signal.zip(with: other).observeValues { [$0, $1].forEach(check) }
            let third = signal.flatMap(.latest) { value in other.map { [value, $0] } }.observeValues {
              $0.forEach(check)
            }
            first.dispose()
            third.dispose()
            second.dispose()
          }
        },
        {
          for _ in 0..<Self.steps / 4 {
            let first = signal.flatMap(.merge) { .just($0) }.observeValues(check)
            let second = signal.flatMap(.concat) { Self.sent($0) }.observeValues(check)
            shared.observeValues(check).dispose()
            second.dispose()
            first.dispose()
          }
          kept.dispose()
          delivered.dispose()
          queue.sync {}
        },
      ]
    }
  }

  /// Threads that apply and execute the same commands, cancel them and observe their events.
  var commands: Race {
    Race(name: "commands of \(name)") {
      let input = MutableProperty(make(0)), isAllowed = MutableProperty(true)
      let single = Command<Value, Value, Never>(enabledIf: isAllowed.readOnly) { .just($0) }
      let latest = Command<Value, Value, Never>(policy: .latest) { Self.sent($0) }
      let all = Command<Value, Value, Never>(policy: .concurrent) { value in input.signal.prefix(1).map { _ in value } }
      let observations = [single.values, latest.values, all.values].map { $0.observeValues(check) }
      return [
        {
          for step in 0..<Self.steps {
            single.execute(make(step % Self.count))
            isAllowed.value = step % 8 != 0
          }
        },
        {
          for step in 0..<Self.steps {
            latest.apply(make(step % Self.count)).observe { if case .value(let value) = $0 { check(value) } }
          }
        },
        {
          for step in 0..<Self.steps {
            all.execute(make(step % Self.count))
            input.value = make(step % Self.count)
            if step % 16 == 0 { latest.cancel() }
          }
        },
        {
          for _ in 0..<Self.steps {
            _ = single.isEnabled.value
            _ = all.isExecuting.value
            latest.isExecuting.combine(single.isEnabled) { $0 || $1 }.signal.observeValues { _ in }.dispose()
          }
          for observation in observations { observation.dispose() }
        },
      ]
    }
  }
}
