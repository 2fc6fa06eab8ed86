import Signals
import SignalsTesting

/// A graph as signals, observed once under virtual time.
struct GraphRun {
  /// The way in which the observation is ended from outside.
  enum Disposal: Equatable, Sendable {
    case none
    case at(Int)
    /// By the observer itself, inside the value of that number, counted from 1.
    case afterValues(Int)
  }
  private typealias Numbers = Signal<Int, MarbleFailure>

  private let time = VirtualTimeScheduler()
  private let lines: [Timeline]
  private let pipes: [(signal: Signal<Int, MarbleFailure>, input: Emitter<Int, MarbleFailure>)]

  init(pipes lines: [Timeline]) {
    self.lines = lines
    pipes = lines.map { _ in Numbers.pipe() }
    for (line, pipe) in zip(lines, pipes) { send(line) { pipe.input.emit($0) } }
  }

  /// The objects and timers left after an observation.
  struct Left: Equatable {
    var timers = 0
    var isObserverKept = false
  }

  /// The delivered events, and the rest that is left.
  func observe(_ graph: Graph, _ disposal: Disposal, echoes: Bool) -> (line: Timeline, left: Left) {
    weak var observer: Held?
    let (line, timers) = {
      let held = Held()
      observer = held
      return observe(graph, disposal, echoes: echoes, holding: held)
    }()
    return (line, Left(timers: timers, isObserverKept: observer != nil))
  }

  private func observe(
    _ graph: Graph, _ disposal: Disposal, echoes: Bool, holding held: Held
  ) -> (line: Timeline, timers: Int) {
    let result = MutableProperty(Timeline()), scope = Disposable(), echo = Numbers.pipe()
    let observed = echoes ? echo.signal.merge(with: signal(graph)) : signal(graph)
    if case .at(let moment) = disposal { time.schedule(after: .nanoseconds(moment)) { scope.dispose() } }
    scope.add(
      observed.observe { [time] event in
        let now = time.moment
        result.modify { result in
          switch event {
          case .value(let value): result.values.append(.init(time: now, value: value))
          case .failed: result.end = .failed(now)
          case .completed: result.end = .completed(now)
          }
        }
        if echoes, let answer = event.value.flatMap(Timeline.echo) { echo.input.send(answer) }
        if disposal == .afterValues(result.value.values.count) { scope.dispose() }
        withExtendedLifetime(held) {}
      })
    var left = 0
    repeat {
      guard scope.isDisposed || result.value.end != nil, time.nextDue.map({ $0 > time.now }) ?? true else { continue }
      left = max(left, time.pending - ofOthers(disposal))
    } while time.runNext()
    // An answering observer holds the input that it sends to.
    scope.dispose()
    return (result.value, left)
  }

  /// The number of timers that do not belong to the observation.
  private func ofOthers(_ disposal: Disposal) -> Int {
    let now = time.moment
    var count = lines.reduce(0) { $0 + $1.times.count { $0 > now } }
    if case .at(let moment) = disposal, moment > now { count += 1 }
    return count
  }

  /// Schedules the events of a line; returns a disposable that drops them.
  @discardableResult private func send(
    _ line: Timeline, _ emit: @escaping @Sendable (Event<Int, MarbleFailure>) -> Void
  ) -> Disposable {
    let timers = Disposable()
    func schedule(_ event: Event<Int, MarbleFailure>, _ moment: Int) {
      timers.add(time.schedule(after: .nanoseconds(moment)) { emit(event) })
    }
    for value in line.values { schedule(.value(value.value), value.time) }
    switch line.end {
    case .completed(let moment): schedule(.completed, moment)
    case .failed(let moment): schedule(.failed(MarbleFailure()), moment)
    case nil: break
    }
    return timers
  }

  // MARK: - Graphs as signals

