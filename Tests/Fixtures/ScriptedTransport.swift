import Foundation
import Services
import Signals

/// A transport whose requests the test answers by hand.
package final class ScriptedTransport: HTTPTransport {
  private let sent = MutableProperty<[(request: HTTPRequest, input: Emitter<HTTPResponse, ServiceFailure>)]>([])

  package init() {}

  package func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    Signal { [sent] emitter in sent.modify { $0.append((request, emitter)) } }
  }

  /// The sent requests, in order.
  package var requests: [HTTPRequest] { sent.value.map(\.request) }

  /// The numbers of the unanswered requests that are still observed.
  package var pending: [Int] { sent.value.indices.filter { !sent.value[$0].input.isDisposed } }

  /// Answers the request with this number, from 0.
  package func answer(_ number: Int, _ response: HTTPResponse = HTTPResponse()) {
    Self.answer(sent.value[number].input, response)
  }

  /// Answers the last request.
  package func answer(_ text: String, status: Int = 200, _ headers: [String: String] = [:]) {
    guard let last = sent.value.last else { return }
    Self.answer(last.input, HTTPResponse(status, headers: headers, body: Data(text.utf8)))
  }

  private static func answer(_ input: Emitter<HTTPResponse, ServiceFailure>, _ response: HTTPResponse) {
    input.send(response)
    input.complete()
  }

  /// Fails the request with this number, from 0.
  package func fail(_ number: Int, _ failure: ServiceFailure) { sent.value[number].input.fail(failure) }

  /// Fails the last request.
  package func fail(_ failure: ServiceFailure) { sent.value.last?.input.fail(failure) }
}
