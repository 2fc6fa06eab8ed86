import Signals

/// A token that requests carry, and how to get another one when it has expired: once, however many calls wait for it.
public final class AccessToken: Sendable {
  /// A token, and the number of the time in which it is the one that requests carry.
  struct Held: Sendable {
    fileprivate(set) var token: String?
    fileprivate var generation: Int
  }
  private let held: Protected<Held>
  private let refresh: Signal<String, ServiceFailure>
  private let refreshing = Coalescing<Int, Held, ServiceFailure>()

  /// - Parameters:
  ///   - token: the one there is; nil if there is none yet.
  ///   - refresh: gets a new one. Run again each time one has expired.
  public init(_ token: String? = nil, refresh: Signal<String, ServiceFailure>) {
    held = Protected(Held(token: token, generation: 0))
    self.refresh = refresh.concat(.fail(.unsendable("there is no new token"))).first()
  }

  /// Forgets the token, as when its user logs out: the next request asks for a new one, and answers that were got with it are
  /// not given again. A token that is being asked for now is for the requests that wait for it, and is not kept.
  public func forget() {
    held.withLock { $0 = Held(token: nil, generation: $0.generation + 1) }
  }

  var current: Held { held.withLock { $0 } }

  /// Whether requests carry that token now.
  func isCurrent(_ used: Held) -> Bool { current.generation == used.generation }

  /// The token after `expired`: one that another request has got meanwhile, or a new one.
  func next(after expired: Held) -> Signal<Held, ServiceFailure> {
    .deferred { [self] in
      let now = current
      if now.generation != expired.generation, now.token != nil { return .just(now) }
      return refreshing.sharing(now.generation, refreshed(now))
    }
  }

  private func refreshed(_ expired: Held) -> Signal<Held, ServiceFailure> {
    .deferred { [self] in
      // Looked at again: a request that comes as a refresh ends begins no second one.
      let now = current
      if now.generation != expired.generation, now.token != nil { return .just(now) }
      return refresh.map { [self] new in
        held.withLock { held in
          // Forgotten meanwhile: it has no time of its own.
          guard held.generation == expired.generation else { return Held(token: new, generation: -1) }
          held = Held(token: new, generation: held.generation + 1)
          return held
        }
      }
    }
  }
}

extension HTTPTransport {
  /// Sends requests with the token. An answer of 401 means that it has expired: then it is refreshed, once for all that wait,
  /// and the request is sent once more. If that fails, so do they; the next request tries again.
  ///
  /// An answer remembers the token it was asked with: a cache around this gives it again only as long as that token is in use.
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
