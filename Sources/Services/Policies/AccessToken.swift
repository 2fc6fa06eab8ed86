import Signals

/// A token that requests carry, and how to get another one when it has expired: once, however many calls wait for it.
public final class AccessToken: Sendable {
  /// The token of a time, and which time that is: it has ended when the token is another one, or is forgotten.
  struct Held: Sendable {
    fileprivate(set) var token: String?
    fileprivate var generation = 0
  }
  private let held: Protected<Held>
  private let refresh: Signal<String, ServiceFailure>
  private let refreshing = Coalescing<Int, String, ServiceFailure>()

  /// - Parameters:
  ///   - token: the one there is; nil if there is none yet.
  ///   - refresh: gets a new one. Run again each time one has expired.
  public init(_ token: String? = nil, refresh: Signal<String, ServiceFailure>) {
    held = Protected(Held(token: token))
    self.refresh = refresh.concat(.fail(.unsendable("there is no new token"))).first()
  }

  /// Forgets the token: the next request asks for a new one. One that is being asked for now is for those who wait for it, and
  /// is not kept.
  public func forget() {
    held.withLock { held in
      held.token = nil
      held.generation += 1
    }
  }

  var current: Held { held.withLock { $0 } }

  /// The token after `expired`: one that somebody got meanwhile, or a new one.
  func next(after expired: Held) -> Signal<String, ServiceFailure> {
    .deferred { [self] in
      let now = current
      if now.generation != expired.generation, let token = now.token { return .just(token) }
      return refreshing.sharing(now.generation, refreshed(now))
    }
  }

  private func refreshed(_ expired: Held) -> Signal<String, ServiceFailure> {
    .deferred { [self] in
      // Looked at again: who comes as a refresh ends begins no second one.
      let now = current
      if now.generation != expired.generation, let token = now.token { return .just(token) }
      return refresh.doNext { [self] new in
        held.withLock { held in
          guard held.generation == expired.generation else { return }
          held = Held(token: new, generation: held.generation + 1)
        }
      }
    }
  }
}

extension HTTPTransport {
  /// Sends requests with the token. An answer of 401 means that it has expired: then it is refreshed, once for all who wait,
  /// and the request is sent once more. If that fails, so do they; the next request tries again.
  public func authorized(by token: AccessToken) -> some HTTPTransport {
    AnyTransport { request in
      .deferred {
        let used = token.current
        let first = used.token.map { send(request, carrying: $0) } ?? .just(HTTPResponse(401))
        return first.flatMap { response in
          guard response.status == 401 else { return .just(response) }
          return token.next(after: used).flatMap { send(request, carrying: $0) }
        }
      }
    }
  }

  /// Only here it is known which token was sent: whoever asked has a request without it, and may show the answer.
  private func send(_ request: HTTPRequest, carrying token: String) -> Signal<HTTPResponse, ServiceFailure> {
    let request = request.carrying(token)
    return send(request).map { $0.redacted(by: request.redaction) }
  }
}

extension HTTPRequest {
  fileprivate func carrying(_ token: String) -> HTTPRequest {
    var request = self
    request.headers.removeAll { $0.name.lowercased() == "authorization" }
    request.headers.append(HTTPField("Authorization", "Bearer \(token)", .secret))
    return request
  }
}
