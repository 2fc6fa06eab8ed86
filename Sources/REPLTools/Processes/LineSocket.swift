import Foundation
import REPL

/// One end of a connection between two processes that exchange lines. Reading and writing block.
final class LineSocket {
  /// Closes the descriptor when it is released.
  private final class Descriptor: Sendable {
    let number: CInt
    init(_ number: CInt) { self.number = number }
    deinit { close(number) }
  }
  private let owned: Descriptor
  private var descriptor: CInt { owned.number }
  private var unread = Data()

  private init(_ descriptor: CInt) { owned = Descriptor(descriptor) }

  /// Ends reading and writing, from any thread. ``read(besides:)`` then returns the lines that have arrived, and then nil, even
  /// if another process keeps its end open.
  var ending: @Sendable () -> Void { { [owned] in _ = shutdown(owned.number, CInt(SHUT_RDWR)) } }

  /// The connection that started this process as a server.
  static var standardInput: LineSocket { LineSocket(STDIN_FILENO) }

  /// Creates an end for this process and an end for a new process; nil if no more files can be opened.
  static func pair() -> (here: LineSocket, there: FileHandle)? {
    #if !canImport(Darwin) && canImport(Glibc)
      // Processes that start at the same time do not inherit the ends.
      let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    // Other processes do not inherit the ends: an open end keeps the other process waiting.
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      #if canImport(Darwin)
        // Here it is the socket that sends without a signal, in the other process, too.
        var isOn: CInt = 1
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<CInt>.size))
      #endif
    }
    return (LineSocket(ends[0]), FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
  }

  /// Returns when the other end is closed.
  static func waitForEnd(of descriptor: CInt) {
    let end = Int16(POLLHUP | POLLERR | POLLNVAL)
    // Linux reports the end even if `events` does not ask for it.
    var socket = pollfd(fd: descriptor, events: Int16(POLLHUP), revents: 0), count: CInt
    repeat { count = poll(&socket, 1, -1) } while count < 0 ? errno == EINTR : socket.revents & end == 0
  }

  /// Writes a line; returns false if the other end is closed.
  func write(_ line: Data) -> Bool {
    var rest = (line + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.quietly) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Without a signal when the other end is closed.
  #if canImport(Darwin)
    private static let quietly: CInt = 0
  #else
    private static let quietly = CInt(MSG_NOSIGNAL)
  #endif

  /// The next line; nil if the other process has gone.
  ///
  /// - Parameter errors: read while waiting, so that a full pipe does not block the other process.
  func read(besides errors: ErrorOutput? = nil) -> Data? {
    var searched = unread.startIndex
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[(end + 1)...]) }
        return unread[..<end]
      }
      searched = unread.endIndex
      errors?.read(until: descriptor)
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &bytes, bytes.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      unread += bytes.prefix(count)
    }
  }
}
