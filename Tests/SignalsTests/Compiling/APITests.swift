import Dispatch
import Signals
import Testing

/// The public names and types, each used once as in client code: a change here is a change for clients.
private struct Boom: Error {}

private func sources() {
  _ = Signal<Int, Boom> { (emitter: Emitter<Int, Boom>) in
    emitter.send(1)
    emitter.fail(Boom())
    emitter.complete()
    _ = emitter.isDisposed
    emitter.disposable.add(Disposable {})
  }
  _ = [
    Signal<Int, Boom>.just(1), .fail(Boom()), .empty, .never, .from([1]), .deferred { .empty }, .result { .success(1) },
  ]
  let pipe: (signal: Signal<Int, Boom>, input: Emitter<Int, Boom>) = Signal<Int, Boom>.pipe()
  let observation: Disposable = pipe.signal.observe { (_: Event<Int, Boom>) in }
  _ = pipe.signal.start() as Disposable
  _ = Signal<Int, Never>.just(1).observeValues { (_: Int) in } as Disposable
  let bag = DisposeBag()
  _ = observation.stored(in: bag) as Disposable
  observation.store(in: bag)
  bag.add(observation)
  bag.dispose()
  observation.dispose()
  _ = observation.isDisposed
}

private func operators(_ s: Signal<Int, Boom>, _ t: Signal<Int, Never>, _ scheduler: any Scheduler) {
  let sameType: [Signal<Int, Boom>] = [
    s.map { $0 }, s.tryMap { value throws(Boom) in value }, s.compactMap { $0 }, s.scan(0, +), s.scan(into: 0, +=),
    s.reduce(0, +),
    s.filter { _ in true }, s.removeDuplicates(by: ==), s.removeDuplicates(), s.prefix(1), s.prefix(while: { $0 < 1 }),
    s.prefix(until: t), s.dropFirst(1), s.drop(while: { $0 < 1 }), s.first(), s.first(where: { $0 > 1 }), s.prepend(1),
    s.ignoreValues(), s.replaceEmpty(with: 1),
    s.merge(with: s), .merge([s, s]), s.concat(s), .concat([s, s]), s.then { s }, s.flatMap { .just($0) },
    s.flatMap(.latest) { .just($0) }, s.flatMap(.limited(2)) { .just($0) }, s.mapError { $0 }, s.catch { .fail($0) },
    s.retry(1), s.retry(1, delay: { (_: Int, _: Boom) in .seconds(1) }, on: scheduler), s.repeat(2), s.doNext { _ in },
    s.doError { _ in }, s.doCompleted {}, s.doFinally {}, s.observe(on: scheduler), s.subscribe(on: scheduler),
    s.delay(.seconds(1), on: scheduler), s.debounce(.seconds(1), on: scheduler), s.throttle(.seconds(1), on: scheduler),
    s.throttle(.seconds(1), latest: false, on: scheduler), s.timeout(.seconds(1), failingWith: Boom(), on: scheduler),
    s.share(), s.share(replay: 1), s.log("name"), s.log("name", to: { (_: String) in }), t.promoteFailure(),
    t.promoteFailure(to: Boom.self),
  ]
  _ = sameType
  _ = s.collect() as Signal<[Int], Boom>
  _ = s.combineLatest(with: s) as Signal<(Int, Int), Boom>
  _ = s.zip(with: s) as Signal<(Int, Int), Boom>
  _ = s.withLatest(from: t) as Signal<(Int, Int), Boom>
  _ = s.catchToValue { _ in 1 } as Signal<Int, Never>
  _ = s.materialize() as Signal<Event<Int, Boom>, Never>
  _ = s.sample(on: t) as Signal<Int, Boom>
  _ = s.combinePrevious() as Signal<(Int, Int), Boom>
  _ = combineLatest(s, s, s) as Signal<(Int, Int, Int), Boom>
  _ = combineLatest(s, s, s, s) as Signal<(Int, Int, Int, Int), Boom>
  _ = zip(s, s, s) as Signal<(Int, Int, Int), Boom>
  _ = zip(s, s, s, s) as Signal<(Int, Int, Int, Int), Boom>
  _ = Signal.combineLatest([s, s]) as Signal<[Int], Boom>
  _ = Signal.zip([s, s]) as Signal<[Int], Boom>
  _ = Signal.timer(every: .seconds(1), on: scheduler) as Signal<Int, Never>
}

