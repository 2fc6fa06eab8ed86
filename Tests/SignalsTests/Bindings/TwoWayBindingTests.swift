import Signals
import SignalsTesting
import Testing

@Suite struct TwoWayBindingTests {
  @Test func theOtherLeadsThenEachFollowsAndAWriteIsNeverEchoed() {
    let a = MutableProperty("a"), b = MutableProperty("b")
    let recorders = [a, b].map { Recorder($0.signal) }, binding = a.bindTwoWay(to: b)
    for (property, value) in [(a, "c"), (b, "d")] { property.value = value }
    binding.dispose()
    a.value = "e"
    #expect(recorders.map(\.values) == [["a", "b", "c", "d", "e"], ["b", "c", "d"]])
  }

  @Test func keepsNeitherAlive() {
    let b = MutableProperty(0), binding: Disposable, released: Weak<MutableProperty<Int>>
    do {
      let a = MutableProperty(1)
      released = Weak(a)
      binding = a.bindTwoWay(to: b)
    }
    b.value = 3
    #expect(released.object == nil && binding.isDisposed && b.value == 3)
  }

  /// The write waits to be delivered when its target leads another binding.
  @Test func aWriteThatWaitsWhileItsTargetLeadsAnotherIsReplaced() {
    let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0), bag = DisposeBag()
    a.bindTwoWay(to: b).stored(in: bag)
    a.changes.prefix(1).observeValues { [a] _ in
      a.value = 5
      c.bindTwoWay(to: b).stored(in: bag)
    }
    a.value = 1
    #expect([a, b, c].map(\.value) == [1, 1, 1])
  }

  /// A write to the follower waits in another binding.
  @Test func theOtherLeadsAtOnceDuringADelivery() {
    let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0), bag = DisposeBag()
    let atOnce = Protected<[Int]>([])
    a.bindTwoWay(to: c).stored(in: bag)
    c.changes.prefix(1).observeValues { [c] _ in
      (b.value, c.value) = (6, 7)
      a.bindTwoWay(to: b).stored(in: bag)
      atOnce.withLock { $0 = [a, b].map(\.value) }
    }
    c.value = 1
    #expect(atOnce.withLock { $0 } == [6, 6] && [a, b, c].map(\.value) == [6, 6, 6])
  }

  /// Runs in a process of its own: an echo would never end.
  @Test(arguments: 0..<5) func circlesSettle(index: Int) async {
    await #expect(processExitsWith: .success) { [index] in
      endIfItEchoes()
      let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0), bag = DisposeBag()
      let partOfB = b.lens(get: { $0 }, set: { $0 = $1 }), partOfC = c.lens(get: { $0 }, set: { $0 = $1 })
      let pairs = [
        [(a, b), (a, b), (b, c)],  // the same pair twice
        [(a, b), (b, a), (b, c)],  // both directions
        [(a, b), (b, c), (c, a)],  // a triangle
        [(a, a), (a, b), (b, c)],  // itself
        [(a, b), (partOfB, c), (partOfC, a)],  // through parts
      ]
      for (first, second) in pairs[index] { first.bindTwoWay(to: second).stored(in: bag) }
      let toA = Recorder(a.changes)
      a.value = 1
      precondition([a, b, c].map(\.value) == [1, 1, 1], "\(c.value)")
      if index < 4 { precondition(toA.values == [1], "\(toA.values)") }
      b.value = 2
      precondition([a, b, c].map(\.value) == [2, 2, 2])
      withExtendedLifetime((partOfB, partOfC)) {}
    }
  }
}
