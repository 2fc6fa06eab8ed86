import Foundation
import Services
import Signals
import SignalsTesting

/// The entity of these tests.
struct Note: Codable, Hashable, Sendable, Identifiable {
  let id: Int
  var text: String
  var due: Date

  init(_ id: Int, _ text: String = "", due: TimeInterval = 0) {
    self.id = id
    self.text = text
    self.due = Date(timeIntervalSinceReferenceDate: due)
  }
}

/// The value of a store's call, or its failure.
func outcome<Value>(_ call: Signal<Value, StoreFailure>) -> Result<Value, StoreFailure> {
  let recorder = Recorder(call)
  if let failure = recorder.failure { return .failure(failure) }
  guard let value = recorder.values.first, recorder.values.count == 1, recorder.isCompleted else {
    return .failure(.other("not one value and its completion, but \(recorder.events)"))
  }
  return .success(value)
}
