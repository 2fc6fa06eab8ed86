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

  /// A command whose work is a signal.
  ///
  ///     let name = MutableProperty("")
  ///     let isMissing = name.map { $0.isEmpty ? "name is empty" : nil }
  ///     let greet = Command<Void, String, Never>(unless: isMissing) {
  ///       .just("Hello, \(name.value)!")
  ///     }
  ///     print(greet.isEnabled.value, greet.disabledReason.value ?? "")
  ///     // Prints "false name is empty"
  ///
  /// - Parameters:
  ///   - enabledIf: whether it can be executed; always true by default.
  ///   - reason: the reason the command is disabled, for the user; nil while it is enabled. Becomes ``disabledReason``.
  ///   - policy: the rule for an execution during another run.
  ///   - work: creates the signal of one run. Not called for a refused execution.
  public init<Condition: PropertyProtocol<Bool>, Reason: PropertyProtocol<String?>>(
    enabledIf: Condition = Property<Bool>.isTrue, unless reason: Reason = Property<String?>.noReason,
    policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>
  ) { core = CommandCore(CommandState(enabledIf.asProperty, reason.asProperty, policy), work) }

  /// A command that is enabled while a property has a value. Its work gets exactly the value that has enabled the run.
  ///
  ///     let user = MutableProperty<String?>("Ann")
  ///     let echo = Command<Void, String, Never>(unwrapping: user) { .just($0) }
  ///
  /// - Parameters:
  ///   - source: the property; nil disables the command.
  ///   - policy: the rule for an execution during another run.
  ///   - work: creates the signal of one run from the value and the input. Not called for a refused execution.
  public init<Value: Sendable, Source: PropertyProtocol<Value?>>(
    unwrapping source: Source, policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Value, Input) -> Signal<Output, Failure>
  ) {
    let source = source.asProperty
    let unwrap = { @Sendable (input: Input) in
      source.value.map { value in Signal<Output, Failure>.deferred { work(value, input) } }
    }
    core = CommandCore(CommandState(source.map { $0 != nil }, .noReason, policy), unwrap: unwrap)
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
  /// A command that is enabled while a property has a value, which its work gets.
  public convenience init<Value: Sendable, Source: PropertyProtocol<Value?>>(
    unwrapping source: Source, policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) { self.init(unwrapping: source, policy: policy) { value, _ in work(value) } }

  /// A run for each observation; see ``apply(_:)``.
  @inlinable public func apply() -> Signal<Output, CommandError<Failure>> { apply(()) }

  /// Starts a run at once; see ``execute(_:)``.
  @inlinable @discardableResult public func execute() -> Disposable { execute(()) }
}

extension Command {
  /// A command with synchronous work: a run gives the result of `work` and completes, or fails with the error that it throws.
  ///
  ///     let count = MutableProperty(0)
  ///     let increment = Command.sync { count.modify { $0 += 1 } }
  ///     increment.execute()
  ///     print(count.value)
  ///     // Prints "1"
  ///
  /// The parameters are those of ``init(enabledIf:unless:policy:_:)``.
  @_disfavoredOverload  // A closure with a signal is one of the mistakes below.
  public static func sync<Condition: PropertyProtocol<Bool>, Reason: PropertyProtocol<String?>>(
    enabledIf: Condition = Property<Bool>.isTrue, unless reason: Reason = Property<String?>.noReason,
    policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) -> Command {
    Command(enabledIf: enabledIf, unless: reason, policy: policy) { input in
      do throws(Failure) { return .just(try work(input)) } catch { return .fail(error) }
    }
  }

  // MARK: Mistakes, each an error with a message, so none of these runs

  // The compiler prefers a closure that drops its result to an unavailable function, so these are available. A call is an
  // error because no code is isolated to their actor; nor may code wait for it, because they are `noasync`.

  /// A mistake, with a message.
  @NothingObservesTheSignal
  @available(*, noasync, message: "nothing would observe the closure's signal; write 'Command { … }' without 'sync'")
  @available(*, deprecated, message: "nothing would observe the closure's signal; write 'Command { … }' without 'sync'")
  public static func sync<V, F>(
    enabledIf: Any? = nil, unless: Any? = nil, policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Signal<V, F>
  ) -> Command { fatalError() }

  /// The same mistake where nothing says which values the command has.
  @NothingObservesTheSignal
  @available(*, noasync, message: "nothing would observe the closure's signal; write 'Command { … }' without 'sync'")
  @available(*, deprecated, message: "nothing would observe the closure's signal; write 'Command { … }' without 'sync'")
  public static func sync<V, F>(
    enabledIf: Any? = nil, unless: Any? = nil, policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) -> Command where Output == Signal<V, F> { fatalError() }

  /// A mistake, with a message.
  @available(*, unavailable, message: "the signal's types differ from the command's; write 'map' or 'mapFailure'")
  public convenience init<V, F>(
    enabledIf: Any? = nil, unless: Any? = nil, policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Input) -> Signal<V, F>
  ) { fatalError() }

  /// A mistake, with a message.
  @_disfavoredOverload  // The message about the signal is better.
  @available(*, unavailable, message: "the closure must return a signal; write 'Command.sync { … }' for other work")
  public convenience init(
    enabledIf: Any? = nil, unless: Any? = nil, policy: CommandPolicy = .exclusive,
    _ work: @escaping @Sendable (Input) throws(Failure) -> Output
  ) { fatalError() }
}

/// Isolates calls that are mistakes. No code runs on it.
@globalActor public actor NothingObservesTheSignal {
  /// The actor.
  public static let shared = NothingObservesTheSignal()
}
