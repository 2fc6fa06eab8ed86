import Dispatch
import Foundation
import Signals
import Testing

/// In a debug build, mistaken bindings name both places. In a release build, no check stops bindings that form a cycle.
@Suite(.enabled(if: isDebug)) struct BindingPlacesTests {
  private static let mistakes: [String: Mistake] = {
    func feedback(of text: String, _ make: @escaping @Sendable () -> Void) -> Mistake {
      Mistake(
        text,
        """
        the source of bind(to:) derives from the property of the target, so each value would cause the next; \
        keep one part, and set both in its setter, or bind removeDuplicates()
        """, make: make)
    }
    @Sendable func part<Value>(_ index: Int, of whole: MutableProperty<[Value]>) -> MutableProperty<Value> {
      whole.lens(get: { $0[index] }, set: { $0[index] = $1 })
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

  @Test("a mistaken binding names the places", arguments: mistakes.keys.sorted())
  func placesAreNamed(_ mistake: String) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      endIfItEchoes()
      Self.mistakes[mistake]?.make()
    }
    try #require(Self.mistakes[mistake]).expect(in: result)
  }

  @Test("a source that nothing keeps is warned of, with its place") func lostSource() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let target = MutableProperty(0), kept = MutableProperty(1), other = MutableProperty(0), fixed = MutableProperty(0)
      await MainActor.run {
        let local = MutableProperty(1)
        local.map { $0 + 1 }.bind(to: target, file: "Lost.swift", line: 1)
        // These are correct: a constant, a source that is kept alive, a target that is released, too.
        Property(constant: 1).bind(to: fixed, file: "Constant.swift", line: 2)
        kept.bind(to: other, file: "Kept.swift", line: 3)
        local.bind(to: MutableProperty(0), file: "Target.swift", line: 4)
      }
      // The main queue has finished the work under way.
      await MainActor.run {}
      precondition(target.value == 2 && kept.value == other.value && fixed.value == 1)
    }
    #expect(
      result.text.contains(
        "warning: bind(to:) at Lost.swift:1 has lost its source: the source was released, and the target keeps its last value"
      ))
    #expect(result.text.components(separatedBy: "has lost its source").count == 2)
  }

  @Test(
    "a source that goes while its target is in use is warned of, one that goes with it or is not bound any more is not")
  func endedSource() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let target = MutableProperty(7), other = MutableProperty(7)
      await MainActor.run {
        let screen = Screen(), titles = screen.titles
        titles[0].bind(to: target, file: "Ended.swift", line: 1)
        titles[1].bind(to: titles[2], file: "Together.swift", line: 2)
        titles[3].bind(to: other, file: "Disposed.swift", line: 3).dispose()
        DispatchQueue.main.async { screen.titles = [] }
      }
      // The screen has closed, and the main queue has finished that work.
      for _ in 0..<2 { await MainActor.run {} }
      precondition(target.value == 0 && other.value == 3)
    }
    #expect(result.text.contains("warning: bind(to:) at Ended.swift:1 has lost its source"))
    #expect(result.text.components(separatedBy: "has lost its source").count == 2)
  }

  @Test("a bound property that settles, has ended or is also bound to signals gets no warning") func allowed() {
    let a = MutableProperty(1), b = MutableProperty(1), target = MutableProperty(0)
    a.map { min($0, 3) }.removeDuplicates().bind(to: b)
    b.removeDuplicates().bind(to: a)
    a.value = 7
    #expect(a.value == 3 && b.value == 3)
    a.bind(to: target).dispose()
    do {
      let gone = MutableProperty(5)
      gone.bind(to: target)
    }
    Signal<Int, Never>.just(6).bind(to: target)
    b.bind(to: target)
    b.value = 8
    #expect(target.value == 8 && a.value == 8)
  }
}

@MainActor private final class Screen {
  var titles = (0..<4).map { MutableProperty($0) }
}

#if DEBUG
  private let isDebug = true
#else
  private let isDebug = false
#endif
