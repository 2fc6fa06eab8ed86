import Dispatch
import Signals

/// Waits for connections. A descriptor is kept in reserve: when the process has no other left, there is room for one connection
/// at a time, and who knocks meanwhile waits.
final class Listener: Sendable {
  private struct State {
    var reserve = Descriptor.reserve()
    /// Whether the source is suspended until a connection ends.
    var isWaiting = false
  }
  // A source may be used from any thread.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let state = Protected(State())
  private let isOver = DispatchGroup()

  /// - Parameter accepted: gets each connection, and what to call when it is closed.
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

  /// Returns when nobody is let in any more.
  func stop() {
    source.cancel()
    goOn()
    isOver.wait()
  }

  /// Gives the reserve to the next connection; false if it is used already: then it is waited for.
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
