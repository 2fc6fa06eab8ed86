/// Work that a user can start, with its state: what a button is bound to.
///
///     let save = Command(unless: form.problem) { interactor.save(form.value) }
///     save.isExecuting.bind(to: spinner) { $0.isShown = $1 }.stored(in: bag)
///     save.failures.observeValues { show($0) }
///     save.execute()
///
/// `isEnabled == enabledIf && (policy != .exclusive || nothing runs)`. A run goes: `isExecuting` becomes true and
/// `isEnabled` false; the work starts; its values go to the caller, then to ``values``; at the end the command is idle
/// again first, then the caller gets the end, and then ``completions`` or ``failures`` do. Where a run is refused, only the
/// caller of ``apply(_:)`` is notified.
public final class Command<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  /// The rule for an execution while another is running.
  public typealias Policy = CommandPolicy

  /// Whether an execution would start now.
  public var isEnabled: Property<Bool> { core.state.isEnabled }
  /// Whether anything runs.
  public var isExecuting: Property<Bool> { core.state.isExecuting }

  /// Why it may not run, for its user; nil while it may, and while it is only busy. Always nil for a command that was made with
  /// `enabledIf:`, which gives no reason.
  public var disabledReason: Property<String?> { core.state.disabledReason }

  /// Whether it is refused because something runs: it never is where executions may run beside each other.
  package var isBusy: Bool { core.state.isBusy }

  /// Whether anything runs: what `isExecuting` has, without making it.
  package var isUnderWay: Bool { core.state.isUnderWay }

  @usableFromInline let core: CommandCore<Input, Output, Failure>

  /// Disposed when the command goes: what is bound to it ends.
  var lifetime: Disposable { bindings.disposable }
  private let bindings = LazyReference<Disposable>()

  private init(_ state: CommandState, _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>) {
    core = CommandCore(state, work)
  }

  /// A command that does `work`.
  ///
  /// - Parameters:
  ///   - enabledIf: whether it can be executed; always, if not given.
  ///   - policy: what happens to an execution while another is running.
  ///   - work: makes the signal of one run. Not called for a refused execution.
  public convenience init<Condition: PropertyProtocol<Bool>>(
    enabledIf: Condition = Property<Bool>.isTrue, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>
  ) {
    self.init(CommandState(enabledIf: enabledIf.asProperty, policy: policy), work)
  }

  /// A command that does `work`, unless there is a reason not to.
  ///
  ///     let name = MutableProperty("")
  ///     let isMissing = name.map { $0.isEmpty ? "name is empty" : nil }
  ///     let greet = Command<Void, String, Never>(unless: isMissing) { .just("Hello, \(name.value)!") }
  ///     print(greet.isEnabled.value, greet.disabledReason.value ?? "")
  ///     // Prints "false name is empty"
  ///
  /// - Parameters:
  ///   - reason: why it cannot be executed, for its user; nil while it can. It is the command's ``disabledReason``.
  ///   - policy: what happens to an execution while another is running.
  ///   - work: makes the signal of one run. Not called for a refused execution.
  public convenience init<Reason: PropertyProtocol<String?>>(
    unless reason: Reason, policy: Policy = .exclusive,
    _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>
  ) {
    self.init(CommandState(unless: reason.asProperty, policy: policy), work)
  }

  deinit {
    bindings.dispose()
    core.finish()
  }

  /// The values of all runs. Completes when the command goes.
  public var values: Signal<Output, Never> { core.values { Subject() }.hotSignal }
  /// Why runs failed. Completes when the command goes.
  public var failures: Signal<Failure, Never> { core.failures { Subject() }.hotSignal }
  /// One value for each run that completed. Completes when the command goes.
  public var completions: Signal<Void, Never> { core.completions { Subject() }.hotSignal }

  /// A run for each observation, owned by the observer: disposing it ends the run. Fails with
  /// ``CommandError/disabled`` where it is refused.
  @inlinable public func apply(_ input: Input) -> Signal<Output, CommandError<Failure>> {
    Signal(work: { [core] value, end, scope in
      core.run(input, isOwned: false, Sink(value: value, end: end), scope)
    })
  }

  /// Starts a run at once, owned by the command: it ends with ``cancel()`` or when the command goes. Does nothing where
  /// it is refused.
  ///
  /// - Returns: What ends the run.
  @inlinable @discardableResult public func execute(_ input: Input) -> Disposable {
    let execution = Disposable()
    core.run(input, isOwned: true, Sink(value: { _ in }, end: { _ in execution.dispose() }), execution)
    return execution
  }

  /// Ends what ``execute(_:)`` started. Runs of ``apply(_:)`` belong to their observers and go on.
  public func cancel() { core.state.cancel() }
}

extension Command where Input == Void {
  /// A run for each observation; see ``apply(_:)``.
  @inlinable public func apply() -> Signal<Output, CommandError<Failure>> { apply(()) }

  /// Starts a run at once; see ``execute(_:)``.
  @inlinable @discardableResult public func execute() -> Disposable { execute(()) }
}

/// The rule for an execution of a ``Command`` while another is running.
public enum CommandPolicy: Sendable {
  /// It is refused: busy means disabled.
  case exclusive
  /// It disposes the one before.
  case latest
  /// It runs beside the others.
  case concurrent
}

/// Why a run ended early.
public enum CommandError<Failure: Error>: Error {
  /// It was refused: the command was disabled or busy.
  case disabled
  /// The work failed.
  case failed(Failure)
}

extension CommandError: Equatable where Failure: Equatable {}
extension CommandError: Hashable where Failure: Hashable {}
