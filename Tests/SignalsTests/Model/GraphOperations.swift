import Signals
import SignalsTesting

// MARK: - Sources

extension Graph.Operation {
  typealias Numbers = Graph.Numbers

  private static func source(_ name: String, _ signal: Numbers, _ meaning: @escaping @Sendable (Int) -> Timeline)
    -> Self
  {
    Self(name: name, signal: { _, _ in signal }, meaning: { _, _, start in meaning(start) })
  }

  static let empty = source("empty", .empty) { Timeline(end: .completed($0)) }
  static let fail = source("fail", .fail(MarbleFailure())) { Timeline(end: .failed($0)) }
  static let never = source("never", .never) { _ in Timeline() }

  static func just(_ value: Int) -> Self {
    source("just(\(value))", .just(value)) {
      Timeline(values: [.init(time: $0, value: value)], end: .completed($0))
    }
  }

  static func from(_ values: [Int]) -> Self {
    source("from(\(values))", .from(values)) { start in
      Timeline(values: values.map { .init(time: start, value: $0) }, end: .completed(start))
    }
  }

  /// Events at times after the start of each observation.
  static func cold(_ line: Timeline) -> Self {
    Self(
      name: "cold(\(line))",
      signal: { run, _ in Signal { emitter in emitter.disposable.add(run.send(line) { emitter.emit($0) }) } },
      meaning: { _, _, start in line.shifted(by: start) })
  }

  /// A pipe, by number: its events come with or without an observation.
  static func hot(_ index: Int) -> Self {
    Self(name: "pipe \(index)", signal: { run, _ in run.pipes[index].signal }) { prediction, _, start in
      let line = prediction.pipes[index]
      if line.end?.time == start { prediction.isDoubtful = true }
      return switch line.end {
      case .completed(let time)? where time <= start: Timeline(end: .completed(start))
      case .failed(let time)? where time <= start: Timeline(end: .failed(start))
      case let end: Timeline(values: line.values.filter { $0.time > start }, end: end)
      }
    }
  }
}

// MARK: - One input

extension Graph.Operation {
  /// An operator that is observed once. Its meaning gets the time of the observation, too.
  private static func of(
    _ name: String, _ signal: @escaping @Sendable (Numbers, VirtualTimeScheduler) -> Numbers,
    _ meaning: @escaping @Sendable (inout Timeline, _ start: Int) -> Void
  ) -> Self {
    Self(name: name, signal: { run, inputs in signal(inputs[0](), run.time) }) { _, inputs, start in
      var line = inputs[0](start)
      meaning(&line, start)
      return line
    }
  }

  /// An operator that runs its source again after an end that goes on.
  private static func again(
    _ name: String, _ count: Int, _ signal: @escaping @Sendable (Numbers) -> Numbers,
    while goesOn: @escaping @Sendable (Timeline.End) -> Bool
  ) -> Self {
    Self(name: name, signal: { signal($1[0]()) }) { _, inputs, start in
      (0..<count).reduce(inputs[0](start)) { line, _ in line.followed { goesOn($0) ? inputs[0]($0.time) : nil } }
    }
  }

