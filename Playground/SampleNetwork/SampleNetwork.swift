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

  private let transport: any HTTPTransport
  private let calls: Calls
  private let scheduler: any Scheduler

  /// A session uses the real HTTP client, with the server of `--base` or the built-in one. A flow uses the built-in server without
  /// the wire. With `--live`, a flow works like a session.
  ///
  /// - Parameters:
  ///   - heard: called for each request to the built-in server, with whether it came over the wire.
  ///   - wire: wraps the transport to the server.
  @MainActor package init(
    for session: Session, heard: @escaping Heard = { _, _ in },
    through wire: (any HTTPTransport) -> any HTTPTransport = { $0 }
  ) throws {
    let name = session.options["server"] ?? session.files("server")
    let behaviour = try name.map { name throws in try ServerBehaviour(named: name) } ?? .well
    let scheduler = session.environment.scheduler, transport: any HTTPTransport
    if let base = session.options["base"] {
      transport = wire(HTTPClient(base: try Self.url(base)))
    } else if !session.isLive {
      transport = wire(SampleServer.direct(behaviour) { heard($0, false) })
    } else {
      transport = wire(Self.loopback(session.isScripted && behaviour == .slow ? .well : behaviour, heard))
    }
    // In a flow the delay is virtual, so the scheduler adds it, not the server.
    let isLate = session.isScripted && behaviour == .slow
    self.transport =
      isLate
      ? AnyTransport { request in
        Signal.just(()).delay(.seconds(2), on: scheduler).flatMap { transport.send(request) }
      } : transport
    calls = session.options["base"] == nil ? session.calls.hermetic : session.calls
    self.scheduler = scheduler
  }

  /// A transport with a name, so that flows can stub, fail and record its requests. A request times out after 30 seconds.
  package func transport(named name: String) -> any HTTPTransport {
    transport.named(name, calls).timingOut(after: .seconds(30), on: scheduler)
  }

  /// A transport to a loopback server, which the first request starts and the transport retains.
  private static func loopback(
    _ behaviour: ServerBehaviour, _ heard: @escaping Heard
  ) -> some HTTPTransport {
    let started = MutableProperty<(server: LoopbackServer, client: HTTPClient)?>(nil)
    return AnyTransport { request in
      .deferred {
        let client = started.withValue { started -> HTTPClient? in
          if let client = started?.client { return client }
          guard let server = try? SampleServer.loopback(behaviour, heard: { heard($0, true) }) else { return nil }
          let client = HTTPClient(base: server.url)
          started = (server, client)
          return client
        }
        return client?.send(request) ?? .fail(.refused(host: "127.0.0.1"))
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
