import Foundation
import Services
import Signals

/// A transport with one failing request.
struct FaultyTransport: HTTPTransport {
  enum Kind: CaseIterable, Sendable {
    case refused, offline, untrusted, reset, timedOut, cancelled
    /// Half of the answer arrives, without a failure.
    case truncated
    case breakdown
    /// The answer arrives an hour later.
    case late
  }

  let wire: any HTTPTransport
  let time: any Scheduler
  let kind: Kind
  let fault: Fault

  func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    .deferred {
      guard fault.strikes() else { return wire.send(request) }
      return switch kind {
      case .refused: .fail(.refused(host: "127.0.0.1"))
      case .offline: .fail(.offline(host: "127.0.0.1"))
      case .untrusted: .fail(.untrusted(host: "127.0.0.1"))
      case .reset: .fail(.lost(host: "127.0.0.1"))
      case .timedOut: .fail(.timedOut)
      case .cancelled: .fail(.cancelled)
      case .truncated:
        wire.send(request).map {
          HTTPResponse($0.status, headers: $0.headers, body: $0.body.prefix($0.body.count / 2))
        }
      case .breakdown: .just(HTTPResponse(500, body: Data("the server is on fire".utf8)))
      case .late: wire.send(request).delay(.seconds(3_600), on: time)
      }
    }
  }
}
