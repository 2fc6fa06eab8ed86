import Signals
import Testing

@Suite struct DisposeBagTests {
  @Test func disposesWhenItGoes() {
    let disposable = Disposable()
    do { disposable.stored(in: DisposeBag()) }
    #expect(disposable.isDisposed)
  }

  @Test func storeIsStoredByAnotherName() {
    let bag = DisposeBag(), disposable = Disposable()
    disposable.store(in: bag)
    #expect(!disposable.isDisposed)
    bag.dispose()
    #expect(disposable.isDisposed)
  }

  @Test func disposesOnDemandAndFromThenOn() {
    let bag = DisposeBag(), early = Disposable(), late = Disposable()
    bag.add(early)
    bag.dispose()
    #expect(early.isDisposed)
    #expect(bag.isDisposed)
    bag.add(late)
    #expect(late.isDisposed)
  }
}
