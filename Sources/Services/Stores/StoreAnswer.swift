package import Signals

extension Signal where Failure == StoreFailure {
  /// The value of a store's call, for programs with a store that answers immediately.
  @discardableResult package func answer() throws(StoreFailure) -> Value {
    let answer = MutableProperty<Result<Value, StoreFailure>>(.failure(.other("the store did not answer")))
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
