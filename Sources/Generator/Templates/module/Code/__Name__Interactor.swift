import Foundation
#if STORE
  import Services
#endif
import Signals
import VIPER

/// The reason for a failure, as a text for the user.
package struct __Name__Failure: Error, Hashable { package let reason: String }

/// The use cases of the screen.
package final class __Name__Interactor: Sendable {
  #if STORE
    private let store: any Store<__Name____Item__>
  #else
    private let all = MutableProperty<[__Name____Item__]>([])
  #endif
  private let environment: AppEnvironment

  #if STORE
    package init(_ store: any Store<__Name____Item__>, _ environment: AppEnvironment) {
      (self.store, self.environment) = (store, environment)
    }

    /// All items, the oldest first: now, and after each change.
    package var rows: Signal<[__Name__Row], __Name__Failure> {
      store.observe(Query().ordered(by: \.added)).map { $0.map(\.row) }.mapFailure { __Name__Failure(reason: "\($0)") }
    }

    package func add(_ text: String) -> Signal<Void, __Name__Failure> {
      .deferred { [store, environment] in
        let __item__ = __Name____Item__(id: environment.id(), text: text, added: environment.now())
        return store.save(__item__).mapFailure { __Name__Failure(reason: "\($0)") }
      }
    }
  #else
    package init(_ environment: AppEnvironment) { self.environment = environment }

    /// All items, the oldest first: now, and after each change.
    package var rows: Signal<[__Name__Row], __Name__Failure> { all.signal.map { $0.map(\.row) }.promoteFailure() }

    package func add(_ text: String) -> Signal<Void, __Name__Failure> {
      .deferred { [all, environment] in
        let __item__ = __Name____Item__(id: environment.id(), text: text, added: environment.now())
        return .just(all.modify { $0.append(__item__) })
      }
    }
  #endif
}
