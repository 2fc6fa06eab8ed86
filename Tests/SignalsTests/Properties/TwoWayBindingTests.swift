import Signals
import SignalsTesting
import Testing

@Suite struct TwoWayBindingTests {
  private let bag = DisposeBag()

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
    #expect([toA.values, toB.values] == [[1, 2], [1, 2]])
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

  /// Runs in a process of its own: an echo would never end.
  @Test(arguments: 0..<4) func circlesSettle(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      endIfItEchoes()
      let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0), bag = DisposeBag()
      let partOfB = b.lens(get: { $0 }, set: { $0 = $1 }), partOfC = c.lens(get: { $0 }, set: { $0 = $1 })
      let pairs = [
        [(a, b), (a, b), (b, c)],  // the same pair twice
        [(a, b), (b, a), (b, c)],  // both directions
        [(a, b), (b, c), (c, a)],  // a triangle
        [(a, b), (partOfB, c), (partOfC, a)],  // through parts
      ]
      for (first, second) in pairs[index] { first.bindTwoWay(to: second).stored(in: bag) }
      let toA = Recorder(a.changes)
      a.value = 1
      precondition([a, b, c].map(\.value) == [1, 1, 1], "\(c.value)")
      if index < 3 { precondition(toA.values == [1], "\(toA.values)") }
      b.value = 2
      precondition([a, b, c].map(\.value) == [2, 2, 2])
      withExtendedLifetime((partOfB, partOfC)) {}
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
