#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// A server on this machine that never answers.
final class SilentServer: Sendable {
  private let descriptor: CInt
  /// The server's base address.
  let base: String

  /// nil if no more sockets can be opened.
  init?() {
    #if canImport(Glibc)
      let server = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let server = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in(), length = socklen_t(MemoryLayout<sockaddr_in>.size)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(server, $0, length) == 0 && listen(server, 16) == 0 && getsockname(server, $0, &length) == 0
      }
    }
    base = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    descriptor = server
    if !isListening { return nil }
  }

  deinit { close(descriptor) }

  /// Waits for a request; at most half a minute, which only a failing test takes.
  func isAsked() -> Bool {
    var server = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&server, 1, 30_000) > 0
  }
}
