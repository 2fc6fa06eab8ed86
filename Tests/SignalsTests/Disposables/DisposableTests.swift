import Signals
import Testing

@Suite struct DisposableTests {
  private let log = MutableProperty<[Int]>([])

  private func hook(_ number: Int) -> Disposable { Disposable { [log] in log.modify { $0.append(number) } } }

  @Test func runsItsHookOnce() {
    let disposable = hook(1)
    #expect(!disposable.isDisposed)
    disposable.dispose()
    disposable.dispose()
    #expect(disposable.isDisposed)
    #expect(log.value == [1])
  }

  @Test func disposesChildrenInTheOrderTheyWereAdded() {
    let parent = hook(0)
    for number in 1...5 { parent.add(hook(number)) }
    parent.dispose()
    #expect(log.value == [0, 1, 2, 3, 4, 5])
  }

  @Test func aChildOfADisposedOneIsDisposedAtOnce() {
    let parent = Disposable()
    parent.dispose()
    parent.add(hook(1))
    #expect(log.value == [1])
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
    do {
      let child = Disposable()
      first = child
      for _ in 0..<4 { parent.add(Disposable()) }
      parent.add(child)
      child.dispose()
    }
    for _ in 0..<1000 {
      let child = Disposable()
      parent.add(child)
      child.dispose()
    }
    #expect(first == nil)
  }

  @Test func goingWithoutBeingDisposedRunsNothing() {
    do { _ = hook(1) }
    #expect(log.value == [])
  }

  @Test func nestedOnesKeepTheOrder() {
    let outer = Disposable(), inner = Disposable()
    outer.add(inner)
    outer.add(hook(3))
    inner.add(hook(1))
    inner.add(hook(2))
    outer.dispose()
    #expect(log.value == [1, 2, 3])
  }
}
