import Foundation
import Signals

/// A small HTTP server for tests and samples, reachable only from this machine (127.0.0.1) at a free port. A closure answers its
/// requests; answers can be slow, invalid, cut off or sent in small pieces.
///
///     let server = try LoopbackServer { request in
///       request.path == "/hello" ? .text("Hello") : .notFound
///     }
///     print(server.url)  // http://127.0.0.1:49152
///
/// Releasing the server stops it. Every connection has its own queue and serves one request.
package final class LoopbackServer: Sendable {
  /// The server could not start; `reason` is the system's text.
  package struct CannotListen: Error { package let reason: String }

  /// The server's URL.
  package let url: URL
  private let listener: Listener
  private let connections = Connections()

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - bodyLimit: the largest request body in bytes; a longer one is answered with 413.
  ///   - greeting: the answer to a TLS handshake, which this server does not support; nil to treat it as an invalid request.
  ///   - refusal: the answer to an invalid or too long request; nil for the server's own.
  ///   - answer: returns the answer to a request; called on the queue of the connection, which it may block.
  package init(
    bodyLimit: Int = 10_000_000, greeting: LoopbackAnswer? = nil, refusal: LoopbackAnswer? = nil,
    _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) throws(CannotListen) {
    let socket = try Socket.listening()
    guard let url = URL(string: "http://127.0.0.1:\(socket.port)") else {
      throw CannotListen(reason: "port \(socket.port)")
    }
    self.url = url
    // The closure retains the connections, not the server, so that releasing the server stops it.
    listener = Listener(socket) { [connections] socket, ended in
      let connection = LoopbackConnection(
        socket, bodyLimit: bodyLimit, greeting: greeting, refusal: refusal, answer)
      guard connections.insert(connection) else { return ended() }
      connection.begin {
        connections.remove(connection)
        ended()
      }
    }
  }

  deinit { stop() }

  /// Stops accepting connections and closes the open ones.
  package func stop() {
    listener.stop()
    connections.stop()
  }
}

/// The open connections.
private final class Connections: Sendable {
  /// nil once stopped.
  private let open = Protected<[ObjectIdentifier: LoopbackConnection]?>([:])

  /// Returns false after `stop`.
  func insert(_ connection: LoopbackConnection) -> Bool {
    open.withLock { open in
      open?[ObjectIdentifier(connection)] = connection
      return open != nil
    }
  }

  func remove(_ connection: LoopbackConnection) {
    let removed = open.withLock { $0?.removeValue(forKey: ObjectIdentifier(connection)) }
    withExtendedLifetime(removed) {}
  }

  func stop() {
    let last = open.withLock { open in
      defer { open = nil }
      return open ?? [:]
    }
    for connection in last.values { connection.end() }
  }
}
