extension Signal {
  /// Fails when nothing comes for `duration`; each value starts the wait anew.
  ///
  ///     source      a--b-------c|
  ///     timeout(4)  a--b---^
  ///
  /// - Parameter failure: made when the time has run out, not before.
  public func timeout(
    _ duration: Duration, failingWith failure: @autoclosure @escaping @Sendable () -> Failure,
    on scheduler: any Scheduler
  ) -> Self {
    chained { sink, scope in
      let emitter = Emitter(sink, in: scope)
      let timer = TimerSlot()
      let wait: @Sendable () -> Void = {
        timer.replace(with: scheduler.schedule(after: duration) { emitter.fail(failure()) })
      }
      emitter.disposable.add(timer)
      wait()
      emitter.observe(self) { event in
        if case .value = event { wait() }
        emitter.emit(event)
      }
    }
  }
}
