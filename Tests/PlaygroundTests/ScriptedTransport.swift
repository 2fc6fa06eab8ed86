import Foundation
import Services
import Signals

/// A transport whose answers a test gives, when it likes.
final class ScriptedTransport: HTTPTransport {
  private let sent = MutableProperty<[(request: HTTPRequest, input: Emitter<HTTPResponse, ServiceFailure>)]>([])

  func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    Signal { [sent] emitter in sent.modify { $0.append((request, emitter)) } }
  }

  /// What was sent, in order.
  var requests: [HTTPRequest] { sent.value.map(\.request) }

  /// Answers the last request.
  func answer(_ text: String, status: Int = 200, _ headers: [String: String] = [:]) {
    let input = sent.value.last?.input
    input?.send(HTTPResponse(status, headers: headers, body: Data(text.utf8)))
    input?.complete()
  }

  /// Lets the last request fail.
  func fail(_ failure: ServiceFailure) { sent.value.last?.input.fail(failure) }
}
