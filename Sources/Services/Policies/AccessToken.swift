public import Signals

/// An access token with its refresh, which runs once for all requests that wait for a new token.
public final class AccessToken: Sendable {
  /// A token with its generation, which rises with each refresh and each ``forget()``.
  struct Held: Sendable {
    let token: String?
    fileprivate let generation: Int
  }
  private struct State: Sendable {
    let held: Held
    /// The refresh that the requests of this generation share; nil before the first one needs it.
    var refreshing: Signal<Held, ServiceFailure>?

    /// The token if it was fetched after `expired`.
    func fetched(after expired: Held) -> Held? {
      held.generation != expired.generation && held.token != nil ? held : nil
    }
  }
  private let state: Protected<State>
  private let refresh: Signal<String, ServiceFailure>

  /// - Parameters:
  ///   - token: the first token; nil if there is none yet.
  ///   - refresh: delivers a new token; observed each time the token has expired.
  public init(_ token: String? = nil, refresh: Signal<String, ServiceFailure>) {
    state = Protected(State(held: Held(token: token, generation: 0)))
    self.refresh = refresh.concat(.fail(.unsendable("the refresh gave no new token"))).first()
  }

  /// Forgets the token, for instance when the user logs out. The next request refreshes it. A refresh in progress still serves the
  /// waiting requests, but its token is not kept.
  public func forget() { replace(by: nil) }

  var current: Held { state.withLock { $0.held } }

  /// The token after `expired`: a token that another request has fetched meanwhile, or a new one.
  func next(after expired: Held) -> Signal<Held, ServiceFailure> {
    .deferred { [self] in
      state.withLock { state in
        if let held = state.fetched(after: expired) { return .just(held) }
        let refreshing = state.refreshing ?? refreshed(state.held).share(replay: 1)
        state.refreshing = refreshing
        return refreshing
      }
    }
  }

  /// A new token, which becomes the current one. The state keeps this signal, so it must not keep `self`.
  private func refreshed(_ expired: Held) -> Signal<Held, ServiceFailure> {
    .deferred { [weak self, refresh] in
      // Checked again: a request that arrives as a refresh ends starts no second one.
      if let held = self?.state.withLock({ $0.fetched(after: expired) }) { return .just(held) }
      return refresh.map { [weak self] new in
        // Forgotten meanwhile: this token never becomes the current one.
        self?.replace(expired, by: new) ?? Held(token: new, generation: -1)
      }
    }
  }

  /// Begins a generation with this token; nil if another one has begun since `expired`.
  @discardableResult private func replace(_ expired: Held? = nil, by token: String?) -> Held? {
    // The old state may own a refresh, which is released outside the lock.
    let old = state.withLock { state -> State? in
      guard expired.map({ $0.generation == state.held.generation }) ?? true else { return nil }
      defer { state = State(held: Held(token: token, generation: state.held.generation + 1)) }
      return state
    }
    return old.map { Held(token: token, generation: $0.held.generation + 1) }
  }
}

extension HTTPTransport {
  /// Sends requests with the token as `Authorization: Bearer`. After an answer of 401, it refreshes the token, once for all waiting
  /// requests, and sends the request once more. If the refresh fails, the waiting requests fail, and the next request tries again.
  public func authorized(by token: AccessToken) -> some HTTPTransport {
    AnyTransport { request in
      .deferred {
        let used = token.current
        let first = used.token == nil ? .just(HTTPResponse(401)) : send(request, with: used)
        return first.flatMap { response in
          guard response.status == 401 else { return .just(response) }
          return token.next(after: used).flatMap { send(request, with: $0) }
        }
      }
    }
  }

  private func send(_ request: HTTPRequest, with used: AccessToken.Held) -> Signal<HTTPResponse, ServiceFailure> {
    var request = request
    request.headers.removeAll { $0.name.lowercased() == "authorization" }
    request.headers.append(HTTPField("Authorization", "Bearer \(used.token ?? "")", .secret))
    return send(request)
  }
}
