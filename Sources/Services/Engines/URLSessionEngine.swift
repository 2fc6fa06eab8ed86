import Foundation
import PlainText
package import Signals

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends messages with the system's `URLSession`. On Linux only tests use it, because an answer can crash Foundation there.
package final class URLSessionEngine: HTTPEngine {
  private let tasks = URLSessionTasks()
  /// `direct` uses no proxy; on Linux, Foundation ignores that.
  private let session: URLSession, direct: URLSession

  package init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // The client measures timeouts itself.
    configuration.timeoutIntervalForRequest = 1_000_000_000
    // Concurrency is limited by a policy instead.
    configuration.httpMaximumConnectionsPerHost = 100
    session = URLSession(configuration: configuration, delegate: tasks, delegateQueue: nil)
    configuration.connectionProxyDictionary = [:]
    direct = URLSession(configuration: configuration, delegate: tasks, delegateQueue: nil)
  }

  deinit { for session in [session, direct] { session.invalidateAndCancel() } }

  package func parts(of message: HTTPMessage) -> Signal<HTTPPart, ServiceFailure> {
    Signal { [self] emitter in
      var file = message.body?.file
      do throws(ServiceFailure) {
        // `URLSession` opens a file again.
        let body = try message.body?.opened()
        if let body, file == nil, message.body?.content.count != message.body?.count {
          let spool = try Self.spool(body)
          file = spool
          emitter.disposable.add(Disposable { try? FileManager.default.removeItem(at: spool) })
        }
      } catch {
        return emitter.fail(error)
      }
      let session = message.isLocal ? direct : session
      var request = URLRequest(url: message.url, timeoutInterval: 1_000_000_000)
      request.httpMethod = message.method
      // With both a body and a file, the system chooses.
      if file == nil { request.httpBody = message.body?.content }
      for field in message.headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
      let task =
        file.map { session.uploadTask(with: request, fromFile: $0) } ?? session.dataTask(with: request)
      tasks.loads.withLock { $0[task.taskIdentifier] = (message.host, emitter) }
      // Retains the engine, so that its session outlives the request.
      emitter.disposable.add(
        Disposable {
          _ = self.tasks.remove(task)
          task.cancel()
        })
      task.resume()
    }
  }
}

extension URLSessionEngine {
  /// A temporary file with the body: `URLSession` reads a body in pieces only from one file.
  private static func spool(_ body: OpenBody) throws(ServiceFailure) -> URL {
    let url = FileManager.default.temporaryDirectory.appending(path: "upload-\(UUID().uuidString)")
    do {
      try Data().write(to: url, options: .withoutOverwriting)
      let file = try FileHandle(forWritingTo: url)
      var offset = 0
      while case let piece = body.read(65_536, at: offset), !piece.isEmpty {
        try file.write(contentsOf: piece)
        offset += piece.count
      }
      try file.close()
      return url
    } catch {
      throw .unsendable("the body cannot be written to a temporary file: \(ErrorText.of(error))")
    }
  }
}

/// The running requests of one session, by task.
private final class URLSessionTasks: NSObject, URLSessionDataDelegate {
  fileprivate typealias Load = (host: String, emitter: Emitter<HTTPPart, ServiceFailure>)
  fileprivate let loads = Protected<[Int: Load]>([:])

  fileprivate func remove(_ task: URLSessionTask) -> Load? {
    loads.withLock { $0.removeValue(forKey: task.taskIdentifier) }
  }

  private func emitter(_ task: URLSessionTask) -> Emitter<HTTPPart, ServiceFailure>? {
    loads.withLock { $0[task.taskIdentifier]?.emitter }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    // A server may answer before it has the whole body.
    guard task.response == nil else { return }
    emitter(task)?.send(.sent(Int(totalBytesSent), of: Int(totalBytesExpectedToSend)))
  }

  func urlSession(
    _ session: URLSession, dataTask task: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let response = response as? HTTPURLResponse else { return completionHandler(.cancel) }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    emitter(task)?.send(.head(HTTPResponse(response.statusCode, headers: headers)))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask task: URLSessionDataTask, didReceive data: Data) {
    emitter(task)?.send(.body(data))
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let (host, emitter) = remove(task) else { return }
    if let error { emitter.fail(ServiceFailure(error, host: host)) } else { emitter.complete() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Delivers the redirect as the answer: `HTTPRedirect` decides whether to follow it.
    completionHandler(nil)
  }
}

extension ServiceFailure {
  /// The service failure for a system error. The system's text is not part of it: it may contain the whole URL.
  package init(_ error: any Error, host: String) {
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
}
