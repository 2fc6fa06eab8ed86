import Foundation
import Signals
import VIPER

/// Why something could not be shown or added, for the user.
package struct __Name__Failure: Error, Hashable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// The use cases of the screen.
package protocol __Name__Interacting: AnyObject, Sendable {
  /// What there is, the oldest first.
  func rows() -> Signal<[__Name__Row], __Name__Failure>
  /// Adds a text to it.
  func add(_ text: String) -> Signal<Void, __Name__Failure>
}

package final class __Name__Interactor: __Name__Interacting {
  #if DATAMANAGER
    private let data: __Name__DataManager
  #else
    private let all = MutableProperty<[__Name____Item__]>([])
  #endif
  private let environment: AppEnvironment

  #if DATAMANAGER
    package init(_ data: __Name__DataManager, environment: AppEnvironment) {
      self.data = data
      self.environment = environment
    }

    package func rows() -> Signal<[__Name__Row], __Name__Failure> {
      data.all().map { all in all.map { __Name__Row(id: $0.id, text: $0.text) } }
        .mapError { __Name__Failure("\($0)") }
    }

    package func add(_ text: String) -> Signal<Void, __Name__Failure> {
      .deferred { [data, environment] in
        let __item__ = __Name____Item__(id: environment.id(), text: text, added: environment.now())
        return data.save(__item__).mapError { __Name__Failure("\($0)") }
      }
    }
  #else
    package init(environment: AppEnvironment) { self.environment = environment }

    package func rows() -> Signal<[__Name__Row], __Name__Failure> {
      .deferred { [all] in .just(all.value.map { __Name__Row(id: $0.id, text: $0.text) }) }
    }

    package func add(_ text: String) -> Signal<Void, __Name__Failure> {
      .deferred { [all, environment] in
        let __item__ = __Name____Item__(id: environment.id(), text: text, added: environment.now())
        return .just(all.modify { $0.append(__item__) })
      }
    }
  #endif
}
