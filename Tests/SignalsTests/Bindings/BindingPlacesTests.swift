import Dispatch
import Foundation
import Signals
import Testing

/// In a debug build, a binding that loses its source is warned of; `MistakeTests` has the bindings that stop the program. In a
/// release build, no check stops bindings that form a cycle.
@Suite(.enabled(if: isDebug)) struct BindingPlacesTests {
  @MainActor private final class Screen {
    var titles = (0..<4).map { MutableProperty($0) }
  }

  @Test("a source that goes before its target is warned of, with its place")
  func lostSource() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let target = MutableProperty(0), kept = MutableProperty(1), other = MutableProperty(0), fixed = MutableProperty(0)
      let targets = (0..<2).map { _ in MutableProperty(7) }
      await MainActor.run {
        let local = MutableProperty(1), screen = Screen(), titles = screen.titles
        local.map { $0 + 1 }.bind(to: target, file: "Lost.swift", line: 1)
        titles[0].bind(to: targets[0], file: "Ended.swift", line: 1)
        // These are correct: a constant, a source that is kept alive, a target that is released, too, an end of the binding.
        Property(constant: 1).bind(to: fixed, file: "Constant.swift", line: 2)
        kept.bind(to: other, file: "Kept.swift", line: 3)
        local.bind(to: MutableProperty(0), file: "Target.swift", line: 4)
        titles[1].bind(to: titles[2], file: "Together.swift", line: 2)
        titles[3].bind(to: targets[1], file: "Disposed.swift", line: 3).dispose()
        DispatchQueue.main.async { screen.titles = [] }
      }
      // The screen has closed, and the main queue has finished that work.
      for _ in 0..<2 { await MainActor.run {} }
      precondition(
        target.value == 2 && kept.value == other.value && fixed.value == 1 && targets.map(\.value) == [0, 3])
    }
    let message = "has lost its source: the source was released, and the target keeps its last value"
    let warnings = ["Lost.swift:1", "Ended.swift:1"].map { "warning: bind(to:) at \($0) \(message)" }
    #expect(warnings.filter { !result.text.contains($0) } == [])
    #expect(result.text.components(separatedBy: "has lost its source").count == 1 + warnings.count)
  }

  @Test("a bound property that settles or ends gets no warning") func allowed() {
    let a = MutableProperty(1), b = MutableProperty(1), target = MutableProperty(0),
      form = MutableProperty((a: 0, b: 0))
    a.map { min($0, 3) }.removeDuplicates().bind(to: b)
    b.removeDuplicates().bind(to: a)
    a.value = 7
    a.bind(to: target).dispose()
    do {
      let gone = MutableProperty(5)
      gone.bind(to: target)
    }
    Signal<Int, Never>.just(6).bind(to: target)
    b.bind(to: target)
    let settled = [a.value, b.value]
    b.value = 8
    let parts = [form.lens(get: \.a, set: { $0.a = $1 }), form.lens(get: \.b, set: { $0.b = $1 })]
    form.map { $0.a * 2 }.removeDuplicates().bind(to: parts[1])
    Property.combineLatest(form, a) { min($0.a, $1 + 2) }.removeDuplicates().map { $0 }.bind(to: parts[0])
    form.modify { $0.a = 30 }
    #expect(settled + [target.value, a.value, form.value.a, form.value.b] == [3, 3, 8, 8, 10, 20])
  }
}
