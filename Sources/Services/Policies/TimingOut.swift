import Signals

extension HTTPTransport {
  /// Fails with ``ServiceFailure/timedOut`` what takes longer than `duration`, and cancels it. Around a transport that retries it
  /// is the time of all tries, whatever a request says about one.
  public func timingOut(after duration: Duration, on scheduler: any Scheduler) -> some HTTPTransport {
    AnyTransport { send($0).timeout(duration, failingWith: .timedOut, on: scheduler) }
  }

  /// Fails with ``ServiceFailure/timedOut`` a try that takes longer than its request allows, or than `duration` if the request
  /// does not say, and cancels it. It belongs inside of a transport that retries.
  public func timingOutTries(after duration: Duration, on scheduler: any Scheduler) -> some HTTPTransport {
    AnyTransport { request in
      send(request).timeout(request.timeout ?? duration, failingWith: .timedOut, on: scheduler)
    }
  }
}
