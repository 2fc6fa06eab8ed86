public import Foundation
import PlainText
public import Signals

/// A request together with the decoding of its answer.
///
///     let call = HTTPRequest.get("/users/1").decoding(User.self)
///     transport.call(call)  // Signal<User, ServiceFailure>
public struct HTTPCall<Response: Sendable>: Sendable {
  /// The request.
  public let request: HTTPRequest
  let decode: @Sendable (HTTPResponse) throws(ServiceFailure) -> Response

  /// A call that decodes its answer with `decode`.
  public init(
    _ request: HTTPRequest, decode: @escaping @Sendable (HTTPResponse) throws(ServiceFailure) -> Response
  ) {
    self.request = request
    self.decode = decode
  }
}

extension HTTPRequest {
  /// A call whose answer is JSON. An empty answer, such as one with status 204, is the absence of an optional value, as `null` is.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - decoder: creates the decoder for each answer.
  public func decoding<Response: Decodable & Sendable & SendableMetatype>(
    _ type: Response.Type, decoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
  ) -> HTTPCall<Response> {
    HTTPCall(self) { response throws(ServiceFailure) in
      do {
        return try decoder().decode(type, from: response.body.isEmpty ? Data("null".utf8) : response.body)
      } catch {
        if response.body.isEmpty { throw .undecodable(path: "", reason: "the answer is empty", excerpt: "") }
        let reason = ErrorText(error, of: "the answer", hidesDetails: true)
        throw .undecodable(path: reason.path, reason: reason.text, excerpt: Self.excerpt(response.body))
      }
    }
  }

  /// A call without an answer, such as the deletion of a user: the body of the answer is ignored.
  public var discardingAnswer: HTTPCall<Void> { HTTPCall(self) { _ in } }

  /// The first 200 characters of a body.
  private static func excerpt(_ body: Data) -> String {
    let text = String(decoding: body.prefix(800), as: UTF8.self)
    return text.count > 200 || body.count > 800 ? text.prefix(200) + "…" : text
  }
}

extension HTTPTransport {
  /// Sends the request and delivers the decoded answer. A status other than 200 to 299 fails.
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
  /// The same failure on one line, without the request's secrets: its texts may come from the server.
  fileprivate func hidingSecrets(of request: HTTPRequest) -> ServiceFailure {
    guard case .undecodable(let path, let reason, let excerpt) = self else { return self }
    func shown(_ text: String) -> String { SingleLine.text(request.hidingSecrets(in: text)) }
    return .undecodable(path: shown(path), reason: shown(reason), excerpt: shown(excerpt))
  }
}
