import Foundation
import Signals

/// A request, and how its answer is read.
///
///     let call = HTTPRequest.get("/users/1").decoding(User.self)
///     transport.call(call)  // Signal<User, ServiceFailure>
public struct HTTPCall<Response: Sendable>: Sendable {
  /// What is asked.
  public let request: HTTPRequest
  let decode: @Sendable (HTTPResponse) throws(ServiceFailure) -> Response

  /// A call whose answer is read by `decode`.
  public init(
    _ request: HTTPRequest, decode: @escaping @Sendable (HTTPResponse) throws(ServiceFailure) -> Response
  ) {
    self.request = request
    self.decode = decode
  }
}

extension HTTPRequest {
  /// The answer is JSON.
  ///
  /// - Parameters:
  ///   - type: what the JSON is read as.
  ///   - decoder: makes the decoder for each answer.
  public func decoding<Response: Decodable & Sendable & SendableMetatype>(
    _ type: Response.Type, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> HTTPCall<Response> {
    HTTPCall(self) { response throws(ServiceFailure) in
      do {
        return try decoder().decode(type, from: response.body)
      } catch {
        let reason = CodingReason(error, of: "the answer")
        // Keys and reasons may be the server's words, too.
        let shown = { @Sendable in SingleLine.text(response.redaction.applied(to: $0)) }
        throw .undecodable(
          path: shown(reason.path), reason: shown(reason.text), excerpt: response.redaction.excerpt(of: response.body))
      }
    }
  }

  /// The answer is text.
  public var decodingText: HTTPCall<String> {
    HTTPCall(self) { response throws(ServiceFailure) in
      guard let text = String(validating: response.body, as: UTF8.self) else {
        throw .undecodable(
          path: "", reason: "the answer is not UTF-8", excerpt: response.redaction.excerpt(of: response.body))
      }
      return text
    }
  }
}

extension HTTPTransport {
  /// Makes the call: gives what its answer is read as. A status that is no success fails.
  public func call<Response>(_ call: HTTPCall<Response>) -> Signal<Response, ServiceFailure> {
    send(call.request).tryMap { response throws(ServiceFailure) in
      let response = response.redacted(by: call.request.redaction)
      guard (200..<300).contains(response.status) else { throw .status(response) }
      return try call.decode(response)
    }
  }
}
