import Foundation
import Services
import Signals

/// A transport whose requests the test answers by hand.
package final class ScriptedTransport: HTTPStreaming {
  private let sent = MutableProperty<[(request: HTTPRequest, input: Emitter<HTTPPart, ServiceFailure>)]>([])

  package init() {}

  package func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> {
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

  /// Sends a part of the answer to the last request.
  package func send(_ part: HTTPPart) { sent.value.last?.input.send(part) }

  /// Ends the answer to the last request.
  package func complete() { sent.value.last?.input.complete() }

  private static func answer(_ input: Emitter<HTTPPart, ServiceFailure>, _ response: HTTPResponse) {
    for part in response.parts { input.send(part) }
    input.complete()
  }

  /// Fails the request with this number, from 0.
  package func fail(_ number: Int, _ failure: ServiceFailure) { sent.value[number].input.fail(failure) }

  /// Fails the last request.
  package func fail(_ failure: ServiceFailure) { sent.value.last?.input.fail(failure) }
}
