import Dispatch
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
  ///   - answer: called on the queue of the connection; it may take its time.
  package init(
    bodyLimit: Int = 10_000_000, _ answer: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
  ) throws(CannotListen) {
    let socket = try Socket.listening()
    guard let url = URL(string: "http://127.0.0.1:\(socket.port)") else {
      throw CannotListen(reason: "port \(socket.port)")
    }
    self.url = url
    // The listener holds the connections, not the server: it ends when the server stops.
    listener = Listener(socket) { [connections] socket in
      let connection = LoopbackConnection(socket, bodyLimit: bodyLimit, answer)
      guard connections.insert(connection) else { return }
      connection.begin { connections.remove(connection) }
    }
  }

  deinit { stop() }

  /// Refuses what comes from now on, and drops the connections there are.
  package func stop() {
    listener.stop()
    connections.stop()
  }
}

/// Waits for connections.
private final class Listener: Sendable {
  // A source may be used from any thread.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let queue = DispatchQueue(label: "LoopbackServer.listener")
  private let isOver = DispatchGroup()

  init(_ socket: Socket, _ accepted: @escaping @Sendable (Socket) -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: queue)
    isOver.enter()
    source.setCancelHandler { [isOver] in
      socket.close()
      isOver.leave()
    }
    source.setEventHandler { [weak self] in
      while true {
        switch socket.accept() {
        case .done(let connection): accepted(connection)
        case .noRoom: return self?.pause() ?? ()
        case .later, .gone: return
        }
      }
    }
    source.activate()
  }

  /// Whoever knocks waits until there may be room again: when another connection has ended.
  private func pause() {
    source.suspend()
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) { self.source.resume() }
  }

  /// Returns when nobody is let in any more.
  func stop() {
    source.cancel()
    isOver.wait()
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
