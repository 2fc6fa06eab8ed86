import Foundation
import Signals

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests under way of one session, told by their tasks.
final class HTTPLoads: NSObject, URLSessionDataDelegate {
  private let loads = Protected<[Int: HTTPLoad]>([:])

  func add(_ load: HTTPLoad, for task: URLSessionTask) { loads.withLock { $0[task.taskIdentifier] = load } }

  @discardableResult func remove(_ task: URLSessionTask) -> HTTPLoad? {
    loads.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func load(_ task: URLSessionTask) -> HTTPLoad? { loads.withLock { $0[task.taskIdentifier] } }

  func urlSession(
    _ session: URLSession, dataTask task: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    completionHandler(load(task)?.begin(response) == true ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
    load(task)?.receive(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    remove(task)?.end(error, task.response)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // The redirect is the answer: what becomes of it is decided by `HTTPRedirect`.
    completionHandler(nil)
  }
}

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
    emitter.send(
      HTTPResponse(
        response.statusCode, headers: headers, body: body.withLock { $0 }, redaction: request.redaction))
    emitter.complete()
  }

  private var host: String { (url.host ?? "") + (url.port.map { ":\($0)" } ?? "") }
}

extension ServiceFailure {
  /// What the system says, in terms of a service. Its texts are not passed on: they may hold the whole address.
  package init(_ error: any Error, host: String) {
    if let error = error as? URLError, error.code == .unknown, Self.isOfHandshake(error.localizedText) {
      self = .untrusted(host: host)
      return
    }
    self =
      switch (error as? URLError)?.code {
      case .cannotConnectToHost: .refused(host: host)
      case .timedOut: .timedOut
      case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .dataNotAllowed, .internationalRoamingOff,
        .callIsActive:
        .offline(host: host)
      case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
        .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
        .untrusted(host: host)
      case .cancelled: .cancelled
      default: .lost(host: host)
      }
  }
  /// On Linux only the words of the TLS library tell; what breaks off later, as it reads or writes, is a lost connection.
  private static func isOfHandshake(_ text: String) -> Bool {
    guard !text.contains("SSL_read"), !text.contains("SSL_write") else { return false }
    return text.contains("SSL routines") || text.contains("certificate")
  }
}

extension URLError {
  fileprivate var localizedText: String { userInfo[NSLocalizedDescriptionKey] as? String ?? "" }
}
