import Signals
import SignalsTesting
import Testing

@Suite struct TwoWayBindingTests {
  @Test func theOtherLeadsAndThenEachFollows() {
    let a = MutableProperty("a"), b = MutableProperty("b")
    let binding = a.bindTwoWay(to: b)
    #expect(a.value == "b")
    a.value = "c"
    #expect(b.value == "c")
    b.value = "d"
    #expect(a.value == "d")
    binding.dispose()
    a.value = "e"
    #expect(b.value == "d")
  }

  @Test func aWriteIsNeverEchoed() {
    let a = MutableProperty(0), b = MutableProperty(0)
    a.bindTwoWay(to: b).stored(in: bag)
    let toA = Recorder(a.changes), toB = Recorder(b.changes)
    a.value = 1
    b.value = 2
    #expect(toA.values == [1, 2])
    #expect(toB.values == [1, 2])
  }

  @Test func writesInsideObserversConverge() {
    let a = MutableProperty(0), b = MutableProperty(0)
    a.bindTwoWay(to: b).stored(in: bag)
    a.changes.observeValues { if $0 == 1 { b.value = 5 } }
    a.value = 1
    #expect(a.value == b.value)
  }

  @Test func twoPartsOfOneWholeAreRefused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let whole = MutableProperty([1, 2])
      let first = whole.lens(get: { $0[0] }, set: { $0[0] = $1 })
      _ = first.bindTwoWay(to: whole.lens(get: { $0[1] }, set: { $0[1] = $1 }))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("two parts of one property"))
  }

  @Test func aPropertyIsEqualToItselfAlready() {
    let property = MutableProperty(1)
    property.bindTwoWay(to: property).stored(in: bag)
    property.value = 2
    #expect(property.value == 2)
  }

  @Test func keepsNeitherAlive() {
    weak var weakA: MutableProperty<Int>?
    let b = MutableProperty(0)
    let binding: Disposable
    do {
      let a = MutableProperty(1)
      weakA = a
      binding = a.bindTwoWay(to: b)
    }
    #expect(weakA == nil)
    #expect(binding.isDisposed)
    b.value = 3
    #expect(b.value == 3)
  }

  private let bag = DisposeBag()
}
