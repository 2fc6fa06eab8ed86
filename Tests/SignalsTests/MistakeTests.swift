import Signals
import SignalsTesting
import Testing

/// Mistakes that stop the program with a message. Some are found in a debug build only: those of bindings.
@Suite struct MistakeTests {
  private struct Mistake: Sendable {
    /// The texts that the program writes.
    let message: [String]
    let make: @Sendable () -> Void

    init(_ message: String..., make: @escaping @Sendable () -> Void) { (self.message, self.make) = (message, make) }
  }

  private static let mistakes = intervals.merging(locks) { $1 }.merging(isDebug ? bindings : [:]) { $1 }

  @Test(
    "a mistake stops the program with a message that names the value or the places", arguments: mistakes.keys.sorted())
  func stops(_ mistake: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      endIfItEchoes()
      Self.mistakes[mistake]?.make()
    }
    let text = result.text, missing = (Self.mistakes[mistake]?.message ?? [""]).filter { !text.contains($0) }
    #expect(missing == [], "\(text)")
  }

  private static let intervals: [String: Mistake] = [
    "a timer without a period": Mistake("a timer ticks every 0.0 seconds, without end; give it a period above zero") {
      _ = Signal<Int, Never>.timer(every: .zero, on: .immediate)
    },
    "a diagram without a tick": Mistake("a tick of 0.0 seconds is too short; it must be longer than zero") {
      try? expect(Signal<String, Never>.just("a"), "(a|)", tick: .zero, on: VirtualTimeScheduler())
    },
  ]

  @Sendable private static func part<Value>(_ index: Int, of whole: MutableProperty<[Value]>) -> MutableProperty<Value>
  {
    whole.lens(get: { $0[index] }, set: { $0[index] = $1 })
  }

  /// Uses of a property inside a closure that has locked it.
  private static let locks: [String: Mistake] = {
    func use(_ make: @escaping @Sendable () -> Void) -> Mistake {
      Mistake("the closure of modify at Outer.swift:7 uses its own property, or one derived from it", make: make)
    }
    func modify(_ make: @escaping @Sendable () -> Void) -> Mistake {
      Mistake(
        "modify at Inner.swift:9 would wait forever: it comes from the closure of modify",
        "at Outer.swift:7, which has locked the same property; use the closure's argument", make: make)
    }
    return [
      "read": use {
        let property = MutableProperty(1)
        property.modify(file: "Outer.swift", line: 7) { $0 = property.value + 1 }
      },
      "set": use {
        let property = MutableProperty(1)
        property.modify(file: "Outer.swift", line: 7) { _ in property.value = 2 }
      },
      "read of a property made of it": use {
        let property = MutableProperty(1), twice = property.map { $0 * 2 }
        property.modify(file: "Outer.swift", line: 7) { $0 = twice.value }
      },
      "read of the whole in the modify of a part": use {
        let whole = MutableProperty([1, 2])
        part(0, of: whole).modify(file: "Outer.swift", line: 7) { $0 = whole.value[1] }
      },
      "modify": modify {
        let property = MutableProperty(1)
        property.modify(file: "Outer.swift", line: 7) { _ in property.modify(file: "Inner.swift", line: 9) { $0 += 1 } }
      },
      "modify of a part": modify {
        let whole = MutableProperty([1, 2]), part = part(0, of: whole)
        whole.modify(file: "Outer.swift", line: 7) { _ in part.modify(file: "Inner.swift", line: 9) { $0 += 1 } }
      },
      "lens": Mistake("a lens's get or set uses its own property") {
        let whole = MutableProperty([1, 2])
        whole.lens(get: { $0[0] }, set: { $0[0] = $1 + whole.value[1] }).value = 3
      },
      "call without a place": Mistake("the closure of modify at \(#fileID):\(#line + 2)") {
        let property = MutableProperty(1)
        property.modify { $0 = property.value }
      },
    ]
  }()

  private static let bindings: [String: Mistake] = {
    func feedback(of text: String, _ make: @escaping @Sendable () -> Void) -> Mistake {
      Mistake(
        text,
        """
        the source of bind(to:) derives from the property of the target, so each value would cause the next; \
        keep one part, and set both in its setter, or bind removeDuplicates()
        """, make: make)
    }
    return [
      "a feedback": feedback(of: "One.swift:1: Precondition failed") {
        let a = MutableProperty(1)
        a.map { $0 + 1 }.bind(to: a, file: "One.swift", line: 1)
      },
      "a feedback of a part": feedback(of: "Precondition failed") {
        let whole = MutableProperty([1, 2])
        part(0, of: whole).bind(to: part(1, of: whole))
      },
      // The sum notifies of each change, even if one of its parts does not.
      "a feedback of a combination": feedback(of: "Precondition failed") {
        let root = MutableProperty(1), other = MutableProperty(0)
        root.removeDuplicates().combine(other, root) { $0 + $1 + $2 }.bind(to: root)
      },
      "a feedback of two bindings": Mistake(
        "bind(to:) at Two.swift:2 and at One.swift:1 set properties in a circle, so each value would cause the next"
      ) {
        let a = MutableProperty(1), b = MutableProperty(1)
        a.map { $0 + 1 }.bind(to: b, file: "One.swift", line: 1)
        b.map { $0 + 1 }.bind(to: a, file: "Two.swift", line: 2)
      },
      "a feedback through a part and a third property": Mistake(
        "bind(to:) at Three.swift:3 and at One.swift:1 set properties in a circle"
      ) {
        let form = MutableProperty([1, 2]), b = MutableProperty(1), c = MutableProperty(1)
        let part = part(0, of: form)
        b.bind(to: part, file: "One.swift", line: 1)
        c.bind(to: b, file: "Two.swift", line: 2)
        form.map { $0[1] }.bind(to: c, file: "Three.swift", line: 3)
      },
      "a second source of one target": Mistake(
        "bind(to:) at Two.swift:2 has a target that is bound to another source at One.swift:1: it would have the value"
      ) {
        let a = MutableProperty(1), b = MutableProperty(2), target = MutableProperty(0)
        a.bind(to: target, file: "One.swift", line: 1)
        b.map { $0 * 2 }.bind(to: target, file: "Two.swift", line: 2)
      },
      "two parts of one property, bound both ways": Mistake("two parts of one property") {
        let whole = MutableProperty([1, 2])
        _ = part(0, of: whole).bindTwoWay(to: part(1, of: whole))
      },
    ]
  }()
}

#if DEBUG
  let isDebug = true
#else
  let isDebug = false
#endif
