import Foundation
import Signals

/// The thread that performs all transfers, with libcurl's multi interface.
///
/// Other threads only enqueue orders and wake it. It calls no observer, so no observer can delay a transfer.
final class CurlThread: Sendable {
  private typealias Transfers = [CurlLibrary.Easy: CurlTransfer]
  private typealias Order = @Sendable (_ multi: CurlLibrary.Multi, _ running: inout Transfers) -> Void

  /// The thread of this process.
  static let shared = Result { () throws(SystemLibrary.Missing) in
    CurlThread(try CurlLibrary(anyOf: CurlLibrary.names))
  }

  let library: CurlLibrary
  // Other threads only call curl_multi_wakeup with it, which libcurl allows; nil if memory is exhausted.
  private nonisolated(unsafe) let multi: CurlLibrary.Multi?
  private let orders = Protected<[Order]>([])

  init(_ library: CurlLibrary) {
    self.library = library
    multi = library.multiInit()
    guard let multi else { return }
    // The most idle connections, and the most connections to one server.
    library.set(multi, .maxConnects, 16)
    library.set(multi, .maxHostConnections, 100)
    Thread.detachNewThread { self.run() }
  }

  func start(_ transfer: CurlTransfer) {
    enqueue { [library] multi, running in
      guard let easy = transfer.begin() else { return }
      running[easy] = transfer
      _ = library.multiAdd(multi, easy)
    }
  }

  /// Continues a paused transfer: its observer has taken all parts.
  func resume(_ transfer: CurlTransfer) { enqueue { _, _ in transfer.resume() } }

  func cancel(_ transfer: CurlTransfer) {
    enqueue { [library] multi, running in
      guard let easy = transfer.easy, running.removeValue(forKey: easy) != nil else { return }
      _ = library.multiRemove(multi, easy)
      transfer.close()
    }
  }

  /// Orders run first in, first out.
  private func enqueue(_ order: @escaping Order) {
    orders.withLock { $0.append(order) }
    if let multi { _ = library.multiWakeup(multi) }
  }

  private func run() {
    guard let multi else { return }
    Self.blockBrokenPipes()
    var running: Transfers = [:]
    while true {
      // Separate functions, so that this loop retains no finished transfer while it waits.
      follow(multi, &running)
      perform(multi, &running)
      // Waits for a socket, for one of libcurl's timers or for an order.
      _ = library.multiPoll(multi, nil, 0, 60_000, nil)
    }
  }

  /// Executes the enqueued orders.
  private func follow(_ multi: CurlLibrary.Multi, _ running: inout Transfers) {
    let orders = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    for order in orders { order(multi, &running) }
  }

  /// Lets libcurl continue all transfers without blocking, and ends the finished ones.
  private func perform(_ multi: CurlLibrary.Multi, _ running: inout Transfers) {
    var count: Int32 = 0
    _ = library.multiPerform(multi, &count)
    while let message = library.multiRead(multi, &count) {
      // A CURLMsg: an int (always CURLMSG_DONE), the handle and the code, each aligned like a pointer.
      let word = MemoryLayout<OpaquePointer>.size
      let easy = message.load(fromByteOffset: word, as: CurlLibrary.Easy.self)
      let code = message.load(fromByteOffset: 2 * word, as: Int32.self)
      _ = library.multiRemove(multi, easy)
      running.removeValue(forKey: easy)?.end(code)
    }
  }

  /// Writing to a closed connection must not end the program. The system sends SIGPIPE to the writing thread.
  private static func blockBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