  private func signal(_ graph: Graph) -> Signal<Int, MarbleFailure> {
    switch graph {
    case .leaf(let leaf): signal(leaf)
    case .unary(let unary, let child): signal(unary, signal(child))
    case .binary(let binary, let first, let second): signal(binary, signal(first), signal(second))
    case .flatMap(let kind, let outer, let inner):
      signal(outer).flatMap(kind.strategy) { value in self.signal(inner[Int(value.magnitude % UInt(inner.count))]) }
    }
  }

  private func signal(_ leaf: Graph.Leaf) -> Signal<Int, MarbleFailure> {
    switch leaf {
    case .just(let value): .just(value)
    case .empty: .empty
    case .fail: .fail(MarbleFailure())
    case .never: .never
    case .from(let values): .from(values)
    case .hot(let index): pipes[index].signal
    case .cold(let line): Signal { emitter in emitter.disposable.add(send(line) { emitter.emit($0) }) }
    }
  }

  private func signal(_ unary: Graph.Unary, _ child: Signal<Int, MarbleFailure>) -> Signal<Int, MarbleFailure> {
    switch unary {
    case .map: child.map { $0 &* 2 &+ 1 }
    case .filter: child.filter { $0 % 2 == 0 }
    case .scan: child.scan(0) { $0 &+ $1 }
    case .reduce: child.reduce(0) { $0 &+ $1 }
    case .removeDuplicates: child.removeDuplicates()
    case .ignoreValues: child.ignoreValues()
    case .share: child.share()
    case .observeOn(let delay): child.observe(on: LateScheduler(time: time, delay: .nanoseconds(delay)))
    case .prefix(let count): child.prefix(count)
    case .prefixWhile(let bound): child.prefix { $0 < bound }
    case .dropFirst(let count): child.dropFirst(count)
    case .prepend(let value): child.prepend(value)
    case .replaceEmpty(let value): child.replaceEmpty(with: value)
    case .catchToValue(let value): child.catchToValue { _ in value }.promoteFailure()
    case .retry(let count): child.retry(count)
    case .repeated(let count): child.repeat(count)
    case .delay(let delay): child.delay(.nanoseconds(delay), on: time)
    case .debounce(let quiet): child.debounce(.nanoseconds(quiet), on: time)
    case .throttle(let window, let latest): child.throttle(.nanoseconds(window), latest: latest, on: time)
    case .timeout(let limit): child.timeout(.nanoseconds(limit), failingWith: MarbleFailure(), on: time)
    }
  }

  private func signal(
    _ binary: Graph.Binary, _ first: Signal<Int, MarbleFailure>, _ second: Signal<Int, MarbleFailure>
  ) -> Signal<Int, MarbleFailure> {
    let other: Signal<Int, Never> = second.catch { _ in .empty }
    return switch binary {
    case .merge: first.merge(with: second)
    case .concat: first.concat(second)
    case .combineLatest: first.combineLatest(with: second).map { $0 &* 3 &+ $1 }
    case .zip: first.zip(with: second).map { $0 &* 3 &+ $1 }
    case .withLatest: first.withLatest(from: other).map { $0 &* 3 &+ $1 }
    case .prefixUntil: first.prefix(until: other)
    case .caught: first.catch { _ in second }
    }
  }
}

extension Graph.Flattening {
  fileprivate var strategy: FlattenStrategy {
    switch self {
    case .merge: .merge
    case .concat: .concat
    case .latest: .latest
    case .first: .first
    case .limited: .limited(2)
    }
  }
}

extension VirtualTimeScheduler {
  /// The time in nanoseconds.
  fileprivate var moment: Int {
    let (seconds, attoseconds) = now.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}

/// Runs all work after a delay.
private struct LateScheduler: Scheduler {
  let time: VirtualTimeScheduler
  let delay: Duration

  var now: Duration { time.now }

  func schedule(_ work: @escaping @Sendable () -> Void) -> Disposable { time.schedule(after: delay, work) }

  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> Disposable {
    time.schedule(after: self.delay + delay, work)
  }
}
