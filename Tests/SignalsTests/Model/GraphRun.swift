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
  private typealias Numbers = Graph.Numbers

  let time = VirtualTimeScheduler()
  private let lines: [Timeline]
  let pipes: [(signal: Signal<Int, MarbleFailure>, input: Emitter<Int, MarbleFailure>)]

  init(pipes lines: [Timeline]) {
    self.lines = lines
    pipes = lines.map { _ in Numbers.pipe() }
    for (line, pipe) in zip(lines, pipes) { send(line) { pipe.input.emit($0) } }
  }

  /// The delivered events, and a description of the rest that is left; nil if nothing is.
  func observe(_ graph: Graph, _ disposal: Disposal, echoes: Bool) -> (line: Timeline, left: String?) {
    var line = Timeline(), timers = 0
    let isReleased = isReleased { (line, timers) = observe(graph, disposal, echoes: echoes, holding: $0) }
    return (line, timers == 0 && isReleased ? nil : "\(timers) timers, and the observer: \(!isReleased)")
  }

  private func observe(_ graph: Graph, _ disposal: Disposal, echoes: Bool, holding held: Held) -> (Timeline, Int) {
    let result = MutableProperty(Timeline()), scope = Disposable(), echo = Numbers.pipe()
    let observed = echoes ? Signal.merge(echo.signal, graph.signal(in: self)) : graph.signal(in: self)
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
  @discardableResult func send(
    _ line: Timeline, _ emit: @escaping @Sendable (Event<Int, MarbleFailure>) -> Void
  ) -> Disposable {
    let timers = Disposable()
    let end: Event<Int, MarbleFailure> = line.completion == nil ? .failed(MarbleFailure()) : .completed
    let events = line.values.map { Event<Int, MarbleFailure>.value($0.value) } + (line.end == nil ? [] : [end])
    for (event, moment) in zip(events, line.times) {
      timers.add(time.schedule(after: .nanoseconds(moment)) { emit(event) })
    }
    return timers
  }
}

extension VirtualTimeScheduler {
  /// The time in nanoseconds.
  fileprivate var moment: Int {
    let (seconds, attoseconds) = now.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
