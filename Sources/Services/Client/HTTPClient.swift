import NamedCalls
public import Foundation
public import Signals

/// Sends requests over the network: with the system's `URLSession`, and on Linux with the system's libcurl, which is opened when
/// the first request is sent. It stores no cookies, no cache and nothing on disk.
///
/// Answers arrive on a queue of the client. It follows up to ten redirects, and never sends a secret to another server.
/// Each request ends with an answer or a failure, in bounded memory. A head of more than 256 KiB fails, and so do a body longer
/// than `limit`, a compressed body that is cut short and an answer that exceeds its timeout.
///
/// It uses the system's proxy; on Linux, the one that the environment names (`https_proxy`, `http_proxy`). It uses none for
/// `localhost`, `127.0.0.1` and `[::1]`. On Linux it speaks HTTP/1.1 and needs libcurl 7.68 or later, which Foundation's own
/// networking needs, too. Without libcurl every request fails with ``ServiceFailure/unsendable(_:)``.
public final class HTTPClient: HTTPStreaming {
  private let base: URL
  private let limit: Int
  private let timeout: Duration
  private let engine: any HTTPEngine
  private let clock: any Scheduler

  /// A client of the server at `base`. The paths of requests are appended to it.
  ///
  /// - Parameters:
  ///   - base: such as `https://example.com/api`, without a query.
  ///   - limit: the largest body that ``send(_:)`` reads, in bytes after decompression. A larger one fails as early as possible.
  ///   - timeout: the timeout in seconds, redirects included, of requests without a timeout of their own.
  ///   - clock: the scheduler that measures timeouts.
  public convenience init(
    base: URL, limit: Int = 10_000_000, timeout: TimeInterval = 60,
    on clock: any Scheduler = .queue(DispatchQueue(label: "Services.timeouts"))
  ) {
    #if canImport(FoundationNetworking)
      self.init(base: base, limit: limit, timeout: timeout, on: clock, by: CurlEngine())
    #else
      self.init(base: base, limit: limit, timeout: timeout, on: clock, by: URLSessionEngine())
    #endif
  }

  package init(base: URL, limit: Int, timeout: TimeInterval, on clock: any Scheduler, by engine: any HTTPEngine) {
    self.base = base
    self.limit = limit
    // NaN, or a number too large for a duration, would end the program.
    self.timeout = .seconds(timeout > 0 ? min(timeout, 1_000_000_000) : 0)
    self.engine = engine
    self.clock = clock
  }

  /// Sends `request` and delivers the answer, whatever its status.
  public func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    .deferred { [self] in
      parts(of: request).whole(to: request, limit: limit)
    }.timeout(request.timeout ?? timeout, failingWith: .timedOut, on: clock)
  }

  /// Sends `request` and delivers the parts of the answer as they arrive. The answer may have any length: the client reads at most
  /// 256 KiB ahead of a slow observer. It fails with ``ServiceFailure/timedOut`` when no part arrives within the request's timeout;
  /// the time in which the observer works does not count.
  ///
  ///     client.stream(.get("/films/1")).doValue { part in
  ///       guard case .body(let piece) = part else { return }
  ///       received.modify { $0 += piece.count }
  ///     }.start()
  public func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> {
    let timeout = request.timeout ?? timeout
    return Signal { [self] emitter in
      let (delivered, input) = Signal<Void, ServiceFailure>.pipe(), isAtWork = Protected(false)
      // While the observer works, the server may have to wait for it.
      let silence = delivered.timeout(timeout, failingWith: .timedOut, on: clock).retry(
        .max, delay: { _, _ in isAtWork.withLock { $0 } ? .zero : nil }, on: clock)
      emitter.disposable.add(silence.observe { if case .failed(let failure) = $0 { emitter.fail(failure) } })
      emitter.disposable.add(
        parts(of: request).observe { event in
          isAtWork.withLock { $0 = true }
          emitter.emit(event)
          input.send(())
          isAtWork.withLock { $0 = false }
        })
    }
  }

  private func parts(of request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> {
    do throws(ServiceFailure) {
      let url = try HTTPMessage.url(request, base: base)
      var request = request
      if HTTPOrigin(url) != HTTPOrigin(base) { request.headers.removeAll(where: \.isForBase) }
      if let refusal = UnnamedWork.refusal(Self.unnamed(request.method, url)) { throw .unsendable(refusal) }
      return follow(request, at: url, redirects: 10)
    } catch {
      return .fail(error)
    }
  }

  /// The complaint about a request without a name. It contains no secret: no user, password or query.
  private static func unnamed(_ method: String, _ url: URL) -> String {
    let shown = (url.host() ?? "") + (url.port.map { ":\($0)" } ?? "") + url.path()
    let word = url.pathComponents.last { $0.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) } }
    let example = "\(word ?? "server").\(method.lowercased())"
    return "\(method) \(url.scheme ?? "http")://\(shown) has no name, so it was not sent; "
      + #"add .named("\#(example)", session.calls) to the client"#
  }

  /// The reason why the parts of one answer end early.
  private enum Interruption: Error {
    case failure(ServiceFailure)
    case redirect(HTTPRedirect)
  }

  private func follow(_ request: HTTPRequest, at url: URL, redirects: Int) -> Signal<HTTPPart, ServiceFailure> {
    let message: HTTPMessage
    do throws(ServiceFailure) {
      message = try HTTPMessage(request, at: url)
    } catch {
      return .fail(error)
    }
    return engine.parts(of: message).mapFailure(Interruption.failure).tryMap { [base] part throws(Interruption) in
      guard case .head(var response) = part else { return part }
      if redirects > 0, let next = HTTPRedirect(of: request, at: url, by: response) { throw .redirect(next) }
      response.isForeign = HTTPOrigin(url) != HTTPOrigin(base)
      return .head(response)
    }.catch { [self] interruption in
      switch interruption {
      case .failure(let failure): .fail(failure)
      case .redirect(let next): follow(next.request, at: next.url, redirects: redirects - 1)
      }
    }
  }
}
