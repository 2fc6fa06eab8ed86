// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names of other libraries, so that the compiler answers with the name here; none can be called. Signals.docc/Migrating has
// them in tables. Types and the operator `<~` are missing: they would be ambiguous where the other
// library is imported, too.

extension PropertyProtocol {
  @available(*, unavailable, renamed: "value") public func accept(_ value: Value) {}
  @available(*, unavailable, renamed: "signal") public var producer: Signal<Value, Never> { signal }
  @available(*, unavailable, renamed: "removeDuplicates()") public func skipRepeats() -> Property<Value> { asProperty }
  @available(*, unavailable, message: "use 'Property.combineLatest(a, b) { ($0, $1) }'")
  public func combineLatest<P: PropertyProtocol>(with b: P) -> Property<(Value, P.Value)> { map { ($0, b.value) } }
}

extension Emitter {
  @available(*, unavailable, renamed: "send(_:)") public func onNext(_ value: Value) {}
  @available(*, unavailable, renamed: "send(_:)") public func send(value: Value) {}
  @available(*, unavailable, renamed: "fail(_:)") public func onError(_ failure: Failure) {}
  @available(*, unavailable, renamed: "fail(_:)") public func send(error: Failure) {}
  @available(*, unavailable, renamed: "complete()") public func onCompleted() {}
  @available(*, unavailable, renamed: "complete()") public func sendCompleted() {}
}

extension Command {
  @available(*, unavailable, renamed: "failures") public var errors: Signal<Failure, Never> { failures }
  @available(*, unavailable, renamed: "completions") public var completed: Signal<Void, Never> { completions }
}

@available(*, unavailable, renamed: "stored(in:)") extension Disposable {
  public func store(in bag: DisposeBag) {}
  public func store<S>(in set: inout S) {}
  public func disposed(by bag: DisposeBag) {}
}

@available(*, unavailable, renamed: "observeValues(_:)") extension Signal {
  public func sink(receiveValue: (Value) -> Void) -> Disposable { start() }
  public func startWithValues(_ observer: (Value) -> Void) -> Disposable { start() }
  public func subscribe(onNext: (Value) -> Void) -> Disposable { start() }
}

@available(*, unavailable, renamed: "observe(_:)") extension Signal {
  public func sink(receiveCompletion: (Any) -> Void, receiveValue: (Value) -> Void) -> Disposable { start() }
  public func start(_ observer: (Event<Value, Failure>) -> Void) -> Disposable { start() }
}

@available(*, unavailable, message: "use 'flatMap', with a strategy such as '.latest'") extension Signal {
  public func concatMap<T>(_ transform: (Value) -> Signal<T, Failure>) -> Signal<T, Failure> { .empty }
  public func flatMapFirst<T>(_ transform: (Value) -> Signal<T, Failure>) -> Signal<T, Failure> { .empty }
  public func flatMapLatest<T>(_ transform: (Value) -> Signal<T, Failure>) -> Signal<T, Failure> { .empty }
  public func switchToLatest<T, F>() -> Signal<T, F> where Value == Signal<T, F> { .empty }
}

