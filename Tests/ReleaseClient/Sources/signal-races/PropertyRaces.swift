import Racing
import Signals

extension Content {
  private static var steps: Int { 2_000 }

  /// Threads that read, set and modify the same properties and the properties derived from them.
  var properties: Race {
    Race(name: "properties of \(name)") {
      let a = MutableProperty(make(0)), b = MutableProperty(make(0))
      let mapped = a.map { number($0) ?? -1 }
      let both = a.combine(b) { [$0, $1] }
      let switched = a.flatMap { [mapped] value in (number(value) ?? 0) % 2 == 0 ? b.readOnly : mapped.map { make($0) }
      }
      return [
        { for step in 0..<Self.steps { a.value = make(step % Self.count) } },
        {
          for step in 0..<Self.steps {
            b.modify { $0 = make(step % Self.count) }
            a.modify { check($0) }
          }
        },
        {
          for _ in 0..<Self.steps {
            check(a.value)
            check(b.value)
            precondition((0..<Self.count).contains(mapped.value), "a broken derived value")
            for value in both.value { check(value) }
            check(switched.value)
          }
        },
        {
          for _ in 0..<Self.steps / 4 {
            let whole = a.lens(get: { $0 }, set: { $0 = $1 })
            check(whole.value)
            whole.value = make(1)
            let derived = a.combine(b) { first, _ in first }.map { $0 }
            check(derived.value)
          }
        },
      ]
    }
  }

  /// Threads that observe properties and dispose the observations, while others set the properties.
  var observations: Race {
    Race(name: "observations of \(name)") {
      let a = MutableProperty(make(0)), b = MutableProperty(make(0))
      let both = a.combine(b) { [$0, $1] }
      let switched = a.flatMap { value in (number(value) ?? 0) % 2 == 0 ? b.readOnly : Property(constant: value) }
      return [
        { for step in 0..<Self.steps { a.value = make(step % Self.count) } },
        { for step in 0..<Self.steps { b.modify { $0 = make(step % Self.count) } } },
        {
          for _ in 0..<Self.steps / 4 {
            let first = a.signal.observeValues(check), second = b.changes.map { $0 }.observeValues(check)
            let third = both.signal.observeValues { for value in $0 { check(value) } }
            first.dispose()
            let fourth = switched.signal.observeValues(check)
            second.dispose()
            fourth.dispose()
            third.dispose()
          }
        },
        {
          for _ in 0..<Self.steps / 4 {
            let scope = Disposable()
            for _ in 0..<3 { scope.add(both.changes.observeValues { for value in $0 { check(value) } }) }
            scope.dispose()
          }
        },
      ]
    }
  }

  /// Threads that bind properties to each other, one way, both ways and through lenses, while others set them.
  var bindings: Race {
    Race(name: "bindings of \(name)") {
      let a = MutableProperty(make(0)), b = MutableProperty(make(0)), c = MutableProperty(make(0))
      let form = MutableProperty((title: make(0), note: make(0)))
      let title = form.lens(get: { $0.title }, set: { $0.title = $1 })
      let note = form.lens(get: { $0.note }, set: { $0.note = $1 })
      let twoWay = a.bindTwoWay(to: title)
      let bindings = [a.bind(to: b), note.bind(to: c), twoWay]
      return [
        { for step in 0..<Self.steps { a.value = make(step % Self.count) } },
        { for step in 0..<Self.steps { title.value = make(step % Self.count) } },
        { for step in 0..<Self.steps { note.value = make(step % Self.count) } },
        {
          for step in 0..<Self.steps / 4 {
            for property in [a, b, c, title, note] { check(property.value) }
            let target = MutableProperty(make(1)), bound = a.bind(to: target), other = c.bindTwoWay(to: target)
            target.value = make(step % Self.count)
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
