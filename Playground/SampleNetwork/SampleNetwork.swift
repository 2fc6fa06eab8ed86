import Foundation
import LoopbackServer
import REPL
import Services
import Signals
import VIPER

/// Creates the transports of the samples' services.
package struct SampleNetwork {
  package static let options = [
    ConsoleOption("base", value: "URL", help: "the server to use instead of the built-in one"),
    ConsoleOption(
      "server", value: "HOW", help: "the behaviour of the built-in server: well, slow, fail, rubbish, drop or pieces"),
  ]
  package typealias Heard = @Sendable (_ request: SampleRequest, _ isOnWire: Bool) -> Void

  private let transport: any HTTPStreaming
  private let calls: Calls
  private let scheduler: any Scheduler
  /// Whether each answer takes two seconds of virtual time.
  private let isLate: Bool

  /// A session uses the real HTTP client, with the server of `--base` or the built-in one. A flow uses the built-in server without
  /// the wire. With `--live`, a flow works like a session.
  ///
  /// - Parameters:
  ///   - heard: called for each request to the built-in server, with whether it came over the wire.
  ///   - wire: wraps the transport to the server.
  @MainActor package init(
    for session: Session, heard: @escaping Heard = { _, _ in },
    through wire: (any HTTPStreaming) -> any HTTPStreaming = { $0 }
  ) throws {
    let name = session.options["server"] ?? session.files("server")
    let behaviour = try name.map { name throws in try ServerBehaviour(named: name) } ?? .well
    let scheduler = session.environment.scheduler, transport: any HTTPStreaming
    if let base = session.options["base"] {
      transport = wire(HTTPClient(base: try Self.url(base)))
    } else if !session.isLive {
      transport = wire(SampleServer.direct(behaviour) { heard($0, false) })
    } else {
      transport = wire(Self.loopback(session.isScripted && behaviour == .slow ? .well : behaviour, heard))
    }
    // In a flow the delay is virtual, so the scheduler adds it, not the server.
    isLate = session.isScripted && behaviour == .slow
    self.transport =
      isLate
      ? AnyStreaming { request in
        Signal.just(()).delay(.seconds(2), on: scheduler).flatMap { transport.stream(request) }
      } : transport
    calls = session.options["base"] == nil ? session.calls.hermetic : session.calls
    self.scheduler = scheduler
  }

  /// A transport with a name, so that flows can stub, fail and record its requests. A request times out after 30 seconds.
  package func transport(named name: String) -> any HTTPTransport {
    transport.named(name, calls).timingOut(after: .seconds(30), on: scheduler)
  }

  /// The same for answers in parts. A stream times out after 30 seconds without a part.
  package func streaming(named name: String) -> any HTTPStreaming {
    let named = transport.namedStream(name, calls), scheduler = scheduler
    let paced = isLate ? Self.paced(named, on: scheduler) : named
    return AnyStreaming { paced.stream($0).timeout(.seconds(30), failingWith: .timedOut, on: scheduler) }
  }

  /// A transport whose answers come in kilobytes, one every two seconds.
  private static func paced(_ transport: AnyStreaming, on scheduler: any Scheduler) -> AnyStreaming {
    AnyStreaming { request in
      transport.send(request).flatMap { answer in
        let pieces = answer.body.pieces(of: 1_000).map(HTTPPart.body)
        let later = Signal<HTTPPart, ServiceFailure>.from(Array(pieces.dropFirst())).flatMap(.concat) { piece in
          .just(piece).delay(.seconds(2), on: scheduler)
        }
        return .from([.head(HTTPResponse(answer.status, headers: answer.headers))] + pieces.prefix(1)).concat(later)
      }
    }
  }

  /// A transport to a loopback server, which the first request starts and the transport retains.
  private static func loopback(
    _ behaviour: ServerBehaviour, _ heard: @escaping Heard
  ) -> AnyStreaming {
    let started = MutableProperty<(server: LoopbackServer, client: HTTPClient)?>(nil)
    return AnyStreaming { request in
      .deferred {
        let client = started.withValue { started -> HTTPClient? in
          if let client = started?.client { return client }
          guard let server = try? SampleServer.loopback(behaviour, heard: { heard($0, true) }) else { return nil }
          let client = HTTPClient(base: server.url)
          started = (server, client)
          return client
        }
        return client?.stream(request) ?? .fail(.refused(host: "127.0.0.1"))
      }
    }
  }

  private static func url(_ text: String) throws(NotAServer) -> URL {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), url.host != nil else {
      throw NotAServer(text: text)
    }
    return url
  }

  /// The value of `--base` is not the URL of a server.
  package struct NotAServer: Error, Hashable, CustomStringConvertible {
    package let text: String
    package var description: String { "--base cannot be '\(text)'; write a URL such as http://127.0.0.1:8080" }
  }
}
