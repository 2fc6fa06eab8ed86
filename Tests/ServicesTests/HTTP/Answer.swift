import Services
import Signals

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
