import Services
import Signals

/// A transport whose answers a test gives, when it likes.
final class ScriptedTransport: HTTPTransport {
  typealias Input = Emitter<HTTPResponse, ServiceFailure>

  private let sent = MutableProperty<[(request: HTTPRequest, input: Input)]>([])

  func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    Signal { [sent] emitter in sent.modify { $0.append((request, emitter)) } }
  }

  /// What was sent, in order.
  var requests: [HTTPRequest] { sent.value.map(\.request) }

  /// Which of them are still waited for.
  var pending: [Int] { sent.value.indices.filter { !sent.value[$0].input.isDisposed } }

  /// Answers a request, by its number.
  func answer(_ number: Int, _ response: HTTPResponse = HTTPResponse()) {
    let input = sent.value[number].input
    input.send(response)
    input.complete()
  }

  func fail(_ number: Int, _ failure: ServiceFailure) { sent.value[number].input.fail(failure) }
}
