extension Signal {
  /// At most one value per `duration`. The first passes and opens a window [t, t + d).
  ///
  /// With `latest`, the last value of a window passes at its end and opens the next window; a value exactly at the end counts
  /// as that last value. Without `latest`, values inside the window are dropped, and a value at t + d passes. Completion waits
  /// for a pending value, otherwise it is immediate. A failure is immediate and drops the pending value.
  ///
  ///     source       abc------d-e|
  ///     throttle(3)  a--c-----d--(e|)
  ///
  ///     source                      abc------d-e|
  ///     throttle(3, latest: false)  a--------d--|
  public func throttle(_ duration: Duration, latest: Bool = true, on scheduler: any Scheduler) -> Self {
    let scheduler = scheduler.heldByItsWork
    return latest ? throttleLatest(duration, on: scheduler) : throttleFirst(duration, on: scheduler)
  }

  private func throttleFirst(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    stage { next in
      var end: Duration?
      return { value in
        let now = scheduler.now
        if let end, now < end { return }
        end = now + duration
        next(value)
      }
    }
  }

  /// The window is open until its timer has fired, even if the timer is late.
  private func throttleLatest(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    join((isOpen: false, pending: Value?.none, isComplete: false)) { join in
      @Sendable func open() {
        join.setTimer(scheduler.now + duration, on: scheduler) { _ in
          // After the work already scheduled for that moment: a value exactly at the end is the window's last.
          join.setTimer(scheduler.now, on: scheduler) { window in
            window.isOpen = false
            guard let value = window.pending.take() else { return }
            join.send(value)
            if window.isComplete { return join.complete() }
            window.isOpen = true
            open()
          }
        }
      }
      join.observe(self) { window, value in
        if window.isOpen { return window.pending = value }
        window.isOpen = true
        join.send(value)
        open()
      } completed: { window in
        window.isComplete = true
        if window.pending == nil { join.complete() }
      }
    }
  }
}
