// Exported, so that an app that names a call need not know this module.
@_exported public import NamedCalls
import Foundation
import Signals

extension HTTPTransport {
  /// This transport with a name for its requests, so that flows can stub, fail and record them:
  ///
  ///     let users = HTTPClient(base: url).named("users.get", session.calls)
  ///
  /// In a flow, `:stub users.get -> {"name": "Jane"}` answers instead of the server. A data file may also be a whole answer:
  /// `HTTP/1.1 503`, headers, an empty line and the body. `:fail users.get with "offline example.com"` makes the next request
  /// fail, because there is no connection to that host; other texts are `refused HOST`, `untrusted HOST`, `lost HOST`, `timed out`,
  /// `cancelled`, `status 503`, `too large 1000`, `unsendable REASON` and `undecodable REASON`. Any other text counts as a host
  /// without a connection. A saved session contains the answers without the secrets of their requests.
  ///
  /// The name belongs to a request of this transport. Around ``retrying(_:on:now:)``, a name is one call with all its attempts; inside
  /// it, each attempt is a call.
  public func named(_ name: String, _ calls: some CallNaming) -> AnyTransport {
    calls.declare([name], as: .answered)
    return AnyTransport { request in
      calls.named(
        name, as: .answered, send(request).mapFailure(ScriptedFailure.init),
        read: { HTTPResponse(recording: Data($0.utf8)) },
        write: { String(decoding: $0.recording(hiding: request), as: UTF8.self) },
        failure: ScriptedFailure.init(_:)
      ).mapFailure(\.failure)
    }
  }
}

extension HTTPStreaming {
  /// This transport with a name for its requests, so that flows can stub, fail and record them, also in parts:
  ///
  ///     let pictures = HTTPClient(base: url).named("picture.get", session.calls)
  ///     pictures.stream(.get("/pictures/7"))
  ///
  /// A script's answer is a whole one, as for other transports. It arrives at once: the head, then the body. A saved session contains
  /// the parts of each answer as one. With a name, an answer is not slowed down by its observer, and it is kept in memory to be saved; name
  /// the events of an endless stream instead, as a live call.
  public func named(_ name: String, _ calls: some CallNaming) -> AnyStreaming {
    calls.declare([name], as: .streamed)
    return AnyStreaming { request in
      .deferred {
        let whole = Protected(HTTPResponse())
        let parts = stream(request).mapFailure(ScriptedFailure.init).map { part in
          whole.withLock { $0.add(part) }
          return [part]
        }
        return calls.named(
          name, as: .streamed, parts, read: { HTTPResponse(recording: Data($0.utf8)).parts },
          write: { _ in String(decoding: whole.withLock { $0 }.recording(hiding: request), as: UTF8.self) },
          failure: ScriptedFailure.init(_:)
        ).mapFailure(\.failure).flatMap(.concat) { .from($0) }
      }
    }
  }
}

/// A failure as a script writes it: `offline example.com`.
private struct ScriptedFailure: Error, CustomStringConvertible {
  let failure: ServiceFailure

  /// Its kind, with the host, the reason or the number.
  var description: String {
    switch failure {
    case .unsendable(let reason): "unsendable \(reason)"
    case .refused(let host): "refused \(host)"
    case .offline(let host): "offline \(host)"
    case .untrusted(let host): "untrusted \(host)"
    case .timedOut: "timed out"
    case .lost(let host): "lost \(host)"
    case .cancelled: "cancelled"
    case .status(let response): "status \(response.status)"
    case .undecodable(_, let reason, _): "undecodable \(reason)"
    case .tooLarge(let limit): "too large \(limit)"
    }
  }

  init(_ failure: ServiceFailure) { self.failure = failure }

  /// The failure with that description. Any other text is the host of an `offline`.
  init(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let rest = words.count > 1 ? String(words[1]) : ""
    let number = text.split(separator: " ").last.flatMap { Int($0) } ?? 0
    let kinds: [ServiceFailure] = [
      .unsendable(rest), .refused(host: rest), .offline(host: rest), .untrusted(host: rest), .timedOut,
      .lost(host: rest), .cancelled, .status(HTTPResponse(number)),
      .undecodable(path: "", reason: rest, excerpt: ""), .tooLarge(limit: number),
    ]
    failure = kinds.first { Self($0).description == text } ?? .offline(host: text)
  }
}
