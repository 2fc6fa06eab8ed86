extension Signal {
  /// The values and the completion, each `duration` later. A failure comes at once, and drops the events under way.
  ///
  ///     source    a--b|
  ///     delay(2)  --a--b|
  public func delay(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    chained(on: scheduler) { sink, scope, scheduler in
      let emitter = Emitter(sink, in: scope), underWay = Protected(FIFO<Event<Value, Failure>>())
      emitter.observe(self) { event in
        if case .failed = event { return emitter.emit(event) }
        underWay.withLock { $0.append(event) }
        // The first piece of work that runs delivers the first event, even on a concurrent queue.
        emitter.disposable.add(
          scheduler.schedule(after: duration) {
            emitter.subject.perform {
              if let next = underWay.withLock({ $0.popFirst() }) { emitter.subject.deliver(next) }
            }
          })
      }
    }
  }

  /// A value, once `duration` has passed without another one. Completion delivers the pending value and completes at once; a
  /// failure drops the pending value.
  ///
  ///     source       ab----c----d|
  ///     debounce(2)  ---b----c---(d|)
  public func debounce(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    join(Value?.none, on: scheduler) { join in
      join.observe(map { ($0, due: join.now + duration) }) { pending, next in
        pending = next.0
        join.setTimer(next.due) { pending in
          if let value = pending.take() { join.send(value) }
        }
      } completed: { pending in
        if let value = pending.take() { join.send(value) }
        join.complete()
      }
    }
  }

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
    if latest { return throttleLatest(duration, on: scheduler) }
    return chained(on: scheduler) { sink, scope, scheduler in
      var end: Duration?
      let receive = { (value: Value) in
        let now = scheduler.now
        if let end, now < end { return }
        end = now + duration
        sink.value(value)
      }
      run(Sink(value: receive, end: sink.end), scope)
    }
  }

  /// The window is open until its timer has fired, even if the timer is late.
  private func throttleLatest(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    join((isOpen: false, pending: Value?.none, isComplete: false), on: scheduler) { join in
      @Sendable func open() {
        join.setTimer(join.now + duration) { _ in
          // After the work already scheduled for that moment: a value exactly at the end is the window's last.
          join.setTimer(join.now) { window in
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

  /// Fails when no event comes for `duration`; each value starts the wait anew.
  ///
  ///     source      a--b-------c|
  ///     timeout(4)  a--b---^
  ///
  /// - Parameters:
  ///   - duration: the longest silence allowed.
  ///   - failure: creates the failure, only when the time is over.
  ///   - scheduler: the clock that measures the silence.
  public func timeout(
    _ duration: Duration, failingWith failure: @autoclosure @escaping @Sendable () -> Failure,
    on scheduler: any Scheduler
  ) -> Self {
    // The state is the time of the last value since the timer was set, if there was one. When the timer fires, it is set again
    // for the rest of the wait. So values set no timers.
    join(Duration?.none, on: scheduler) { join in
      @Sendable func wait(until due: Duration) {
        join.setTimer(due) { last in
          if let value = last.take() { wait(until: value + duration) } else { join.fail(failure()) }
        }
      }
      join.perform { _ in wait(until: join.now + duration) }
      join.observe(map { ($0, time: join.now) }) { last, next in
        last = next.time
        join.send(next.0)
      }
    }
  }
}

extension Signal where Value == Int, Failure == Never {
  /// 0, 1, 2, … one for each `period`, the first after one period. Never ends by itself.
  ///
  /// The number of a tick is the number of whole periods that have passed, less one. If ticks were missed, because the process
  /// was suspended or the scheduler was busy, only the last of them is sent.
  ///
  ///     timer(every: 3)  ---0--1--2
  ///
  /// - Precondition: `period` is positive.
  public static func timer(every period: Duration, on scheduler: any Scheduler) -> Self {
    precondition(period > .zero, "a timer ticks every \(period), without end; give it a period above zero")
    return Signal<Never, Never>.empty.join(0, on: scheduler) { join in
      // Ticks are due at multiples of the period after the start, so they do not drift.
      let start = join.now
      @Sendable func schedule(_ next: inout Int) {
        let due = start + period * (next + 1)
        Repetition.$isUnderWay.withValue(true) {
          join.setTimer(due) { next in
            let number = max(next, Int((join.now - start) / period) - 1)
            next = number + 1
            join.send(number)
            schedule(&next)
          }
        }
      }
      join.perform(schedule)
    }
  }
}
