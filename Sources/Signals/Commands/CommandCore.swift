/// The state of a command, and what its runs keep: they never keep the command itself.
final class CommandCore<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  private struct State {
    var running = 0
    /// The scope of the last run, for the policy `latest`.
    var last: Disposable?
    /// What `execute` started.
    var executions = Disposable()
  }
  private let state = Protected(State())
  private let enabledIf: Property<Bool>
  private let policy: Command<Input, Output, Failure>.Policy
  private let work: @Sendable (Input) -> Signal<Output, Failure>

  /// Two roots that change together and notify one after the other, which gives the order of the flags.
  let isExecuting = PropertyRoot(false)
  let isFree = PropertyRoot(true)

  let values = Signal<Output, Never>.pipe()
  let failures = Signal<Failure, Never>.pipe()
  let completions = Signal<Void, Never>.pipe()

  init(
    enabledIf: Property<Bool>, policy: Command<Input, Output, Failure>.Policy,
    _ work: @escaping @Sendable (Input) -> Signal<Output, Failure>
  ) {
    self.enabledIf = enabledIf
    self.policy = policy
    self.work = work
  }

  /// One run, if it is not refused.
  func run(_ input: Input, _ sink: @escaping Sink<Output, CommandError<Failure>>, _ scope: Disposable) {
    let run = Disposable()
    guard begin(run) else { return sink(.failed(.disabled)) }
    // Disposed, the work is torn down first, and then the command becomes idle.
    let running = Disposable()
    let ending = CommandRun { self.end(run) }
    run.add(running)
    run.add(Disposable { ending.disposed() })
    scope.add(run)
    defer { ending.started() }
    if running.isDisposed { return }
    work(input).run(
      { event in
        if running.isDisposed { return }
        switch event {
        case .value(let value):
          sink(.value(value))
          self.values.input.send(value)
        case .failed(let failure):
          ending.terminated()
          sink(.failed(.failed(failure)))
          run.dispose()
          self.failures.input.send(failure)
        case .completed:
          ending.terminated()
          sink(.completed)
          run.dispose()
          self.completions.input.send(())
        }
      }, running)
  }

  /// Lets `execution` end with `cancel`.
  func own(_ execution: Disposable) {
    state.withLock { $0.executions }.add(execution)
  }

  /// Ends what is owned.
  func cancel() {
    let executions = state.withLock { state in
      defer { state.executions = Disposable() }
      return state.executions
    }
    executions.dispose()
  }

  /// The command has gone: ends what it owns and completes its signals.
  func finish() {
    cancel()
    isExecuting.complete()
    isFree.complete()
    values.input.complete()
    failures.input.complete()
    completions.input.complete()
  }

  private func begin(_ run: Disposable) -> Bool {
    guard enabledIf.value else { return false }
    let begun = state.withLock { state -> (flags: Flags?, previous: Disposable?)? in
      if policy == .exclusive, state.running > 0 { return nil }
      state.running += 1
      let previous = policy == .latest ? state.last : nil
      state.last = run
      return (state.running == 1 ? stage(isExecuting: true) : nil, previous)
    }
    guard let begun else { return false }
    begun.flags?.deliver()
    begun.previous?.dispose()
    return true
  }

  private func end(_ run: Disposable) {
    let flags = state.withLock { state -> Flags? in
      state.running -= 1
      if state.last === run { state.last = nil }
      return state.running == 0 ? stage(isExecuting: false) : nil
    }
    flags?.deliver()
  }

  /// Both flags, changed together under the lock and delivered one after the other outside it.
  private struct Flags {
    let isExecuting: PropertyRoot<Bool>.Staged
    let isFree: PropertyRoot<Bool>.Staged

    func deliver() {
      isExecuting.deliver()
      isFree.deliver()
    }
  }

  private func stage(isExecuting: Bool) -> Flags {
    Flags(
      isExecuting: self.isExecuting.stage(isExecuting),
      isFree: isFree.stage(!isExecuting || policy != .exclusive))
  }
}
