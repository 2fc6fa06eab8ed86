import Signals
import SignalsTesting
import Testing

@Suite struct BindingTests {
  @Test func propertiesAndCommandsTakeTheValues() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let target = MutableProperty(0), command = Command<Int, Int, Never> { .just($0 * 2) }
    let recorders = [Recorder(target.signal), Recorder(command.values)]
    signal.bind(to: target)
    signal.bind(to: command)
    input.send(2)
    input.complete()
    #expect(recorders.map(\.values) == [[0, 2], [4]])
    #expect(target.value == 2)
  }

  @Test func aBindingKeepsNoTargetAndDisposesTheSourceWhenItGoes() {
    let ends = MutableProperty(0), source = Signal<Int, Never>.never.doFinally { ends.modify { $0 += 1 } }
    let released: Weak<MutableProperty<Int>>
    do {
      let target = MutableProperty(0), command = Command<Int, Int, Never> { .just($0) }
      released = Weak(target)
      source.bind(to: target)
      source.bind(to: command)
    }
    #expect(released.object == nil)
    #expect(ends.value == 2)
  }

  @MainActor private final class View {
    var texts: [String] = []
  }

  @MainActor @Test func aViewGetsTheValueNowAndEachChangeAtOnceAndIsNotKept() {
    let title = MutableProperty("a"), binding: Disposable, released: Weak<View>
    do {
      let view = View()
      released = Weak(view)
      binding = title.bind(to: view) { $0.texts.append($1) }
      title.value = "b"
      #expect(view.texts == ["a", "b"])
    }
    title.value = "c"
    #expect(released.object == nil)
    #expect(binding.isDisposed)
  }

  /// Runs in a process of its own: an echo would never end.
  @Test func aPropertyBoundToItselfOrItsReadOnlySideSettles() async {
    await #expect(processExitsWith: .success) {
      endIfItEchoes()
      let property = MutableProperty(0), part = property.lens(get: { $0 }, set: { $0 = $1 })
      let changes = Recorder(property.changes)
      property.bind(to: property)
      property.readOnly.bind(to: property)
      part.readOnly.bind(to: part)
      property.value = 1
      precondition(changes.values == [1], "\(changes.values)")
      endNow()
    }
  }
}
