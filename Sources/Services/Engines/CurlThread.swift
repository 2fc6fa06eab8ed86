import Foundation
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The thread that performs transfers by libcurl's multi interface, however many there are.
///
/// Other threads only leave orders and wake it. It calls no observer, so that nothing keeps a transfer waiting.
final class CurlThread: Sendable {
  /// Something to be done on the thread.
  enum Order {
    case start(CurlTransfer)
    /// The observer has taken all that came: the transfer may go on.
    case resume(CurlTransfer)
    case cancel(CurlTransfer)
  }
  /// The one of the program.
  static let shared = Result { () throws(CurlLibrary.Missing) in CurlThread(try CurlLibrary(anyOf: CurlLibrary.names)) }

  let library: CurlLibrary
  // Other threads only call curl_multi_wakeup with it, which libcurl allows; nil where there is no memory left.
  private nonisolated(unsafe) let multi: CurlLibrary.Multi?
  private let orders = Protected<[Order]>([])

  init(_ library: CurlLibrary) {
    self.library = library
    multi = library.multiInit()
    guard let multi else { return }
    // Idle connections that are kept open, and connections to one server.
    _ = library.multiSetNumber(multi, 6, 16)
    _ = library.multiSetNumber(multi, 7, 100)
    Thread.detachNewThread { self.run() }
  }

  /// Does it soon, in the order in which it was asked for.
  func perform(_ order: Order) {
    orders.withLock { $0.append(order) }
    if let multi { _ = library.multiWakeup(multi) }
  }

  private func run() {
    guard let multi else { return }
    Self.blockBrokenPipes()
    var running: [CurlLibrary.Easy: CurlTransfer] = [:]
    while true {
      // Functions of their own: nothing of a transfer that is over is kept while this waits.
      follow(multi, &running)
      perform(multi, &running)
      // Until a socket or one of libcurl's timers has something to do, or an order comes.
      _ = library.multiPoll(multi, nil, 0, 60_000, nil)
    }
  }

  /// Follows the orders that have come.
  private func follow(_ multi: CurlLibrary.Multi, _ running: inout [CurlLibrary.Easy: CurlTransfer]) {
    let orders = orders.withLock { orders in
      defer { orders = [] }
      return orders
    }
    for order in orders {
      switch order {
      case .start(let transfer):
        guard let easy = transfer.begin() else { continue }
        running[easy] = transfer
        _ = library.multiAdd(multi, easy)
      case .resume(let transfer): transfer.resume()
      case .cancel(let transfer):
        guard let easy = transfer.easy, running.removeValue(forKey: easy) != nil else { continue }
        _ = library.multiRemove(multi, easy)
        transfer.close()
      }
    }
  }

  /// Lets libcurl do what can be done now, and ends what is over.
  private func perform(_ multi: CurlLibrary.Multi, _ running: inout [CurlLibrary.Easy: CurlTransfer]) {
    var count: Int32 = 0
    _ = library.multiPerform(multi, &count)
    while let message = library.multiRead(multi, &count) {
      // A CURLMsg: an int, which is always CURLMSG_DONE, the handle, and the code, each at the place of a pointer.
      let word = MemoryLayout<OpaquePointer>.size
      let easy = message.load(fromByteOffset: word, as: CurlLibrary.Easy.self)
      let code = message.load(fromByteOffset: 2 * word, as: Int32.self)
      _ = library.multiRemove(multi, easy)
      running.removeValue(forKey: easy)?.end(code)
    }
  }

  /// Writing into a connection that has gone must not end the program. A signal of a write goes to the thread that wrote.
  private static func blockBrokenPipes() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
