public import Signals

/// An access token with its refresh, which runs once for all requests that need a new token.
///
/// A refresh belongs to the token, not to the request that needs it first: it runs to its end even if all requests that wait for it
/// are disposed, so that a server's new token is never lost. Give it a timeout, as every `HTTPClient` does.
public final class AccessToken: Sendable {
  /// A token with its generation, which rises with each refresh and each ``forget()``.
  struct Held: Sendable {
    let token: String?
    fileprivate let generation: Int
  }
  /// The result of a refresh; nil while it runs.
  private typealias Refresh = MutableProperty<Result<Held, ServiceFailure>?>
  private struct State: Sendable {
    let held: Held
    /// The refresh under way, for the requests of this generation.
    var refresh: Refresh?

    /// The token if it was fetched after `expired`.
    func fetched(after expired: Held) -> Held? {
      held.generation != expired.generation && held.token != nil ? held : nil
    }
  }
  /// The tokens whose refresh runs this code.
  @TaskLocal private static var refreshed: Set<ObjectIdentifier> = []
  private let state: Protected<State>
  private let refresh: Signal<String, ServiceFailure>

  /// - Parameters:
  ///   - token: the first token; nil if there is none yet.
  ///   - refresh: delivers a new token; observed each time the token has expired. It must send its request with the inner
  ///     transport: a request with the transport that this token authorises would wait for itself. That request fails, also in a task
  ///     of the refresh. After the refresh has changed the queue, it looks like a request of any other code, and waits.
  public init(_ token: String? = nil, refresh: Signal<String, ServiceFailure>) {
    state = Protected(State(held: Held(token: token, generation: 0)))
    self.refresh = refresh
  }

  /// Forgets the token, for instance when the user logs out. The next request refreshes it. A refresh in progress still serves the
  /// waiting requests, but its token is not kept.
  public func forget() { replace(by: nil) }

  /// The token for a new request.
  func current() throws(ServiceFailure) -> Held {
    guard !Self.refreshed.contains(ObjectIdentifier(self)) else {
      throw .unsendable(
        "the refresh of an access token uses the transport that the token authorises, and would wait for itself; send it "
          + "with the transport inside authorized(by:)")
    }
    return state.withLock { $0.held }
  }

  /// The token after `expired`: a token that another request has fetched meanwhile, or a new one.
  func next(after expired: Held) -> Signal<Held, ServiceFailure> {
    .deferred { [self] in
      let new = Refresh(nil)
      let (held, refresh) = state.withLock { state -> (Held, Refresh?) in
        if let fetched = state.fetched(after: expired) { return (fetched, nil) }
        defer { state.refresh = state.refresh ?? new }
        return (state.held, state.refresh ?? new)
      }
      guard let refresh else { return .just(held) }
      if refresh === new { start(new, after: held) }
      return refresh.signal.compactMap(\.self).promoteFailure().first().tryMap { result throws(ServiceFailure) in
        try result.get()
      }
    }
  }

  /// Refreshes the token. The refresh keeps itself and the token alive until it ends.
  private func start(_ refresh: Refresh, after expired: Held) {
    let none = ServiceFailure.unsendable("the refresh gave no new token"), released = DisposeBag()
    // Released with the observer, also if the sender of a token is released without an end.
    released.add(Disposable { [self] in end(refresh, after: expired, with: .failure(none)) })
    Self.$refreshed.withValue(Self.refreshed.union([ObjectIdentifier(self)])) {
      self.refresh.concat(.fail(none)).first().observe { [self] event in
        withExtendedLifetime(released) {
          switch event {
          case .value(let token): end(refresh, after: expired, with: .success(token))
          case .failed(let failure): end(refresh, after: expired, with: .failure(failure))
          case .completed: break
          }
        }
      }
    }
  }

  private func end(_ refresh: Refresh, after expired: Held, with result: Result<String, ServiceFailure>) {
    if refresh.value != nil { return }
    // The waiting requests are not part of the refresh.
    Self.$refreshed.withValue([]) {
      refresh.value = result.map { token in
        // Forgotten meanwhile: this token never becomes the current one.
        replace(expired, by: token) ?? Held(token: token, generation: -1)
      }.mapError { failure in
        state.withLock { if $0.refresh === refresh { $0.refresh = nil } }
        return failure
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
  /// The token is only for the server of the client's base URL: another server, at a whole URL or after a redirect, does not get it,
  /// and its 401 is delivered. Without a token, a request to a whole URL is sent without one first.
  public func authorized(by token: AccessToken) -> some HTTPTransport {
    AnyTransport { request in
      .deferred {
        let used: AccessToken.Held
        do throws(ServiceFailure) { used = try token.current() } catch { return .fail(error) }
        // Only the client knows whether a whole URL is one of its server.
        let isMissing = used.token == nil && request.path.url == nil
        let first = isMissing ? .just(HTTPResponse(401)) : send(request, with: used)
        return first.flatMap { response in
          guard response.status == 401, !response.isForeign else { return .just(response) }
          return token.next(after: used).flatMap { send(request, with: $0) }
        }
      }
    }
  }

  private func send(_ request: HTTPRequest, with used: AccessToken.Held) -> Signal<HTTPResponse, ServiceFailure> {
    var request = request
    request.headers.removeAll { $0.name.lowercased() == "authorization" }
    if let token = used.token { request.headers.append(.bearer(token)) }
    return send(request)
  }
}
