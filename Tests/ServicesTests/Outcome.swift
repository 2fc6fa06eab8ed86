import Services
import Signals
import SignalsTesting

/// The value of a store's call, or its failure.
func outcome<Value>(_ call: Signal<Value, StoreFailure>) -> Result<Value, StoreFailure> {
  let recorder = Recorder(call)
  if let failure = recorder.failure { return .failure(failure) }
  guard let value = recorder.values.first, recorder.values.count == 1, recorder.isCompleted else {
    return .failure(.other("not one value and its completion, but \(recorder.events)"))
  }
  return .success(value)
}

extension Store {
  /// All entities, oldest first.
  var all: [Entity] { get throws(StoreFailure) { try outcome(entities(Query())).get() } }

  /// The failure of every call; nil if one succeeds or fails with another one.
  func failureOfEveryCall(with entity: Entity) -> StoreFailure? {
    let calls = [
      entities(Query()).map { _ in }, self.entity(entity.id).map { _ in }, save(entity), delete(entity.id),
    ]
    let failures = Set(calls.map { outcome($0).failure })
    return failures.count == 1 ? failures.first ?? nil : nil
  }
}

/// The value of a network call, or its failure.
func answer<Value>(_ call: Signal<Value, ServiceFailure>) async throws -> Result<Value, ServiceFailure> {
  do {
    guard let value = try await call.firstValue() else { return .failure(.unsendable("it completed without a value")) }
    return .success(value)
  } catch let failure as ServiceFailure {
    return .failure(failure)
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}

extension MutableProperty<Int> {
  /// Adds one and returns the new number.
  @discardableResult func increase() -> Int {
    withValue { number in
      number += 1
      return number
    }
  }
}
