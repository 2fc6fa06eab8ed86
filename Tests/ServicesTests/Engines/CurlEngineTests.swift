import Foundation
import LoopbackServer
import Services
import Signals
import SignalsTesting
import Testing

/// The engine on Linux.
@Suite struct CurlEngineTests {
  @Test("without libcurl a request fails with the reason and a remedy") func missing() {
    let engine = CurlEngine(anyOf: ["libnone.so.4"])
    let client = HTTPClient(
      base: URL(fileURLWithPath: "/"), limit: 1, timeout: 1, on: VirtualTimeScheduler(), by: engine)
    #expect(Recorder(client.send(.get("/"))).failure == .unsendable("the base URL is not an http or https URL"))
    guard let url = URL(string: "http://127.0.0.1") else { return }
    let asked = HTTPClient(base: url, limit: 1, timeout: 1, on: VirtualTimeScheduler(), by: engine)
    guard case .unsendable(let reason)? = Recorder(asked.send(.get("/"))).failure else {
      Issue.record("it was sent")
      return
    }
    #expect(reason.hasPrefix("libnone.so.4 cannot be used: "))
    #expect(reason.hasSuffix("; install libcurl 7.68 or later"))
  }

  @Test("a library without the required functions is not used") func wrong() {
    guard let url = URL(string: "http://127.0.0.1") else { return }
    let client = HTTPClient(
      base: url, limit: 1, timeout: 1, on: VirtualTimeScheduler(), by: CurlEngine(anyOf: ["libc.so.6"]))
    let reason = "libc.so.6 cannot be used: it has no function curl_global_init; install libcurl 7.68 or later"
    #expect(Recorder(client.send(.get("/"))).failure == .unsendable(reason))
  }

  @Test("of a thousand requests each is answered or cancelled")
  func many() async throws {
    let server = try LoopbackServer { request in .text(request.path) }
    let client = HTTPClient(base: server.url, timeout: 600)
    let results = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          guard number.isMultiple(of: 2) else {
            Recorder(client.send(.get("/\(number)"))).dispose()
            return true
          }
          let response = try? await answer(client.send(.get("/\(number)"))).get()
          return response?.body == Data("/\(number)".utf8)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results == Array(repeating: true, count: 1_000))
  }

  @Test("an observer may block for another client's answer, because observers do not run on the transfers' thread")
  func blocking() async throws {
    let server = try LoopbackServer { _ in .text("here") }, url = server.url
    let response = try await answer(
      HTTPClient(base: url, timeout: 600).send(.get("/")).map { _ in
        let inner = Gate(), status = MutableProperty(0)
        HTTPClient(base: url, timeout: 600).send(.get("/")).doFinally { inner.open() }.observe {
          if case .value(let response) = $0 { status.value = response.status }
        }
        inner.wait()
        return status.value
      }
    ).get()
    #expect(response == 200)
    withExtendedLifetime(server) {}
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
    if end == 2 {
      let recorder = Recorder(client.send(request()))
      await passed(began)
      recorder.dispose()
    } else {
      _ = try await answer(client.send(request()))
    }
    await passed(isReleased)
    withExtendedLifetime(server) {}
  }
}
