import Dispatch
import Racing
import Signals

extension Content {
  /// The value, sent by an emitter.
  private static func sent(_ value: Value) -> Signal<Value, Never> {
    Signal { emitter in
      emitter.send(value)
      emitter.complete()
    }
  }

  /// Threads that send into the same pipe, observe, share and flatten it, and dispose the observations.
  var signals: Race {
    Race("signals of \(name)") {
      let (signal, input) = Signal<Value, Never>.pipe(), (other, otherInput) = Signal<Value, Never>.pipe()
      let shared = signal.map { $0 }.share(replay: 2), queue = DispatchQueue(label: "deliveries")
      let kept = Signal.combineLatest(signal, other) { [$0, $1] }.observeValues { $0.forEach(check) }
      let delivered = signal.observe(on: .queue(queue)).observeValues(check)
      return [
        loop(1_000) { input.send(make($0)) },
        loop(1_000) { step in
          otherInput.send(make(step))
          if step % 4 == 0 { input.send(make(step)) }
        },
        loop(250) { _ in
          let first = shared.observeValues(check)
          let second = Signal.zip(signal, other) { [$0, $1] }.observeValues { $0.forEach(check) }
          let third = signal.flatMap(.latest) { value in other.map { [value, $0] } }.observeValues { $0.forEach(check) }
          for observation in [first, third, second] { observation.dispose() }
        },
        {
          for _ in 0..<250 {
            let first = signal.flatMap(.merge) { .just($0) }.observeValues(check)
            let second = signal.flatMap(.concat) { Self.sent($0) }.observeValues(check)
            for observation in [shared.observeValues(check), second, first] { observation.dispose() }
          }
          for observation in [kept, delivered] { observation.dispose() }
          queue.sync {}
        },
      ]
    }
  }

  /// Threads that apply and execute the same commands, cancel them and observe their events.
  var commands: Race {
    Race("commands of \(name)") {
      let input = MutableProperty(make(0)), isAllowed = MutableProperty(true)
      let single = Command<Value, Value, Never>(enabledIf: isAllowed.readOnly) { .just($0) }
      let latest = Command<Value, Value, Never>(policy: .latest) { Self.sent($0) }
      let all = Command<Value, Value, Never>(policy: .concurrent) { value in input.signal.prefix(1).map { _ in value } }
      let observations = [single.values, latest.values, all.values].map { $0.observeValues(check) }
      return [
        loop(1_000) { step in
          single.execute(make(step))
          isAllowed.value = step % 8 != 0
        },
        loop(1_000) { step in latest.apply(make(step)).observe { if case .value(let value) = $0 { check(value) } } },
        loop(1_000) { step in
          all.execute(make(step))
          input.value = make(step)
          if step % 16 == 0 { latest.cancel() }
        },
        {
          for _ in 0..<1_000 {
            _ = (single.isEnabled.value, all.isExecuting.value)
            Property.combineLatest(latest.isExecuting, single.isEnabled) { $0 || $1 }.signal.observeValues { _ in }
              .dispose()
          }
          for observation in observations { observation.dispose() }
        },
      ]
    }
  }
}
