import Signals
import Testing

@Suite struct DisposeBagTests {
  @Test func disposesWhenItGoes() {
    let disposable = Disposable()
    do { disposable.stored(in: DisposeBag()) }
    #expect(disposable.isDisposed)
  }

  @Test func disposesOnDemandAndFromThenOn() {
    let bag = DisposeBag(), disposables = (0..<3).map { _ in Disposable() }
    bag.add(disposables[0])
    disposables[1].store(in: bag)
    #expect(!bag.isDisposed && !disposables.contains { $0.isDisposed })
    bag.dispose()
    bag.add(disposables[2])
    #expect(bag.isDisposed && disposables.allSatisfy { $0.isDisposed })
  }
}
