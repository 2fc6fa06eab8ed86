import Foundation
public import Signals

extension HTTPTransport {
  /// This transport with a name for its requests, so that flows can stub, fail and record them:
  ///
  ///     let users = HTTPClient(base: url).named("users.get", session.calls)
  ///
  /// In a flow, `:stub users.get -> {"name": "Jane"}` answers instead of the server. A data file may also be a whole answer:
  /// `HTTP/1.1 503`, headers, an empty line and the body. `:fail users.get with "example.com"` makes the next request fail, because
  /// there is no connection to that host. The description of a ``ServiceFailure``, as the text, makes that failure. A saved session
  /// contains the answers without the secrets of their requests.
  ///
  /// The name belongs to a request of this transport. Around ``retrying(_:on:now:)``, a name is one call with all its attempts; inside
  /// it, each attempt is a call.
  public func named(_ name: String, _ calls: some CallNaming) -> AnyTransport {
    calls.declare([name])
    return AnyTransport { request in
      calls.named(
        name, as: .answered, send(request), read: { HTTPResponse(recording: Data($0.utf8)) },
        write: { String(decoding: $0.recording(hiding: request), as: UTF8.self) },
        failure: ServiceFailure.init(recording:))
    }
  }
}

extension ServiceFailure {
  /// The failure with this description, so that a recorded failure plays back with the same text. Any other text is the host of an
  /// ``offline(host:)``.
  init(recording text: String) {
    func reading(_ make: (String) -> ServiceFailure) -> ServiceFailure? {
      let parts = make("\u{0}").description.components(separatedBy: "\u{0}")
      guard parts.count == 2, text.hasPrefix(parts[0]), text.hasSuffix(parts[1]) else { return nil }
      let value = text.dropFirst(parts[0].count).dropLast(parts[1].count)
      let failure = make(String(value))
      return failure.description == text ? failure : nil
    }
    let number = text.split { " .".contains($0) }.lazy.compactMap { Int($0) }.first ?? 0
    let whole: [ServiceFailure] = [
      .timedOut, .cancelled, .tooLarge(limit: number), .status(HTTPResponse(number)),
    ]
    self =
      whole.first { $0.description == text } ?? reading(ServiceFailure.refused) ?? reading(ServiceFailure.offline)
      ?? reading(ServiceFailure.untrusted) ?? reading(ServiceFailure.lost) ?? reading(ServiceFailure.unsendable)
      ?? reading { .undecodable(path: "", reason: $0, excerpt: "") }
      ?? .offline(host: text)
  }
}