  static func unary(_ number: (Int) -> Int, _ time: () -> Int) -> Self {
    switch number(20) {
    case 0: return of("map", { s, _ in s.map { $0 &* 2 &+ 1 } }) { line, _ in line.map { $0 &* 2 &+ 1 } }
    case 1:
      return of("filter", { s, _ in s.filter { $0 % 2 == 0 } }) { line, _ in line.values.removeAll { $0.value % 2 != 0 }
      }
    case 2:
      return of("scan", { s, _ in s.scan(0) { $0 &+ $1 } }) { line, _ in
        var sum = 0
        line.map { value in
          sum &+= value
          return sum
        }
      }
    case 3:
      return of("reduce", { s, _ in s.reduce(0) { $0 &+ $1 } }) { line, _ in
        let sum = line.values.reduce(0) { $0 &+ $1.value }
        line.values = line.completion.map { [.init(time: $0, value: sum)] } ?? []
      }
    case 4:
      return of("removeDuplicates", { s, _ in s.removeDuplicates() }) { line, _ in
        let all = line.values
        line.values = all.indices.filter { $0 == 0 || all[$0].value != all[$0 - 1].value }.map { all[$0] }
      }
    case 5: return of("ignoreValues", { s, _ in s.ignoreValues() }) { line, _ in line.values = [] }
    case 6: return of("share", { s, _ in s.share() }) { _, _ in }
    case 7:
      let delay = time()
      return of(
        "observe(on: \(delay) later)",
        { s, time in s.observe(on: ChangedTime(time: time) { $0.schedule(after: $1 + .nanoseconds(delay), $2) }) }
      ) { line, _ in line = line.inBatches(delay) }
    case 8:
      let count = number(3)
      return Self(name: "prefix(\(count))", signal: { $1[0]().prefix(count) }) { _, inputs, start in
        // The signal is not observed at all.
        if count == 0 { return Timeline(end: .completed(start)) }
        let line = inputs[0](start)
        return line.values.count < count ? line : line.cut(before: count, endingWith: count - 1)
      }
    case 9:
      let bound = number(6)
      return of("prefix(while: < \(bound))", { s, _ in s.prefix { $0 < bound } }) { line, _ in
        if let end = line.values.firstIndex(where: { $0.value >= bound }) {
          line = line.cut(before: end, endingWith: end)
        }
      }
    case 10:
      let count = number(3)
      return of("dropFirst(\(count))", { s, _ in s.dropFirst(count) }) { line, _ in
        line.values.removeFirst(min(count, line.values.count))
      }
    case 11:
      let value = number(6)
      return of("prepend(\(value))", { s, _ in s.prepend(value) }) { line, start in
        line.values.insert(.init(time: start, value: value), at: 0)
      }
    case 12:
      let value = number(6)
      return of("replaceEmpty(\(value))", { s, _ in s.replaceEmpty(with: value) }) { line, _ in
        if let end = line.completion, line.values.isEmpty { line.values = [.init(time: end, value: value)] }
      }
    case 13:
      let value = number(6)
      return of("catchToValue(\(value))", { s, _ in s.catchToValue { _ in value }.promoteFailure() }) { line, _ in
        guard case .failed(let time) = line.end else { return }
        line = Timeline(values: line.values + [.init(time: time, value: value)], end: .completed(time))
      }
    case 14:
      let count = number(3)
      return again("retry(\(count))", count, { $0.retry(count) }) { if case .failed = $0 { true } else { false } }
    case 15:
      let count = number(3) + 1
      return again("repeat(\(count))", count - 1, { $0.repeat(count) }) {
        if case .completed = $0 { true } else { false }
      }
    default: return timed(number(5), time())
    }
  }

  private static func timed(_ kind: Int, _ interval: Int) -> Self {
    let duration = Duration.nanoseconds(interval)
    switch kind {
    case 0:
      return of("delay(\(interval))", { $0.delay(duration, on: $1) }) { line, _ in
        let end = line.end
        line = line.shifted(by: interval)
        guard case .failed(let time) = end else { return }
        line = Timeline(values: line.values.filter { $0.time < time }, end: end)
      }
    case 1:
      return of("debounce(\(interval))", { $0.debounce(duration, on: $1) }) { line, _ in
        let all = line.values, end = line.end, isCompleted = line.completion != nil
        line.values = all.enumerated().compactMap { index, value in
          let isLast = index == all.count - 1, next = isLast ? end?.time : all[index + 1].time
          let due = value.time + interval
          if let next, next < due { return isLast && isCompleted ? .init(time: next, value: value.value) : nil }
          return .init(time: due, value: value.value)
        }
      }
    case 2:
      return of("timeout(\(interval))", { $0.timeout(duration, failingWith: MarbleFailure(), on: $1) }) { line, start in
        let times = [start] + line.values.map(\.time), ends = line.values.map(\.time) + [line.end?.time ?? .max]
        guard let late = times.indices.first(where: { ends[$0] > times[$0] + interval }) else { return }
        line = Timeline(values: Array(line.values[..<late]), end: .failed(times[late] + interval))
      }
    default:
      let latest = kind == 3
      return of(
        "throttle(\(interval), latest: \(latest))", { $0.throttle(duration, latest: latest, on: $1) }
      ) { line, _ in line = line.throttled(interval, latest) }
    }
  }
}
