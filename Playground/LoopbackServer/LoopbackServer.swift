import Foundation
import Signals

/// A small HTTP server for tests and samples: on this machine only (127.0.0.1), at a free port. What it answers is a closure;
/// it can be slow, answer rubbish, drop the connection, answer in small pieces.
///
///     let server = try LoopbackServer { request in
///       request.path == "/hello" ? .text("Hello") : .notFound
///     }
///     print(server.url)  // http://127.0.0.1:49152
///
/// It stops when it is released. Every connection has a queue of its own, and carries one request.
package final class LoopbackServer: Sendable {
  /// Why there is no server; the system's words.
  package struct CannotListen: Error { package let reason: String }

  /// Where it answers.
  package let url: URL
  private let listener: Listener
  private let connections = Connections()

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - bodyLimit: the most bytes of a request's body that are read; a longer one is answered with 413.
  ///   - greeting: what is done for who greets by TLS, which this server does not speak; nothing if not given.
  ///   - refusal: what is done for a request that is none, or whose body is too long; the server's own answer if not given.
  ///   - answer: called on the queue of the connection; it may take its time.
  package init(
    bodyLimit: Int = 10_000_000, greeting: LoopbackAnswer? = nil, refusal: LoopbackAnswer? = nil,
    _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) throws(CannotListen) {
    let socket = try Socket.listening()
    guard let url = URL(string: "http://127.0.0.1:\(socket.port)") else {
      throw CannotListen(reason: "port \(socket.port)")
    }
    self.url = url
    // The listener holds the connections, not the server: it ends when the server stops.
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

  /// Refuses what comes from now on, and drops the connections there are.
  package func stop() {
    listener.stop()
    connections.stop()
  }
}

/// The connections that are open.
private final class Connections: Sendable {
  /// nil once stopped.
  private let open = Protected<[ObjectIdentifier: LoopbackConnection]?>([:])

  /// False if it is too late.
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
