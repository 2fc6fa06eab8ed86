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
        throw .undecodable(path: reason.path, reason: reason.text, excerpt: Self.excerpt(response.body))
      }
    }
  }

  /// The answer is text.
  public var decodingText: HTTPCall<String> {
    HTTPCall(self) { response throws(ServiceFailure) in
      guard let text = String(validating: response.body, as: UTF8.self) else {
        throw .undecodable(path: "", reason: "the answer is not UTF-8", excerpt: Self.excerpt(response.body))
      }
      return text
    }
  }

  /// The beginning of a body.
  private static func excerpt(_ body: Data) -> String {
    let text = String(decoding: body.prefix(800), as: UTF8.self)
    return text.count > 200 || body.count > 800 ? text.prefix(200) + "…" : text
  }
}

extension HTTPTransport {
  /// Makes the call: gives the value that its answer is read as. A status that is no success fails.
  public func call<Response>(_ call: HTTPCall<Response>) -> Signal<Response, ServiceFailure> {
    send(call.request).tryMap { response throws(ServiceFailure) in
      guard (200..<300).contains(response.status) else { throw .status(response) }
      do throws(ServiceFailure) {
        return try call.decode(response)
      } catch {
        throw error.hidingSecrets(of: call.request)
      }
    }
  }
}

extension ServiceFailure {
  /// The same, on one line and without the secrets of the request: the server may have worded it.
  fileprivate func hidingSecrets(of request: HTTPRequest) -> ServiceFailure {
    guard case .undecodable(let path, let reason, let excerpt) = self else { return self }
    func shown(_ text: String) -> String { SingleLine.text(request.hidingSecrets(in: text)) }
    return .undecodable(path: shown(path), reason: shown(reason), excerpt: shown(excerpt))
  }
}
