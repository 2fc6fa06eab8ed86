import Foundation
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

  /// Runs in a process of its own: an echo would never end.
  @Test(arguments: 0..<4) func circlesSettle(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      endIfItEchoes()
      let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0), bag = DisposeBag()
      switch index {
      case 0:  // the same pair twice
        a.bindTwoWay(to: b).stored(in: bag)
        a.bindTwoWay(to: b).stored(in: bag)
        b.bindTwoWay(to: c).stored(in: bag)
      case 1:  // both directions
        a.bindTwoWay(to: b).stored(in: bag)
        b.bindTwoWay(to: a).stored(in: bag)
        b.bindTwoWay(to: c).stored(in: bag)
      case 2:  // a triangle
        a.bindTwoWay(to: b).stored(in: bag)
        b.bindTwoWay(to: c).stored(in: bag)
        c.bindTwoWay(to: a).stored(in: bag)
      default:  // through a part
        a.bindTwoWay(to: b).stored(in: bag)
        b.lens(get: { $0 }, set: { $0 = $1 }).bindTwoWay(to: c).stored(in: bag)
        let part = c.lens(get: { $0 }, set: { $0 = $1 })
        part.bindTwoWay(to: a).stored(in: bag)
        withExtendedLifetime(part) {}
      }
      let toA = Recorder(a.changes)
      a.value = 1
      precondition(a.value == 1 && b.value == 1)
      if index < 3 { precondition(c.value == 1 && toA.values == [1], "\(c.value) \(toA.values)") }
      b.value = 2
      precondition(a.value == 2 && b.value == 2)
    }
  }

  @Test func concurrentWritesInATriangleConverge() async {
    for _ in 0..<100 {
      let all = (0..<3).map { MutableProperty($0) }
      let bindings = (0..<3).map { all[$0].bindTwoWay(to: all[($0 + 1) % 3]) }
      await race(all.map { property in { for number in 0..<20 { property.value = number } } })
      #expect(Set(all.map(\.value)).count == 1)
      for binding in bindings { binding.dispose() }
    }
  }

  @Test func partsOfPartsFollowEachOther() {
    let first = MutableProperty([[1, 2], [3, 4]]), second = MutableProperty([[5, 6], [7, 8]])
    func cell(_ table: MutableProperty<[[Int]]>) -> MutableProperty<Int> {
      table.lens(get: { $0[0] }, set: { $0[0] = $1 }).lens(get: { $0[1] }, set: { $0[1] = $1 })
    }
    let a = cell(first), b = cell(second), binding = a.bindTwoWay(to: b)
    #expect(first.value == [[1, 6], [3, 4]])
    first.modify { $0[0] = [0, 9] }
    #expect(second.value == [[5, 9], [7, 8]])
    second.modify { $0[0][1] = 10 }
    #expect(first.value == [[0, 10], [3, 4]])
    binding.dispose()
    withExtendedLifetime((a, b)) {}
  }
}
