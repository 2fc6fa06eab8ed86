import Signals
import Testing

@Suite struct DisposableTests {
  private let log = MutableProperty<[Int]>([])

  private func hook(_ number: Int) -> Disposable { Disposable { [log] in log.modify { $0.append(number) } } }

  @Test func disposesItsChildrenOnceInTheOrderTheyWereAddedLaterOnesAtOnce() {
    let parent = hook(0), inner = Disposable()
    parent.add(inner)
    for number in 3...5 { parent.add(hook(number)) }
    for number in 1...2 { inner.add(hook(number)) }
    #expect(!parent.isDisposed)
    #expect(log.value == [])
    for _ in 1...2 { parent.dispose() }
    parent.add(hook(6))
    #expect(parent.isDisposed)
    #expect(log.value == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func aHookMayAddAndDispose() {
    let parent = Disposable()
    parent.add(
      Disposable { [self] in
        parent.add(hook(1))
        parent.dispose()
      })
    parent.add(hook(2))
    parent.dispose()
    #expect(log.value == [1, 2])
  }

  @Test func letsGoOfChildrenThatAreDisposed() {
    let parent = Disposable()
    weak var first: Disposable?
    for _ in 0..<4 { parent.add(Disposable()) }
    for number in 0..<1000 {
      let child = Disposable()
      if number == 0 { first = child }
      parent.add(child)
      child.dispose()
    }
    #expect(first == nil)
  }

  @Test func aBagDisposesWhenItGoesOrOnDemandAndADisposableDoesNotWhenItGoes() {
    do { _ = hook(1) }
    do { hook(2).stored(in: DisposeBag()) }
    let bag = DisposeBag()
    bag.add(hook(3))
    hook(4).stored(in: bag)
    #expect(log.value == [2])
    bag.dispose()
    bag.add(hook(5))
    #expect(log.value == [2, 3, 4, 5])
  }
}
