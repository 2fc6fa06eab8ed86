import Signals

extension HTTPTransport {
  /// Fails with ``ServiceFailure/timedOut`` what takes longer than `duration`, or than the request's own timeout if it has
  /// one, and cancels it. Around a transport that retries it is the time of all tries; inside of it, that of each.
  public func timingOut(after duration: Duration, on scheduler: any Scheduler) -> some HTTPTransport {
    AnyTransport { request in
      send(request).timeout(request.timeout ?? duration, failingWith: .timedOut, on: scheduler)
    }
  }
}
