import Foundation
import Services
import Signals

/// A transport with one failing request.
struct FaultyTransport: HTTPStreaming {
  enum Kind: CaseIterable, Sendable {
    case refused, offline, untrusted, reset, timedOut, cancelled
    /// Half of the answer arrives, without a failure.
    case truncated
    case breakdown
    /// The answer arrives an hour later.
    case late
  }

  let wire: any HTTPStreaming
  let time: any Scheduler
  let kind: Kind
  let fault: Fault

  func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> {
    .deferred {
      guard fault.strikes() else { return wire.stream(request) }
      return switch kind {
      case .refused: .fail(.refused(host: "127.0.0.1"))
      case .offline: .fail(.offline(host: "127.0.0.1"))
      case .untrusted: .fail(.untrusted(host: "127.0.0.1"))
      case .reset: .fail(.lost(host: "127.0.0.1"))
      case .timedOut: .fail(.timedOut)
      case .cancelled: .fail(.cancelled)
      case .truncated:
        wire.stream(request).map { if case .body(let data) = $0 { .body(data.prefix(data.count / 2)) } else { $0 } }
      case .breakdown: .from([.head(HTTPResponse(500)), .body(Data("the server is on fire".utf8))])
      case .late: wire.stream(request).delay(.seconds(3_600), on: time)
      }
    }
  }
}
