import Dispatch
import Signals

/// Accepts connections. It keeps one descriptor in reserve: when the process runs out of descriptors, it serves one connection at a
/// time, and the others wait.
final class Listener: Sendable {
  private struct State {
    var reserve = Descriptor.reserve()
    /// Whether the source is suspended until a connection ends.
    var isWaiting = false
  }
  // Safe: a dispatch source may be used from any thread.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let state = Protected(State())
  private let isOver = DispatchGroup()

  /// - Parameter accepted: receives each connection and a closure to call when it is closed.
  init(_ socket: Socket, _ accepted: @escaping @Sendable (Socket, _ ended: @escaping @Sendable () -> Void) -> Void) {
    source = DispatchSource.makeReadSource(
      fileDescriptor: socket.descriptor, queue: DispatchQueue(label: "LoopbackServer.listener"))
    isOver.enter()
    source.setCancelHandler { [isOver] in
      socket.close()
      isOver.leave()
    }
    source.setEventHandler { [weak self] in
      while true {
        switch socket.accept() {
        case .done(let connection): accepted(connection) { [weak self] in self?.makeRoom() }
        case .noRoom: if self?.takeReserve() != true { return }
        case .later, .gone: return
        }
      }
    }
    source.activate()
  }

  /// Stops accepting; returns when the socket is closed.
  func stop() {
    source.cancel()
    goOn()
    isOver.wait()
  }

  /// Frees the reserve for the next connection; returns false and suspends the source if the reserve is in use.
  private func takeReserve() -> Bool {
    state.withLock { state in
      defer { state.reserve = nil }
      guard state.reserve == nil else { return true }
      state.isWaiting = true
      source.suspend()
      return false
    }
  }

  private func makeRoom() {
    state.withLock { state in
      if state.reserve == nil { state.reserve = Descriptor.reserve() }
    }
    goOn()
  }

  private func goOn() {
    state.withLock { state in
      guard state.isWaiting else { return }
      state.isWaiting = false
      source.resume()
    }
  }
}
