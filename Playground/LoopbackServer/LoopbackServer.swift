import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A small HTTP server for tests and samples: on this machine only (127.0.0.1), at a free port. What it answers is a closure;
/// it can be slow, answer rubbish, drop the connection, answer in small pieces.
///
///     let server = try LoopbackServer { request in
///       request.path == "/hello" ? .text("Hello") : .notFound
///     }
///     print(server.url)  // http://127.0.0.1:49152
///
/// It stops when it is released. Every connection has a thread of its own, and carries one request.
package final class LoopbackServer: Sendable {
  /// Why there is no server; the system's words.
  package struct CannotListen: Error { package let reason: String }

  /// Where it answers.
  package let url: URL
  private let listener: Socket
  private let connections: Connections

  /// Starts a server.
  ///
  /// - Parameter answer: called on the thread of the connection; it may take its time.
  package init(_ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) throws(CannotListen) {
    let listener = try Socket.listening()
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else {
      throw CannotListen(reason: "port \(listener.port)")
    }
    let connections = Connections()
    (self.url, self.listener, self.connections) = (url, listener, connections)
    // The thread holds the listening socket, not the server: it ends when the server stops.
    Thread.detachNewThread {
      while let socket = listener.accept() {
        guard connections.insert(socket) else { return }
        Thread.detachNewThread {
          if let request = LoopbackRequest(from: socket) {
            answer(request).send(to: socket, isHead: request.method == "HEAD")
          }
          connections.remove(socket)
        }
      }
    }
  }

  deinit { stop() }

  /// Refuses what comes from now on, and drops the connections there are.
  package func stop() {
    connections.stop()
    // Not every system wakes who waits for a connection when the socket is shut; a connection does.
    Socket.touch(listener.port)
    listener.shutdown()
  }
}

/// The connections that are open.
private final class Connections: @unchecked Sendable {
  private let lock = NSLock()
  private var sockets: [ObjectIdentifier: Socket]? = [:]  // under the lock; nil once stopped

  /// False, and the socket is shut, if it is too late.
  func insert(_ socket: Socket) -> Bool {
    lock.withLock {
      sockets?[ObjectIdentifier(socket)] = socket
      return sockets != nil
    }
  }

  func remove(_ socket: Socket) {
    _ = lock.withLock { sockets?.removeValue(forKey: ObjectIdentifier(socket)) }
  }

  func stop() {
    let open = lock.withLock {
      defer { sockets = nil }
      return sockets ?? [:]
    }
    for socket in open.values { socket.shutdown() }
  }
}
