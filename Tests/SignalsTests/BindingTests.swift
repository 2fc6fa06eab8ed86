import Signals
import SignalsTesting
import Testing

@Suite struct BindingTests {
  @Test func aPropertyTakesTheValues() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let target = MutableProperty(0)
    signal.bind(to: target)
    input.send(1)
    #expect(target.value == 1)
    input.complete()
    #expect(target.value == 1)
  }

  @Test func aBindingDoesNotKeepItsTargetAndDisposesTheSourceWhenItGoes() {
    let ends = MutableProperty(0)
    weak var weakTarget: MutableProperty<Int>?
    do {
      let target = MutableProperty(0)
      weakTarget = target
      Signal<Int, Never>.never.doFinally { ends.value += 1 }.bind(to: target)
    }
    #expect(weakTarget == nil && ends.value == 1)
  }

  @Test func aPropertyBoundToItselfIsLeftAsItIs() {
    let property = MutableProperty(1)
    let changes = Recorder(property.changes)
    property.bind(to: property)
    property.value = 2
    #expect(changes.values == [2])
  }

  @Test func aCommandIsExecutedWithTheValues() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let command = Command<Int, Int, Never> { .just($0 * 2) }
    let values = Recorder(command.values)
    signal.bind(to: command)
    input.send(2)
    #expect(values.values == [4])
  }

  @Test func aCommandsBindingEndsWhenItGoes() {
    let ends = MutableProperty(0)
    do {
      let command = Command<Int, Int, Never> { .just($0) }
      Signal<Int, Never>.never.doFinally { ends.value += 1 }.bind(to: command)
    }
    #expect(ends.value == 1)
  }

  @MainActor private final class View {
    var text = ""
    let bag = DisposeBag()
  }

  @MainActor @Test func aViewGetsTheValueNowAndEachChangeAtOnceOnTheMainActor() {
    let title = MutableProperty("a"), view = View()
    title.bind(to: view) { $0.text = $1 }.stored(in: view.bag)
    #expect(view.text == "a")
    title.value = "b"
    #expect(view.text == "b")
  }

  @MainActor @Test func aViewIsNotKept() {
    let title = MutableProperty("a")
    weak var weakView: View?
    let binding: Disposable
    do {
      let view = View()
      weakView = view
      binding = title.bind(to: view) { $0.text = $1 }
    }
    #expect(weakView == nil)
    title.value = "b"
    #expect(binding.isDisposed)
  }

  /// Runs in a process of its own: an echo would never end.
  @Test func aPropertyBoundToItsOwnReadOnlySideSettles() async {
    await #expect(processExitsWith: .success) {
      endIfItEchoes()
      let property = MutableProperty(0), part = property.lens(get: { $0 }, set: { $0 = $1 })
      property.readOnly.bind(to: property)
      part.readOnly.bind(to: part)
      property.value = 1
      precondition(property.value == 1)
      endNow()
    }
  }
}
