import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

#if canImport(Darwin)
  private let isUsed = false
#else
  private let isUsed = true
#endif

/// The engine on Linux.
@Suite(.enabled(if: isUsed, "URLSession sends the requests")) struct CurlEngineTests {
  @Test(
    "without libcurl, or with another library, a request fails with the reason and a remedy",
    arguments: [("libnone.so.4", ""), ("libc.so.6", "it has no function curl_global_init")])
  func missing(_ library: String, _ reason: String) throws {
    let url = try #require(URL(string: "http://127.0.0.1"))
    let engine = CurlEngine(anyOf: [library])
    let client = HTTPClient(base: url, limit: 1, timeout: 1, on: VirtualTimeScheduler(), by: engine)
    let failure = Recorder(client.send(.get("/"))).failure?.description ?? ""
    let start = "cannot send the request: \(library) cannot be used: \(reason)"
    let end = "; install libcurl 7.68 or later. Nothing was sent."
    #expect(failure.hasPrefix(start), "\(failure)")
    #expect(failure.hasSuffix(end), "\(failure)")
  }

  @Test(
    "a request that must not be sent twice gets a new connection: libcurl repeats one whose reused connection closes",
    arguments: ["POST", "PATCH", "REPORT"], [true, false])
  func notRepeated(_ method: String, _ hasBody: Bool) async throws {
    let isReused = MutableProperty(false), reused = Gate()
    reused.whenOpen { isReused.value = true }
    // The first connection stays open. It would accept a second request and close without an answer.
    let server = try LoopbackServer { request in
      if request.method == method { return .text("once") }
      return LoopbackAnswer([
        .send(Data("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)), .receive, .open(reused),
      ])
    }
    let client = HTTPClient(base: server.url, timeout: 600)
    _ = try await answer(client.send(.get("/"))).get()
    let request = HTTPRequest(method, "/", body: hasBody ? .form([HTTPField("a", "b")]) : nil)
    #expect(try await answer(client.send(request)).get().text == "once")
    #expect(!isReused.value)
  }

  @Test("a request to this machine does not go through a proxy") func local() async {
    // Runs in a child process, whose environment names the proxy.
    await #expect(processExitsWith: .success) {
      let proxy = try LoopbackServer { _ in .text("proxy") }, server = try LoopbackServer { _ in .text("server") }
      setenv("http_proxy", proxy.url.absoluteString, 1)
      let local = ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"]
      // The server has only the address 127.0.0.1, so the request to the other one fails.
      for host in local + ["nobody.invalid", "1.2.3.4", "[2001:db8::1]", "127.0.0.1.example"] {
        let base = try #require(URL(string: server.url.absoluteString.replacing("127.0.0.1", with: host)))
        let text = try? await answer(HTTPClient(base: base, timeout: 600).send(.get("/"))).get().text
        precondition((text == "proxy") != local.contains(host), "\(host): \(text ?? "failed")")
      }
      withExtendedLifetime((proxy, server)) {}
    }
  }

  @Test("a request is released after its answer, its failure or its disposal", arguments: 0..<3)
  func released(_ end: Int) async throws {
    let isReleased = Gate(), began = Gate()
    let server = try LoopbackServer { _ in
      [.text("done"), LoopbackAnswer([.reset]), LoopbackAnswer([.open(began), .hang])][end]
    }
    let client = HTTPClient(base: server.url, timeout: 600)
    func request() -> HTTPRequest {
      let count = 100_000, bytes = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
      bytes.initializeMemory(as: UInt8.self, repeating: 7, count: count)
      let body = Data(
        bytesNoCopy: bytes, count: count,
        deallocator: .custom { bytes, _ in
          bytes.deallocate()
          isReleased.open()
        })
      return .post("/", .data(body, type: "text/plain"))
    }
    let sending = client.send(request()).start()
    if end == 2 {
      await passed(began)
      sending.dispose()
    }
    await passed(isReleased)
    withExtendedLifetime(server) {}
  }
}
