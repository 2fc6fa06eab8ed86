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

  #if canImport(FoundationNetworking)
    // On Linux the system asks for a password after the whole answer has come, and without one the answer is never given.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      remove(task)?.end(nil, task.response)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}
