import Services
import Signals

extension Signal where Failure == StoreFailure {
  /// The one value of a store's call, for stores that answer at once.
  @discardableResult func answer() throws -> Value {
    let answer = MutableProperty<Result<Value, StoreFailure>>(.failure(.other("no answer")))
    observe { event in
      switch event {
      case .value(let value): answer.value = .success(value)
      case .failed(let failure): answer.value = .failure(failure)
      case .completed: break
      }
    }
    return try answer.value.get()
  }
}
