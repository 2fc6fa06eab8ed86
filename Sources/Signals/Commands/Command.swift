/// Work that a user can start, with its state. Buttons are bound to commands.
///
///     let save = Command(unless: form.problem) { interactor.save(form.value) }
///     save.isExecuting.bind(to: spinner) { $0.isShown = $1 }.stored(in: bag)
///     save.failures.observeValues { show($0) }
///     save.execute()
///
/// `isEnabled == enabledIf && (policy != .exclusive || nothing runs)`. In a run, `isExecuting` becomes true and `isEnabled`
/// false; then the work starts. Its values go to the caller, then to ``values``. At the end, the command is idle first. Then
/// the caller gets the end, and then ``completions`` or ``failures`` send. Only the caller of ``apply(_:)`` is notified of a
/// refused or a cancelled run.
public final class Command<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  /// The rule for an execution during another run.
  public typealias Policy = CommandPolicy

  /// Whether an execution would start now.
  public var isEnabled: Property<Bool> { core.state.isEnabled }
  /// Whether any run is under way.
  public var isExecuting: Property<Bool> { core.state.isExecuting }

  /// The reason the command is disabled, for the user; nil while it is enabled or only busy. Always nil for a command made with
  /// `enabledIf:`, which gives no reason.
  public var disabledReason: Property<String?> { core.state.disabledReason }

  /// Whether an execution would be refused because of another run. Only an exclusive command is ever busy.
  package var isBusy: Bool { core.state.isBusy }

  /// The value of `isExecuting`, read without creating that property.
  package var isUnderWay: Bool { core.state.isUnderWay }

  @usableFromInline let core: CommandCore<Input, Output, Failure>

  /// Disposed when the command is released: bindings to it end here.
  let lifetime = LazyReference<Disposable>()

  /// A command that executes `work`.
  ///
  /// - Parameters:
  ///   - enabledIf: whether it can be executed; always true by default.
  ///   - policy: the rule for an execution during another run.
  ///   - work: creates the signal of one run. Not called for a refused execution.
  public init<Condition: PropertyProtocol<Bool>>(
    enabledIf: Condition = Property<Bool>.isTrue, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>
  ) {
    core = CommandCore(CommandState(enabledIf: enabledIf.asProperty, policy: policy), work)
  }

  /// A command that executes `work`, unless there is a reason to refuse.
  ///
  ///     let name = MutableProperty("")
  ///     let isMissing = name.map { $0.isEmpty ? "name is empty" : nil }
  ///     let greet = Command<Void, String, Never>(unless: isMissing) { .just("Hello, \(name.value)!") }
  ///     print(greet.isEnabled.value, greet.disabledReason.value ?? "")
  ///     // Prints "false name is empty"
  ///
  /// - Parameters:
  ///   - reason: the reason the command is disabled, for the user; nil while it is enabled. Becomes ``disabledReason``.
  ///   - policy: the rule for an execution during another run.
  ///   - work: creates the signal of one run. Not called for a refused execution.
  public init<Reason: PropertyProtocol<String?>>(
    unless reason: Reason, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>
  ) {
    let reason = reason.asProperty
    core = CommandCore(CommandState(enabledIf: reason.map { $0 == nil }, unless: reason, policy: policy), work)
  }

  deinit {
    lifetime.dispose()
    core.finish()
  }

  /// The values of all runs. Completes when the command is released.
  @inlinable public var values: Signal<Output, Never> { core.signal { $0.value } }
  /// The failures of all runs. Completes when the command is released.
  @inlinable public var failures: Signal<Failure, Never> {
    core.signal { if case .failed(let failure) = $0 { failure } else { nil } }
  }
  /// One value for each completed run. Completes when the command is released.
  @inlinable public var completions: Signal<Void, Never> { core.signal { if case .completed = $0 { () } else { nil } } }

  /// A run for each observation, owned by the observer: disposing the observation ends the run. Fails with
  /// ``CommandError/disabled`` if the run is refused, and with ``CommandError/cancelled`` if it is ended by anything else than its
  /// work and its observer. The signal does not keep the command alive.
  @inlinable public func apply(_ input: Input) -> Signal<Output, CommandError<Failure>> {
    Signal(work: { [core] sink, scope in core.run(input, sink, scope) })
  }

  /// Starts a run at once, owned by the command: it ends with ``cancel()`` or when the command is released. Does nothing if the
  /// run is refused.
  ///
  /// - Returns: A disposable that ends the run.
  @inlinable @discardableResult public func execute(_ input: Input) -> Disposable {
    let execution = Disposable()
    core.run(input, Sink(value: { _ in }, end: { _ in execution.dispose() }), execution)
    return execution
  }

  /// Ends all runs, in the order they started. Callers of ``apply(_:)`` get ``CommandError/cancelled``; ``failures`` stays silent.
  public func cancel() { core.state.cancel() }
}

extension Command where Input == Void {
  /// A run for each observation; see ``apply(_:)``.
  @inlinable public func apply() -> Signal<Output, CommandError<Failure>> { apply(()) }

  /// Starts a run at once; see ``execute(_:)``.
  @inlinable @discardableResult public func execute() -> Disposable { execute(()) }
}

extension Command {
  /// A command with synchronous work: a run gives the result of `work` and completes, or fails with the error that it throws.
  ///
  /// End a closure of several statements without a result with `return`. Otherwise, the compiler expects a signal: *missing return in
  /// closure expected to return 'Signal<Void, Never>'*.
  ///
  ///     let count = MutableProperty(0)
  ///     let increment = Command { count.modify { $0 += 1 } }
  ///     let reset = Command<Void, Void, Never> {
  ///       count.value = 0
  ///       print("reset")
  ///       return
  ///     }
  ///     increment.execute()
  ///     print(count.value)
  ///     // Prints "1"
  ///     reset.execute()
  ///     // Prints "reset"
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

  /// A command with synchronous work, unless there is a reason to refuse. End a closure of several statements without a result
  /// with `return`.
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
