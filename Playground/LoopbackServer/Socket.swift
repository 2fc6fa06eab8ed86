import Foundation
import Signals

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A non-blocking socket, closed at the end of its life.
final class Socket: Sendable {
  /// The result of a non-blocking operation.
  enum Outcome<Value> {
    case done(Value)
    /// The operation would block; wait for `descriptor`.
    case later
    /// The other side has closed the connection, or it is lost.
    case gone
    /// The system has no descriptors or memory for another connection.
    case noRoom
  }

  let descriptor: Int32
  private let isOpen = Protected(true)

  /// The listening port; 0 for a connection.
  let port: UInt16

  private init(_ descriptor: Int32, port: UInt16 = 0) { (self.descriptor, self.port) = (descriptor, port) }

  deinit { close() }

  /// A socket that listens on 127.0.0.1 at a free port.
  static func listening() throws(LoopbackServer.CannotListen) -> Socket {
    let descriptor = make()
    guard descriptor >= 0 else { throw .last }
    let port = withAddress(0) { address, length in
      bind(descriptor, address, length) == 0 && listen(descriptor, 256) == 0
        && getsockname(descriptor, address, &length) == 0
    }
    guard let port else {
      defer { closeSocket(descriptor) }
      throw .last
    }
    return Socket(descriptor, port: port)
  }

  private static func make() -> Int32 {
    #if !canImport(Darwin) && canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    prepare(descriptor)
    return descriptor
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Calls `body` with an address on this machine; returns the address's port afterwards, or nil if `body` failed.
  private static func withAddress(
    _ port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) -> UInt16? {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    // For AF_INET a sockaddr is a sockaddr_in; the pointer is not used after the closure.
    let isDone = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
    return isDone ? UInt16(bigEndian: address.sin_port) : nil
  }

  /// Accepts the next connection.
  func accept() -> Outcome<Socket> {
    while true {
      let connection = acceptConnection(descriptor)
      if connection >= 0 {
        Self.prepare(connection)
        #if canImport(Darwin)
          var on: Int32 = 1
          setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return .done(Socket(connection))
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .noRoom
      case EAGAIN, EWOULDBLOCK: return .later
      default: return .gone
      }
    }
  }

  /// Reads the available bytes, up to 64 KiB.
  func read() -> Outcome<Data> {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { return .done(Data(buffer.prefix(count))) }
      if count == 0 { return .gone }
      if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK ? .later : .gone }
    }
  }

  /// Sends as many bytes as possible; returns their number.
  func write(_ data: Data) -> Outcome<Int> {
    while true {
      let count = data.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
      if count >= 0 { return .done(count) }
      if errno != EINTR { return errno == EAGAIN || errno == EWOULDBLOCK ? .later : .gone }
    }
  }

  /// Closes the socket if it is open. No other thread may use it any more.
  func close() {
    let mustClose = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard mustClose else { return }
    // Stops listening in child processes, too, that may have inherited the socket.
    if port != 0 { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    closeSocket(descriptor)
  }

  /// Makes the next `close` reset the connection instead of ending it normally.
  func abort() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
  }

  #if canImport(Darwin)
    private static var noSignal: Int32 { 0 }
  #else
    private static var noSignal: Int32 { Int32(MSG_NOSIGNAL) }
  #endif
}

extension LoopbackServer.CannotListen {
  fileprivate static var last: Self { Self(reason: String(cString: strerror(errno))) }
}

// The system's functions, under names that the methods above do not shadow.
private func acceptConnection(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
private func closeSocket(_ descriptor: Int32) { close(descriptor) }

/// A spare open descriptor, closed at the end of its life.
final class Descriptor: Sendable {
  private let number: Int32

  private init(_ number: Int32) { self.number = number }

  deinit { closeSocket(number) }

  /// Opens a spare descriptor; nil if the process has none left.
  static func reserve() -> Descriptor? {
    let number = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return number < 0 ? nil : Descriptor(number)
  }
}
