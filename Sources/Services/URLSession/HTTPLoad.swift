import Foundation
import Signals

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request under way.
final class HTTPLoad: Sendable {
  private let request: HTTPRequest
  private let url: URL
  private let limit: Int
  private let emitter: Emitter<HTTPResponse, ServiceFailure>
  private let body = Protected(Data())

  init(_ request: HTTPRequest, _ url: URL, limit: Int, _ emitter: Emitter<HTTPResponse, ServiceFailure>) {
    self.request = request
    self.url = url
    self.limit = limit
    self.emitter = emitter
  }

  /// Whether the body is wanted.
  func begin(_ response: URLResponse) -> Bool {
    // The length in the answer to HEAD is that of a body which does not come.
    guard request.method != "HEAD", response.expectedContentLength > Int64(limit) else { return true }
    emitter.fail(.tooLarge(limit: limit))
    return false
  }

  func receive(_ data: Data) {
    let isTooLarge = body.withLock { body in
      guard body.count + data.count <= limit else { return true }
      body.append(data)
      return false
    }
    // The failure disposes of the emitter, and that cancels the task.
    if isTooLarge { emitter.fail(.tooLarge(limit: limit)) }
  }

  func end(_ error: (any Error)?, _ response: URLResponse?) {
    if let error { return emitter.fail(ServiceFailure(error, host: host)) }
    guard let response = response as? HTTPURLResponse else { return emitter.fail(.lost(host: host)) }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    emitter.send(HTTPResponse(response.statusCode, headers: headers, body: body.withLock { $0 }))
    emitter.complete()
  }

  private var host: String { (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") }
}
