import Foundation
import LoopbackServer
import REPL
import Services
import Signals

/// What the samples' services send their requests with.
package struct SampleNetwork {
  package static let options = [
    ConsoleOption("base", value: "URL", help: "the server to ask, in place of the one on this machine"),
    ConsoleOption("server", value: "HOW", help: "how that one behaves: well, slow, fail, rubbish, drop or pieces"),
  ]
  package typealias Heard = @Sendable (_ request: SampleRequest, _ isOnWire: Bool) -> Void

  private let transport: any HTTPTransport
  private let calls: Calls
  private let scheduler: any Scheduler

  /// A session asks over the real HTTP client: the server that `--base` names, or one on this machine. A flow asks the same
  /// server without a wire, unless it is run with `--live`; only then it asks the one that `--base` names.
  ///
  /// - Parameters:
  ///   - heard: told of each request that this program's server gets, and whether it came over the wire.
  ///   - wire: what requests go through on their way.
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
    // How late answers come in a flow: its time is virtual, and the server's is not.
    let isLate = session.isScripted && behaviour == .slow
    self.transport =
      isLate
      ? AnyTransport { request in
        Signal.just(()).delay(.seconds(2), on: scheduler).flatMap { transport.send(request) }
      } : transport
    calls = session.options["base"] == nil ? session.calls.hermetic : session.calls
    self.scheduler = scheduler
  }

  /// Requests that flows reach by `name`, to stub them, let them fail and record them. One that takes half a minute to
  /// answer does not answer any more.
  package func transport(named name: String) -> any HTTPTransport {
    transport.named(name, calls).timingOut(after: .seconds(30), on: scheduler)
  }

  /// The server is started by the first request, and lives as long as the transport.
  private static func loopback(
    _ behaviour: ServerBehaviour, _ heard: @escaping Heard
  ) -> some HTTPTransport {
    let started = MutableProperty<(server: LoopbackServer, client: HTTPClient)?>(nil)
    return AnyTransport { request in
      .deferred {
        let client = started.modify { started -> HTTPClient? in
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

  /// What `--base` gave, if that is no server.
  package struct NotAServer: Error, Hashable, CustomStringConvertible {
    package let text: String
    package var description: String { "--base cannot be '\(text)'; write a URL such as http://127.0.0.1:8080" }
  }
}
