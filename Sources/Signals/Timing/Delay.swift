extension Signal {
  /// The values and the completion, each `duration` later; a failure at once, dropping what is under way.
  ///
  ///     source    a--b|
  ///     delay(2)  --a--b|
  public func delay(_ duration: Duration, on scheduler: any Scheduler) -> Self {
    chained { sink, scope in
      let emitter = Emitter(sink, in: scope)
      emitter.observe(self) { event in
        if case .failed = event { return emitter.emit(event) }
        emitter.disposable.add(scheduler.schedule(after: duration) { emitter.emit(event) })
      }
    }
  }
}
