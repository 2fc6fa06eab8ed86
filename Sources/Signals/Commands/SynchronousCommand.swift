extension Command {
  /// A command with synchronous work: a run gives the result of `work` and completes, or fails with the error that it throws.
  ///
  ///     let count = MutableProperty(0)
  ///     let increment = Command { count.modify { $0 += 1 } }
  ///     increment.execute()
  ///     print(count.value)
  ///     // Prints "1"
  ///
  /// - Parameters:
  ///   - enabledIf: whether it can be executed; always true by default.
  ///   - policy: the rule for an execution during another run, for example if `work` executes the command again.
  ///   - work: one run. Not called for a refused execution.
  @_disfavoredOverload  // A closure that returns a signal does the work of that signal.
  public convenience init<Condition: PropertyProtocol<Bool>>(
    enabledIf: Condition = Property<Bool>.isTrue, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) {
    self.init(enabledIf: enabledIf, policy: policy, Self.signal(of: work))
  }

  /// A command with synchronous work, unless there is a reason to refuse.
  ///
  /// - Parameters:
  ///   - reason: the reason the command is disabled, for the user; nil while it is enabled. Becomes ``disabledReason``.
  ///   - policy: the rule for an execution during another run, for example if `work` executes the command again.
  ///   - work: one run. Not called for a refused execution.
  @_disfavoredOverload
  public convenience init<Reason: PropertyProtocol<String?>>(
    unless reason: Reason, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) {
    self.init(unless: reason, policy: policy, Self.signal(of: work))
  }

  /// The signal of one run. The command asks for it only after the run has begun.
  private static func signal(
    of work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) -> @Sendable (Input) -> Signal<Output, Failure> {
    { input in
      do throws(Failure) { return .just(try work(input)) } catch { return .fail(error) }
    }
  }
}
