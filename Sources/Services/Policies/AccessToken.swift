import Signals

/// A token that requests carry, and how to get another one when it has expired: once, however many calls wait for it.
public final class AccessToken: Sendable {
  private let token: Protected<String?>
  private let refresh: Signal<String, ServiceFailure>
  private let refreshing = Coalescing<String?, String, ServiceFailure>()

  /// - Parameters:
  ///   - token: the one there is; nil if there is none yet.
  ///   - refresh: gets a new one. Run again each time one has expired.
  public init(_ token: String? = nil, refresh: Signal<String, ServiceFailure>) {
    self.token = Protected(token)
    self.refresh = refresh
  }

  /// Forgets the token: the next request asks for a new one.
  public func forget() { token.withLock { $0 = nil } }

  var current: String? { token.withLock { $0 } }

  /// The token after `expired`: one that somebody got meanwhile, or a new one.
  func next(after expired: String?) -> Signal<String, ServiceFailure> {
    .deferred { [self] in
      if let current, current != expired { return .just(current) }
      let refresh = refresh.concat(.fail(.unsendable("there is no new token"))).first()
      return refreshing.sharing(expired, refresh.doNext { [self] new in token.withLock { $0 = new } })
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
        let first = used.map { send(request.carrying($0)) } ?? .just(HTTPResponse(401))
        return first.flatMap { response in
          guard response.status == 401 else { return .just(response) }
          return token.next(after: used).flatMap { send(request.carrying($0)) }
        }
      }
    }
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