extension Signal {
  @available(*, unavailable, message: "use 'bind(to: target) { $0.text = $1 }'")
  public func assign<T>(to part: ReferenceWritableKeyPath<T, Value>, on target: T) -> Disposable { start() }
  @available(*, unavailable, message: "use 'observe(on: .ui)'") public func asDriver() -> Self { self }
  @available(*, unavailable, message: "use 'observe(on: .ui)'") public func observeForUI() -> Self { self }
  @available(*, unavailable, renamed: "observe(on:)") public func receive<S>(on scheduler: S) -> Self { self }
  @available(*, unavailable, renamed: "observe(on:)") public func receive(on scheduler: any Scheduler) -> Self { self }
  @available(*, unavailable, renamed: "removeDuplicates()") public func distinctUntilChanged() -> Self { self }
  @available(*, unavailable, renamed: "removeDuplicates()") public func skipRepeats() -> Self { self }
  @available(*, unavailable, message: "use 'compactMap { $0 }'")
  public func skipNil<T>() -> Signal<T, Failure> where Value == T? { .empty }
  @available(*, unavailable, renamed: "prefix(_:)") public func take(_ count: Int) -> Self { self }
  @available(*, unavailable, renamed: "prefix(_:)") public func take(first count: Int) -> Self { self }
  @available(*, unavailable, renamed: "prefix(while:)") public func take(while test: (Value) -> Bool) -> Self { self }
  @available(*, unavailable, renamed: "prefix(until:)") public func take<S>(until trigger: S) -> Self { self }
  @available(*, unavailable, renamed: "prefix(until:)") public func prefix<S>(untilOutputFrom other: S) -> Self { self }
  @available(*, unavailable, renamed: "dropFirst(_:)") public func skip(_ count: Int) -> Self { self }
  @available(*, unavailable, renamed: "dropFirst(_:)") public func skip(first count: Int) -> Self { self }
  @available(*, unavailable, renamed: "drop(while:)") public func skip(while test: (Value) -> Bool) -> Self { self }
  @available(*, unavailable, renamed: "prepend(_:)") public func startWith(_ value: Value) -> Self { self }
  @available(*, unavailable, renamed: "replaceEmpty(with:)") public func ifEmpty(default value: Value) -> Self { self }
  @available(*, unavailable, renamed: "ignoreValues()") public func ignoreElements() -> Self { self }
  @available(*, unavailable, renamed: "ignoreValues()") public func ignoreOutput() -> Self { self }
  @available(*, unavailable, renamed: "collect()") public func toArray() -> Signal<[Value], Failure> { collect() }
  @available(*, unavailable, renamed: "concat(_:)") public func append(_ next: Self) -> Self { self }
  @available(*, unavailable, renamed: "withLatest(from:)")
  public func withLatestFrom<T>(_ other: Signal<T, Never>) -> Signal<(Value, T), Failure> { withLatest(from: other) }
  @available(*, unavailable, message: "use 'Signal.combineLatest(a, b) { ($0, $1) }'")
  public func combineLatest<T>(with other: Signal<T, Failure>) -> Signal<(Value, T), Failure> { .empty }
  @available(*, unavailable, message: "use 'Signal.zip(a, b) { ($0, $1) }'")
  public func zip<T>(with other: Signal<T, Failure>) -> Signal<(Value, T), Failure> { .empty }
  @available(*, unavailable, message: "use 'Signal.merge(a, b)'") public func merge(with other: Self) -> Self { self }
  @available(*, unavailable, renamed: "share(replay:once:)") public func replayLazily(upTo count: Int) -> Self { self }
  @available(*, unavailable, renamed: "share(replay:once:)") public func share(replay: Int, scope: Scope) -> Self {
    self
  }
  @available(*, unavailable) public enum Scope { case whileConnected, forever }
  @available(*, unavailable, renamed: "catch(_:)")
  public func flatMapError<F>(_ handler: (Failure) -> Signal<Value, F>) -> Signal<Value, F> { .empty }
  @available(*, unavailable, renamed: "mapFailure(_:)")
  public func mapError<F>(_ transform: (Failure) -> F) -> Signal<Value, F> { .empty }
  @available(*, unavailable, renamed: "catchToValue(_:)")
  public func replaceError(with value: Value) -> Signal<Value, Never> { .empty }
  @available(*, unavailable, renamed: "catchToValue(_:)")
  public func catchAndReturn(_ value: Value) -> Signal<Value, Never> { .empty }
  @available(*, unavailable, renamed: "tryMap(_:)")
  public func attemptMap<T>(_ transform: (Value) throws -> T) -> Signal<T, Failure> { .empty }
  @available(*, unavailable, renamed: "promoteFailure(to:)")
  public func promoteError<F>(_ type: F.Type = F.self) -> Signal<Value, F> { .empty }
  @available(*, unavailable, renamed: "promoteFailure(to:)")
  public func setFailureType<F>(to type: F.Type) -> Signal<Value, F> { .empty }
  @available(*, unavailable, renamed: "retry(_:)") public func retry(upTo count: Int) -> Self { self }
  @available(*, unavailable, renamed: "doValue(_:)") public func `do`(onNext: (Value) -> Void) -> Self { self }
  @available(*, unavailable, renamed: "doValue(_:)") public func doOnNext(_ body: (Value) -> Void) -> Self { self }
  @available(*, unavailable, renamed: "doValue(_:)") public func on(value: (Value) -> Void) -> Self { self }
  @available(*, unavailable, renamed: "doValue(_:)")
  public func handleEvents(receiveOutput: (Value) -> Void) -> Self { self }
  @available(*, unavailable, renamed: "log(_:)") public func debug() -> Self { self }
  @available(*, unavailable, renamed: "log(_:)") public func logEvents() -> Self { self }
  @available(*, unavailable, message: "a signal has one type, so nothing is erased: drop the call")
  public func eraseToAnyPublisher() -> Self { self }
}
