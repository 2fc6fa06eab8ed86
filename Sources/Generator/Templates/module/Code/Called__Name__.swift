import REPL
import Services
import Signals

/// A store whose calls have names, for flows to stub, fault and record: `__route__.all`, `__route__.save`.
package struct Called__Name__: __Name__Storing {
  private let store: any __Name__Storing
  private let calls: Calls

  package init(_ store: any __Name__Storing, calls: Calls) {
    self.store = store
    self.calls = calls
  }

  package func all() -> Signal<[__Name____Item__], StoreFailure> {
    calls.call("__route__.all", store.all(), failure: StoreFailure.other)
  }

  package func save(_ __item__: __Name____Item__) -> Signal<Void, StoreFailure> {
    calls.call("__route__.save", store.save(__item__), failure: StoreFailure.other)
  }
}
