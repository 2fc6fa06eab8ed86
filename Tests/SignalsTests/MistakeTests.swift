import Dispatch
import Signals
import SignalsTesting
import Testing

/// Mistakes that stop the program with a message. Some are found in a debug build only: those of bindings.
@Suite struct MistakeTests {
  private struct Mistake: Sendable {
    /// The texts that the program writes.
    let message: [String]
    let make: @Sendable () -> Void

    init(_ message: String..., make: @escaping @Sendable () -> Void) { self.init(message, make: make) }

    init(_ message: [String], make: @escaping @Sendable () -> Void) { (self.message, self.make) = (message, make) }
  }

  private static let mistakes = intervals.merging(locks) { $1 }
    .merging(isDebug ? bindings : [:]) { $1 }

  @Test(
    "a mistake stops the program, and the message names value or places", arguments: mistakes.keys.sorted())
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

  /// Properties to make mistakes with.
  private struct Scene: Sendable {
    let a = MutableProperty(1), b = MutableProperty(1), c = MutableProperty(0), whole = MutableProperty([1, 2])
    let parts: [MutableProperty<Int>], derived: Property<Int>

    init() {
      parts = (0..<2).map { [whole] index in whole.lens(get: { $0[index] }, set: { $0[index] = $1 }) }
      derived = whole.map { $0[0] }
    }
  }

  /// Uses of a property inside a closure that has locked it.
  private static let locks: [String: Mistake] = {
    func use(_ use: @escaping @Sendable (Scene) -> Void) -> Mistake {
      Mistake("the closure of modify or withValue at Outer.swift:7 uses its own property, or one derived from it") {
        let scene = Scene()
        scene.whole.modify(file: "Outer.swift", line: 7) { _ in use(scene) }
      }
    }
    func modify(_ modify: @escaping @Sendable (Scene) -> Void) -> Mistake {
      Mistake(
        "modify or withValue at Inner.swift:9 would wait forever: it comes from the closure of modify or withValue",
        "at Outer.swift:7, which has locked the same property; use the closure's argument", make: use(modify).make)
    }
    return [
      "read": use { _ = $0.whole.value }, "set": use { $0.whole.value = [] },
      "read of a property made of it": use { _ = $0.derived.value },
      "read of the whole in the modify of a part": Mistake(
        "the closure of modify or withValue at Outer.swift:7 uses its own property, or one derived from it"
      ) {
        let scene = Scene()
        scene.parts[0].modify(file: "Outer.swift", line: 7) { $0 = scene.whole.value[1] }
      },
      // On two threads, each closure waits until the other one runs.
      "two properties in opposite orders": Mistake(
        "the closure of modify or withValue at One.swift:1", "the closure of modify or withValue at Two.swift:2",
        " uses the first one inside",
        "Write one after the other, or keep both values in one property"
      ) {
        let scene = Scene(), bothRun = Rendezvous()
        DispatchQueue.global().async {
          scene.a.modify(file: "One.swift", line: 1) { _ in
            bothRun.pause()
            scene.b.modify { $0 += 1 }
          }
        }
        scene.b.modify(file: "Two.swift", line: 2) {
          bothRun.whilePaused {}
          $0 = scene.a.value
        }
      },
      "modify": modify { $0.whole.modify(file: "Inner.swift", line: 9) { $0 = [] } },
      "modify of a part": modify { $0.parts[0].modify(file: "Inner.swift", line: 9) { $0 += 1 } },
      "lens": Mistake("a lens's get or set uses its own property") {
        let whole = MutableProperty([1, 2])
        whole.lens(get: { $0[0] }, set: { $0[0] = $1 + whole.value[1] }).value = 3
      },
      "call without a place": Mistake("the closure of modify or withValue at \(#fileID):\(#line + 2)") {
        let property = MutableProperty(1)
        property.modify { $0 = property.value }
      },
    ]
  }()

  private static let bindings: [String: Mistake] = {
    func binding(_ message: String..., bind: @escaping @Sendable (Scene) -> Void) -> Mistake {
      Mistake(message) { bind(Scene()) }
    }
    let feedback = """
      the source of bind(to:) derives from the property of the target, so each value would cause the next; \
      keep one part, and set both in its setter, or bind removeDuplicates()
      """
    return [
      "a feedback": binding("One.swift:1: Precondition failed", feedback) {
        $0.a.map { $0 + 1 }.bind(to: $0.a, file: "One.swift", line: 1)
      },
      "a feedback of a part": binding("Precondition failed", feedback) { $0.parts[0].bind(to: $0.parts[1]) },
      // The sum notifies of each change, even if one of its parts does not.
      "a feedback of a combination": binding("Precondition failed", feedback) {
        Property.combineLatest($0.a.removeDuplicates(), $0.c, $0.a) { $0 + $1 + $2 }.bind(to: $0.a)
      },
      "a feedback of two bindings": binding(
        "bind(to:) at One.swift:1 and at Two.swift:2 set properties in a circle, 300000 times in a row"
      ) {
        $0.a.map { $0 + 1 }.bind(to: $0.b, file: "One.swift", line: 1)
        $0.b.map { $0 + 1 }.bind(to: $0.a, file: "Two.swift", line: 2)
      },
      "a feedback through a part and a third property": binding(
        "bind(to:) at One.swift:1 and at Three.swift:3 and at Two.swift:2 set properties in a circle"
      ) {
        $0.b.bind(to: $0.parts[0], file: "One.swift", line: 1)
        $0.c.bind(to: $0.b, file: "Two.swift", line: 2)
        $0.whole.map { $0[1] }.bind(to: $0.c, file: "Three.swift", line: 3)
      },
      "a second source of one target": binding(
        "bind(to:) at Two.swift:2 has a target that is bound to another source at One.swift:1: it would have the value"
      ) {
        $0.a.bind(to: $0.c, file: "One.swift", line: 1)
        $0.b.map { $0 * 2 }.bind(to: $0.c, file: "Two.swift", line: 2)
      },
      "signals bound in a circle": binding(
        "bind(to:) at One.swift:1 and at Two.swift:2 set properties in a circle, 300000 times in a row: each value causes the next"
      ) {
        $0.a.changes.map { $0 + 1 }.bind(to: $0.b, file: "One.swift", line: 1)
        $0.b.changes.bind(to: $0.a, file: "Two.swift", line: 2)
        $0.c.changes.bind(to: $0.parts[0], file: "Three.swift", line: 3)
        $0.a.value = 2
      },
      "a pipe that is bound in a circle": binding("bind(to:) at One.swift:1 sets properties in a circle") {
        let (values, input) = Signal<Int, Never>.pipe()
        values.bind(to: $0.a, file: "One.swift", line: 1)
        $0.a.changes.observeValues { input.send($0 + 1) }
        input.send(1)
      },
      "two parts of one property, bound both ways": binding("two parts of one property") {
        $0.parts[0].bindTwoWay(following: $0.parts[1])
      },
    ]
  }()
}

#if DEBUG
  let isDebug = true
#else
  let isDebug = false
#endif
