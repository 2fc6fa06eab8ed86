import Foundation
import LoopbackServer
import Services
import Signals
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite struct LoopbackServerTests {
  /// The server's answer to these bytes, up to the end of the connection; nil without a connection.
  private static func exchange(_ text: String, with server: LoopbackServer, at address: UInt32 = 0x7F00_0001) -> String?
  {
    let client = Client()
    return client.connect(to: server, at: address) ? client.exchange(text) : nil
  }

  @Test("the server answers only on 127.0.0.1; a stopped server accepts no connections, and closes the open ones")
  func address() async throws {
    let request = "GET / HTTP/1.1\r\n\r\n", server = try LoopbackServer { _ in .text("here") }
    #expect(Self.exchange(request, with: server)?.hasSuffix("here") == true)
    #expect(Self.exchange(request, with: server, at: 0x7F00_0002) == nil)
    let hanging = try LoopbackServer { _ in LoopbackAnswer([.hang]) }, client = Client()
    #expect(client.connect(to: hanging, at: 0x7F00_0001))
    client.send(request)
    hanging.stop()
    #expect(client.exchange("") == "")
    #expect(Self.exchange(request, with: hanging) == nil)
  }

  @Test("an invalid or too large request is rejected") func bounds() throws {
    let requests: KeyValuePairs<String, Int> = [
      "rubbish\r\n\r\n": 400, "GET /\r\n\r\n": 400,
      "POST / HTTP/1.1\r\nContent-Length: 1001\r\n\r\n" + String(repeating: "a", count: 1001): 413,
      "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n": 411,
      "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n": 411,
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n": 411,
      "GET / HTTP/1.1\r\nX: " + String(repeating: "a", count: 70_000): 431,
      "POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "a", count: 1000): 200,
    ]
    let server = try LoopbackServer(bodyLimit: 1000) { .text("\($0.body.count) bytes") }
    let answers = requests.map {
      "\($0.key.prefix(50)) \(Self.exchange($0.key, with: server)?.prefix(12) ?? "nothing")"
    }
    #expect(answers == requests.map { "\($0.key.prefix(50)) HTTP/1.1 \($0.value)" })
  }

  @Test("without free descriptors, connections are served one after the other")
  func noDescriptors() async {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { _ in .text("here") }, clients = (0..<5).map { _ in Client() }
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      #else
        setrlimit(RLIMIT_NOFILE, &limit)
      #endif
      while open("/dev/null", O_RDONLY) >= 0 {}
      for client in clients {
        guard client.connect(to: server, at: 0x7F00_0001) else { _exit(1) }
      }
      let answers = clients.map { $0.exchange("GET / HTTP/1.1\r\n\r\n") }
      // Exits immediately: at a normal exit, a sanitizer would need descriptors.
      _exit(answers.allSatisfy { $0.hasSuffix("here") } ? 0 : 2)
    }
  }

  /// A blocking client socket.
  private final class Client {
    #if canImport(Glibc)
      private let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      private let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif

    deinit { close(descriptor) }

    func connect(to server: LoopbackServer, at host: UInt32) -> Bool {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(server.url.port ?? 0).bigEndian
      address.sin_addr.s_addr = host.bigEndian
      // For AF_INET a sockaddr is a sockaddr_in.
      return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connectSocket(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }

    func send(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(descriptor, bytes, bytes.count)
    }

    func exchange(_ text: String) -> String {
      if !text.isEmpty { send(text) }
      // Nothing more is sent, so a server that waits for more has to close the connection.
      shutdown(descriptor, Int32(SHUT_WR))
      var answer = Data(), buffer = [UInt8](repeating: 0, count: 4096)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 { answer += buffer.prefix(count) }
      return String(decoding: answer, as: UTF8.self)
    }
  }
}

private func connectSocket(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}