private func properties(_ scheduler: any Scheduler) {
  let property = MutableProperty(1)
  _ = Property(constant: 1)
  let derived = Property(initial: 1, then: Signal<Int, Never>.never)
  let any: [any PropertyProtocol<Int>] = [property, derived, property.readOnly]
  _ = any.map { ($0.value, $0.signal, $0.changes) }
  property.value = 2
  _ = property.modify { (value: inout Int) -> String in
    value += 1
    return "\(value)"
  }
  _ = MutableProperty((a: 1, b: "")).lens(\.b) as MutableProperty<String>
  let part: MutableProperty<String> = property.lens(get: { "\($0)" }, set: { $0 = $1.count })
  _ = part.bindTwoWay(to: MutableProperty("")) as Disposable
  _ =
    property.map { $0 }.combine(derived) { $0 + $1 }.flatMap { Property(constant: $0) }.removeDuplicates()
    as Property<Int>
  _ = property.combine(derived, part) { "\($0)\($1)\($2)" } as Property<String>
  _ = property.combine(derived, part, property) { "\($0)\($1)\($2)\($3)" } as Property<String>
  let flag = MutableProperty(true)
  _ = flag.and(flag).or(flag).not as Property<Bool>
}

private func commands(_ target: MutableProperty<Int>) {
  let command = Command<Int, Int, Boom>(enabledIf: Property(constant: true), policy: .latest) { .just($0) }
  let reasoned = Command(unless: MutableProperty<String?>("why"), policy: .concurrent) { target.modify { $0 += 0 } }
  _ = reasoned.disabledReason as Property<String?>
  _ = (command.isEnabled, command.isExecuting) as (Property<Bool>, Property<Bool>)
  _ = command.values as Signal<Int, Never>
  _ = command.failures as Signal<Boom, Never>
  _ = command.completions as Signal<Void, Never>
  _ = command.apply(1) as Signal<Int, CommandError<Boom>>
  _ = command.execute(1) as Disposable
  command.cancel()
  let button = Command<Void, Never, Boom> { .empty }
  _ = button.execute() as Disposable
  let signal = Signal<Int, Never>.just(1)
  _ = signal.bind(to: target) as Disposable
  _ = signal.bind(to: command) as Disposable
  _ = signal.bind(to: target) { (_: MutableProperty<Int>, _: Int) in } as Disposable
  _ = target.bind(to: MutableProperty(0)) as Disposable
  _ = target.bind(to: target) { (_: MutableProperty<Int>, _: Int) in } as Disposable
}

private func schedulers() {
  let all: [any Scheduler] = [
    .immediate, .main, .ui, .queue(DispatchQueue.main), ImmediateScheduler(), DispatchScheduler(.main),
    VirtualTimeScheduler(),
  ]
  for scheduler in all {
    _ = scheduler.now as Duration
    _ = scheduler.schedule {} as Disposable
    _ = scheduler.schedule(after: .seconds(1)) {} as Disposable
  }
  let time = VirtualTimeScheduler()
  _ = time.pending as Int
  time.advance(by: .seconds(1))
  time.run()
}

private func async(_ signal: Signal<Int, Boom>) async throws {
  _ = Signal<Int, Boom>(async: { () async throws(Boom) in 1 })
  _ = try await signal.firstValue() as Int?
  _ = signal.values() as SignalValues<Int, Boom>
  for await _ in Signal<Int, Never>.empty.values() {}
  _ = signal.values(buffering: .bufferingNewest(1))
  _ = Signal.from(async: AsyncStream<Int> { _ in }) as Signal<Int, any Error>
  _ = await Signal<Int, Never>.empty.firstValue() as Int?
}

@Suite struct APITests {
  /// The test passes if this file compiles. It calls functions without outside effects, to show that none traps. It runs on the
  /// main actor, so that no view binding leaves work on the main queue that other tests would wait for.
  @MainActor @Test func everyNameIsThere() {
    let time = VirtualTimeScheduler()
    sources()
    operators(.empty, .empty, time)
    properties(time)
    let target = MutableProperty(0)
    commands(target)
    #expect(target.value == 1)
    #expect(time.pending == 0)
  }
}
