import BuiltPackage
import Foundation
import LoopbackServer
import Services
import Signals
import Testing

/// The client's result of a request to a server that answers like this.
func ask(
  _ request: HTTPRequest = .get("/"), limit: Int = 10_000_000,
  _ answering: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer
) async throws -> Result<HTTPResponse, ServiceFailure> {
  let server = try LoopbackServer(answering),
    transport = HTTPClient(base: server.url, limit: limit, timeout: 600)
  defer { server.stop() }
  return try await answer(transport.send(request))
}

/// A request as a server reads it.
func received(_ request: HTTPRequest, base: String = "") async throws -> LoopbackRequest {
  let got = MutableProperty<LoopbackRequest?>(nil)
  let server = try LoopbackServer { request in
    got.value = request
    return .text("")
  }
  let transport = HTTPClient(base: server.url.appending(path: base), timeout: 600)
  _ = try await answer(transport.send(request)).get()
  return try #require(got.value)
}

/// Waits for the gate without blocking a shared thread.
func passed(_ gate: Gate) async { try? await onOwnThread { gate.wait() } }

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension LoopbackServer {
  /// The host as failures name it.
  var host: String { "127.0.0.1:\(url.port ?? 0)" }
}
