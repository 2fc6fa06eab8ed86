public import Signals

extension HTTPTransport {
  /// Cancels a request that takes longer than `duration` and fails with ``ServiceFailure/timedOut``. Around a transport that retries,
  /// `duration` covers all attempts together, independent of the request's own timeout.
  public func timingOut(after duration: Duration, on scheduler: any Scheduler) -> some HTTPTransport {
    AnyTransport { send($0).timeout(duration, failingWith: .timedOut, on: scheduler) }
  }

  /// Cancels an attempt that takes longer than its request's timeout and fails with ``ServiceFailure/timedOut``. `duration` applies
  /// to requests without a timeout. Put this transport inside one that retries.
  public func timingOutTries(after duration: Duration, on scheduler: any Scheduler) -> some HTTPTransport {
    AnyTransport { request in
      send(request).timeout(request.timeout ?? duration, failingWith: .timedOut, on: scheduler)
    }
  }
}
