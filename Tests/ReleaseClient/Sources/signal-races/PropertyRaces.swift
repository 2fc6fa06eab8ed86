import Racing
import Signals

extension Content {
  private func isEven(_ value: Value) -> Bool { (number(value) ?? 0) % 2 == 0 }

  /// Threads that read, set and modify the same properties and the properties derived from them.
  var properties: Race {
    Race("properties of \(name)") {
      let a = MutableProperty(make(0)), b = MutableProperty(make(0))
      let mapped = a.map { number($0) ?? -1 }, both = Property.combineLatest(a, b) { [$0, $1] }
      let switched = a.flatMap { [mapped] in isEven($0) ? b.readOnly : mapped.map(make) }
      return [
        loop(2_000) { a.value = make($0) },
        loop(2_000) { step in
          b.modify { $0 = make(step) }
          a.modify { check($0) }
        },
        loop(2_000) { _ in
          for value in [a.value, b.value] + both.value { check(value) }
          precondition((0..<1000).contains(mapped.value), "a broken derived value")
          check(switched.value)
        },
        loop(500) { _ in
          let whole = a.lens(get: { $0 }, set: { $0 = $1 })
          check(whole.value)
          whole.value = make(1)
          let derived = Property.combineLatest(a, b) { first, _ in first }.map { $0 }
          check(derived.value)
        },
      ]
    }
  }

  /// Threads that observe properties and dispose the observations, while others set the properties.
  var observations: Race {
    Race("observations of \(name)") {
      let a = MutableProperty(make(0)), b = MutableProperty(make(0)), both = Property.combineLatest(a, b) { [$0, $1] }
      let switched = a.flatMap { isEven($0) ? b.readOnly : Property(constant: $0) }
      return [
        loop(2_000) { a.value = make($0) },
        loop(2_000) { step in b.modify { $0 = make(step) } },
        loop(500) { _ in
          let first = a.signal.observeValues(check), second = b.changes.map { $0 }.observeValues(check)
          let third = both.signal.observeValues { $0.forEach(check) }
          first.dispose()
          let fourth = switched.signal.observeValues(check)
          for observation in [second, fourth, third] { observation.dispose() }
        },
        loop(500) { _ in
          let scope = Disposable()
          for _ in 0..<3 { scope.add(both.changes.observeValues { $0.forEach(check) }) }
          scope.dispose()
        },
      ]
    }
  }

  /// Threads that bind properties to each other, one way, both ways and through lenses, while others set them.
  var bindings: Race {
    Race("bindings of \(name)") {
      let a = MutableProperty(make(0)), b = MutableProperty(make(0)), c = MutableProperty(make(0))
      let form = MutableProperty((title: make(0), note: make(0)))
      let title = form.lens(get: { $0.title }, set: { $0.title = $1 })
      let note = form.lens(get: { $0.note }, set: { $0.note = $1 })
      let bindings = [a.bind(to: b), note.bind(to: c), a.bindTwoWay(following: title)]
      return [
        loop(2_000) { a.value = make($0) }, loop(2_000) { title.value = make($0) },
        loop(2_000) { note.value = make($0) },
        {
          for step in 0..<500 {
            for property in [a, b, c, title, note] { check(property.value) }
            let target = MutableProperty(make(1)), bound = a.bind(to: target), other = c.bindTwoWay(following: target)
            target.value = make(step)
            check(target.value)
            if step % 2 == 0 { bound.dispose() }
            if step % 3 == 0 { other.dispose() }
          }
          for binding in bindings { binding.dispose() }
        },
      ]
    }
  }
}
