public import Signals

/// An access token with its refresh, which runs once for all requests that wait for a new token.
public final class AccessToken: Sendable {
  /// A token with its generation, which rises with each refresh and each ``forget()``.
  struct Held: Sendable {
    fileprivate(set) var token: String?
    fileprivate var generation: Int
  }
  private let held: Protected<Held>
  private let refresh: Signal<String, ServiceFailure>
  private let refreshing = Coalescing<Int, Held, ServiceFailure>()

  /// - Parameters:
  ///   - token: the first token; nil if there is none yet.
  ///   - refresh: delivers a new token; observed each time the token has expired.
  public init(_ token: String? = nil, refresh: Signal<String, ServiceFailure>) {
    held = Protected(Held(token: token, generation: 0))
    self.refresh = refresh.concat(.fail(.unsendable("the refresh gave no new token"))).first()
  }

  /// Forgets the token, for instance when the user logs out. The next request refreshes it, and answers to requests with the old
  /// token are not reused. A refresh in progress still serves the waiting requests, but its token is not kept.
  public func forget() {
    held.withLock { $0 = Held(token: nil, generation: $0.generation + 1) }
  }

  var current: Held { held.withLock { $0 } }

  /// Whether this token is still in use.
  func isCurrent(_ used: Held) -> Bool { current.generation == used.generation }

  /// The token after `expired`: a token that another request has fetched meanwhile, or a new one.
  func next(after expired: Held) -> Signal<Held, ServiceFailure> {
    .deferred { [self] in
      let now = current
      if now.generation != expired.generation, now.token != nil { return .just(now) }
      return refreshing.sharing(now.generation, refreshed(now))
    }
  }

  private func refreshed(_ expired: Held) -> Signal<Held, ServiceFailure> {
    .deferred { [self] in
      // Checked again: a request that arrives as a refresh ends starts no second one.
      let now = current
      if now.generation != expired.generation, now.token != nil { return .just(now) }
      return refresh.map { [self] new in
        held.withLock { held in
          // Forgotten meanwhile: this token never becomes the current one.
          guard held.generation == expired.generation else { return Held(token: new, generation: -1) }
          held = Held(token: new, generation: held.generation + 1)
          return held
        }
      }
    }
  }
}

extension HTTPTransport {
  /// Sends requests with the token as `Authorization: Bearer`. After an answer of 401, it refreshes the token, once for all waiting
  /// requests, and sends the request once more. If the refresh fails, the waiting requests fail, and the next request tries again.
  ///
  /// A cache around this transport reuses an answer only while the token of its request is in use.
  public func authorized(by token: AccessToken) -> some HTTPTransport {
    AnyTransport { request in
      .deferred {
        let used = token.current
        let first = used.token == nil ? .just(HTTPResponse(401)) : send(request, with: used, of: token)
        return first.flatMap { response in
          guard response.status == 401 else { return .just(response) }
          return token.next(after: used).flatMap { send(request, with: $0, of: token) }
        }
      }
    }
  }

  private func send(
    _ request: HTTPRequest, with used: AccessToken.Held, of token: AccessToken
  ) -> Signal<HTTPResponse, ServiceFailure> {
    var request = request
    request.headers.removeAll { $0.name.lowercased() == "authorization" }
    request.headers.append(HTTPField("Authorization", "Bearer \(used.token ?? "")", .secret))
    return send(request).map { $0.granted { [weak token] in token?.isCurrent(used) ?? false } }
  }
}
