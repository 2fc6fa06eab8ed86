import Foundation
import Signals

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests over the network, by the system's `URLSession`. It keeps no cookies and no cache, and nothing on disk.
///
/// Answers are given on a queue of the session. Redirects are followed, but not with anything secret to another server. A request
/// that says how long it may take fails with ``ServiceFailure/timedOut`` when it takes longer, redirects and all.
///
/// - Warning: On Linux, Foundation ends the program when a connection closes within the headers of an answer, before a
///   `Content-Length`, and when an answer in chunks has a trailer. Nothing outside of it can keep it from that. Where such
///   answers must be reckoned with, ask through a proxy that reads them before it passes them on, as nginx does.
public final class URLSessionTransport: HTTPTransport {
  private let base: URL
  private let limit: Int
  private let patience: TimeInterval
  private let loads: HTTPLoads
  private let session: URLSession
  private let clock: any Scheduler

  /// A transport to the server at `base`, below which all paths are.
  ///
  /// - Parameters:
  ///   - base: `https://example.com/api`; its query is left out.
  ///   - limit: the most bytes of an answer, decompressed, that are read; a longer one fails as soon as this is known.
  ///   - patience: the seconds without a byte after which the system gives up a request that does not say that it may take
  ///     longer: whole ones, rounded up, at least one, and a thousand million for more. On Linux the headers of an answer must
  ///     all come within them.
  ///   - clock: what times the requests that say how long they may take.
  public init(
    base: URL, limit: Int = 10_000_000, patience: TimeInterval = 60,
    on clock: any Scheduler = .queue(DispatchQueue(label: "Services.timeouts"))
  ) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = HTTPMessage.seconds(patience)
    // How many at a time is up to a policy.
    configuration.httpMaximumConnectionsPerHost = 100
    self.base = base
    self.limit = limit
    self.patience = patience
    self.clock = clock
    loads = HTTPLoads()
    session = URLSession(configuration: configuration, delegate: loads, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends `request`; gives the answer, whatever its status.
  public func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    do throws(ServiceFailure) {
      let answer = follow(request, at: try HTTPMessage.url(request, base: base), redirects: 10)
      guard let timeout = request.timeout else { return answer }
      return answer.timeout(timeout, failingWith: .timedOut, on: clock)
    } catch {
      return .fail(error)
    }
  }

  private func follow(_ request: HTTPRequest, at url: URL, redirects: Int) -> Signal<HTTPResponse, ServiceFailure> {
    load(request, at: url).flatMap { [self] response in
      guard redirects > 0, let next = HTTPRedirect(of: request, at: url, by: response) else { return .just(response) }
      return follow(next.request, at: next.url, redirects: redirects - 1)
    }
  }

  private func load(_ request: HTTPRequest, at url: URL) -> Signal<HTTPResponse, ServiceFailure> {
    Signal { [self] emitter in
      let message: URLRequest
      do throws(ServiceFailure) {
        message = try HTTPMessage.request(request, at: url, patience: patience)
      } catch {
        return emitter.fail(error)
      }
      let task = session.dataTask(with: message)
      loads.add(HTTPLoad(request, url, limit: limit, emitter), for: task)
      // Holds the transport: its session lives as long as there is something under way.
      emitter.disposable.add(
        Disposable {
          self.loads.remove(task)
          task.cancel()
        })
      task.resume()
    }
  }
}
