import Foundation
import Signals

/// Requests over the network: by the system's `URLSession`, and on Linux by the system's libcurl, which is opened when the first
/// request is sent. It keeps no cookies and no cache, and nothing on disk.
///
/// Answers are given on a queue of the client. Redirects are followed, ten at most, but not with anything secret to another server.
/// Whatever a server does ends in an answer or a failure, in bounded memory: a head of more than 256 KiB, a body longer than
/// `limit`, a packed body that is cut short, and an answer that takes longer than it may fail.
///
/// On Linux it speaks HTTP/1.1. Libcurl 7.68 or later must be installed there, as it is wherever Foundation's own networking runs;
/// without it, every request fails with ``ServiceFailure/unsendable(_:)``.
public final class HTTPClient: HTTPStreaming {
  private let base: URL
  private let limit: Int
  private let patience: Duration
  private let engine: any HTTPEngine
  private let clock: any Scheduler

  /// A client of the server at `base`, below which all paths are.
  ///
  /// - Parameters:
  ///   - base: `https://example.com/api`; its query is left out.
  ///   - limit: the most bytes of an answer's body, decompressed, that ``send(_:)`` reads; a longer one fails as soon as this is known.
  ///   - patience: the seconds that an answer may take, redirects and all, if its request has no timeout of its own.
  ///   - clock: measures how long a request takes.
  public convenience init(
    base: URL, limit: Int = 10_000_000, patience: TimeInterval = 60,
    on clock: any Scheduler = .queue(DispatchQueue(label: "Services.timeouts"))
  ) {
    self.init(base: base, limit: limit, patience: patience, on: clock, by: Self.systemEngine())
  }

  package init(base: URL, limit: Int, patience: TimeInterval, on clock: any Scheduler, by engine: any HTTPEngine) {
    self.base = base
    self.limit = limit
    // A number that is no number of seconds, or too large for a duration, would end the program.
    self.patience = .seconds(patience > 0 ? min(patience, 1_000_000_000) : 0)
    self.engine = engine
    self.clock = clock
  }

  private static func systemEngine() -> any HTTPEngine {
    #if canImport(FoundationNetworking)
      CurlEngine()
    #else
      URLSessionEngine()
    #endif
  }

  /// Sends `request`; gives the answer, whatever its status.
  public func send(_ request: HTTPRequest) -> Signal<HTTPResponse, ServiceFailure> {
    let limit = limit
    return Signal.deferred { [self] in
      let answer = Protected(HTTPAnswer(to: request, limit: limit))
      return parts(of: request)
        .tryMap { part throws(ServiceFailure) in
          try answer.withLock { answer throws(ServiceFailure) in try answer.add(part) }
        }.then { .just(answer.withLock { $0.response }) }
    }.timeout(request.timeout ?? patience, failingWith: .timedOut, on: clock)
  }

  /// Sends `request`; gives the parts of the answer as they arrive. There is no limit of its length: the client reads no further than
  /// 256 KiB ahead of an observer that is slow. It fails with ``ServiceFailure/timedOut`` when no part comes for as long as a whole
  /// answer may take.
  ///
  ///     client.stream(.get("/films/1")).doNext { part in
  ///       if case .body(let piece) = part { received.modify { $0 += piece.count } }
  ///     }.start()
  public func stream(_ request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> {
    parts(of: request).timeout(request.timeout ?? patience, failingWith: .timedOut, on: clock)
  }

  private func parts(of request: HTTPRequest) -> Signal<HTTPPart, ServiceFailure> {
    do throws(ServiceFailure) {
      return follow(request, at: try HTTPMessage.url(request, base: base), redirects: 10)
    } catch {
      return .fail(error)
    }
  }

  /// Why the parts of one answer end before it does.
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
    return engine.parts(of: message).mapError(Interruption.failure).tryMap { part throws(Interruption) in
      if redirects > 0, case .head(let response) = part,
        let next = HTTPRedirect(of: request, at: url, by: response)
      {
        throw .redirect(next)
      }
      return part
    }.catch { [self] interruption in
      switch interruption {
      case .failure(let failure): .fail(failure)
      case .redirect(let next): follow(next.request, at: next.url, redirects: redirects - 1)
      }
    }
  }
}

/// The name of ``HTTPClient`` where it was made of a `URLSession` on every system.
public typealias URLSessionTransport = HTTPClient

/// An answer that is put together of its parts.
private struct HTTPAnswer {
  private let method: String
  private let limit: Int
  private var head = HTTPResponse()
  private var body = Data()

  init(to request: HTTPRequest, limit: Int) { (method, self.limit) = (request.method, limit) }

  mutating func add(_ part: HTTPPart) throws(ServiceFailure) {
    switch part {
    case .sent: return
    case .head(let response):
      head = response
      // The length in the answer to HEAD is that of a body which does not come. One that is no number is more than any.
      let length = response.header("Content-Length").map { Int($0) ?? .max } ?? 0
      guard length <= limit || method == "HEAD" || [204, 304].contains(response.status) else {
        throw .tooLarge(limit: limit)
      }
    case .body(let piece):
      guard body.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
      body.append(piece)
    }
  }

  var response: HTTPResponse { HTTPResponse(head.status, headers: head.headers, body: body) }
}
