extension Command {
  /// A command whose work is done when `work` returns: a run gives what it returns and completes, or fails with what it throws.
  ///
  ///     let count = MutableProperty(0)
  ///     let increment = Command { count.modify { $0 += 1 } }
  ///     increment.execute()
  ///     print(count.value)
  ///     // Prints "1"
  ///
  /// - Parameters:
  ///   - enabledIf: whether it can be executed; always, if not given.
  ///   - policy: what happens to an execution while another is running, as when `work` executes the command again.
  ///   - work: one run. Not called for a refused execution.
  @_disfavoredOverload  // A closure that returns a signal does the work of that signal.
  public convenience init<Condition: PropertyProtocol<Bool>>(
    enabledIf: Condition = Property<Bool>.isTrue, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) {
    self.init(enabledIf: enabledIf, policy: policy, Self.signal(of: work))
  }

  /// A command whose work is done when `work` returns, unless there is a reason not to.
  ///
  /// - Parameters:
  ///   - reason: why it cannot be executed, for its user; nil while it can. It is the command's ``disabledReason``.
  ///   - policy: what happens to an execution while another is running, as when `work` executes the command again.
  ///   - work: one run. Not called for a refused execution.
  @_disfavoredOverload
  public convenience init<Reason: PropertyProtocol<String?>>(
    unless reason: Reason, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) {
    self.init(unless: reason, policy: policy, Self.signal(of: work))
  }

  /// A run's signal. The command asks for it only when the run has begun.
  private static func signal(
    of work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) -> @Sendable (Input) -> Signal<Output, Failure> {
    { input in
      do throws(Failure) { return .just(try work(input)) } catch { return .fail(error) }
    }
  }
}
