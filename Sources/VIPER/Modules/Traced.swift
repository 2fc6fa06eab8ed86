import PlainText
public import Signals

extension Signal {
  /// Records a signal in its module's trace under a name: each observation, each value, and the end.
  public func traced<O>(_ name: String, by router: Router<O>) -> Self {
    let trace = router.trace, module = router.name
    let watched = doValue { trace.record(.value, module: module, name: name, StableText.of($0)) }
      .doFailed { trace.record(.bind, module: module, name: name, TraceMark.failed + StableText.of($0)) }
      .doCompleted { trace.record(.bind, module: module, name: name, TraceMark.completed) }
    return .deferred {
      trace.record(.bind, module: module, name: name)
      return watched
    }
  }
}

extension PropertyProtocol {
  /// Records a property in its module's trace under a name, while the module is open: its value and each change.
  @discardableResult public func traced<O>(_ name: String, by router: Router<O>) -> Self {
    signal.traced(name, by: router).start().stored(in: router.alive)
    return self
  }
}

extension Command {
  /// Records a command in its module's trace under a name, while the module is open: when it executes, becomes idle or fails.
  /// Its input and output are not recorded, since they may be secret.
  @discardableResult public func traced<O>(_ name: String, by router: Router<O>) -> Self {
    let trace = router.trace, module = router.name
    trace.record(.bind, module: module, name: name)
    isExecuting.changes
      .observeValues { trace.record(.command, module: module, name: name, $0 ? TraceMark.executing : TraceMark.idle) }
      .stored(in: router.alive)
    failures.observeValues { trace.record(.command, module: module, name: name, TraceMark.failed + StableText.of($0)) }
      .stored(in: router.alive)
    return self
  }
}
