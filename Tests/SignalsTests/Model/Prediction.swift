/// Predicts the events of a graph from the meaning of each operator alone. An observation that begins at a time is a list of
/// values with their times and an end. There are no queues, no turns, no disposal.
final class Prediction {
  let pipes: [Timeline]
  /// Whether the order of simultaneous events depends on details outside this model. Either a pipe is observed from inside the
  /// delivery of its own end, which comes again after that delivery. Or one of two inner signals with the same events at the
  /// same time makes room for a third.
  private(set) var isDoubtful = false

  init(pipes: [Timeline]) { self.pipes = pipes }

  func timeline(of graph: Graph, from start: Int) -> Timeline {
    switch graph {
    case .leaf(let leaf): timeline(of: leaf, from: start)
    case .unary(.retry(let count), let child):
      again(count, child, from: start) { if case .failed = $0 { true } else { false } }
    case .unary(.repeated(let count), let child):
      again(count - 1, child, from: start) { if case .completed = $0 { true } else { false } }
    case .unary(let unary, let child):
      // The signal is not observed at all.
      if case .prefix(0) = unary {
        Timeline(end: .completed(start))
      } else {
        timeline(of: child, from: start).through(unary, from: start)
      }
    case .binary(.concat, let first, let second):
      timeline(of: first, from: start).followed {
        if case .completed(let time) = $0 { timeline(of: second, from: time) } else { nil }
      }
    case .binary(.caught, let first, let second):
      timeline(of: first, from: start).followed {
        if case .failed(let time) = $0 { timeline(of: second, from: time) } else { nil }
      }
    case .binary(let binary, let first, let second):
      joined(binary, timeline(of: first, from: start), timeline(of: second, from: start))
    case .flatMap(let kind, let outer, let inner):
      flattened(kind, timeline(of: outer, from: start)) { value, time in
        timeline(of: inner[Int(value.magnitude % UInt(inner.count))], from: time)
      }
    }
  }

  private func timeline(of leaf: Graph.Leaf, from start: Int) -> Timeline {
    switch leaf {
    case .just(let value): return Timeline(values: [.init(time: start, value: value)], end: .completed(start))
    case .empty: return Timeline(end: .completed(start))
    case .fail: return Timeline(end: .failed(start))
    case .never: return Timeline()
    case .from(let values):
      return Timeline(values: values.map { .init(time: start, value: $0) }, end: .completed(start))
    case .cold(let line): return line.shifted(by: start)
    case .hot(let index):
      if pipes[index].end?.time == start { isDoubtful = true }
      return switch pipes[index].end {
      case .completed(let time)? where time <= start: Timeline(end: .completed(start))
      case .failed(let time)? where time <= start: Timeline(end: .failed(start))
      case let end: Timeline(values: pipes[index].values.filter { $0.time > start }, end: end)
      }
    }
  }

  /// Runs of a graph, each from the end of the one before.
  private func again(_ count: Int, _ graph: Graph, from start: Int, while goesOn: (Timeline.End) -> Bool) -> Timeline {
    var line = timeline(of: graph, from: start)
    for _ in 0..<count {
      line = line.followed { goesOn($0) ? timeline(of: graph, from: $0.time) : nil }
      guard line.end != nil else { break }
    }
    return line
  }
}

// MARK: - Several inputs

extension Prediction {
  private enum Step {
    case value(Int, from: Int, at: Int)
    case end(Timeline.End, of: Int)

    var time: Int {
      switch self {
      case .value(_, _, let time): time
      case .end(let end, _): end.time
      }
    }
  }

  /// All events, in order; simultaneous ones in the order of the lines.
  private func steps(_ lines: [Timeline]) -> [Step] {
    var steps: [Step] = []
    for (index, line) in lines.enumerated() {
      steps += line.values.map { .value($0.value, from: index, at: $0.time) }
      if let end = line.end { steps.append(.end(end, of: index)) }
    }
    return steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private func joined(_ binary: Graph.Binary, _ first: Timeline, _ second: Timeline) -> Timeline {
    var line = Timeline(), values: [[Int]] = [[], []], latest: [Int?] = [nil, nil], hasEnded = [false, false]
    func add(_ value: Int, at time: Int) { line.values.append(.init(time: time, value: value)) }
    // These two observe the other signal first, and it cannot fail.
    let isSampling = binary == .withLatest || binary == .prefixUntil
    for step in steps(isSampling ? [second.completing, first] : [first, second]) {
      switch (binary, step) {
      case (.merge, .value(let value, _, let time)): add(value, at: time)
      case (.combineLatest, .value(let value, let side, let time)):
        latest[side] = value
        if let one = latest[0], let other = latest[1] { add(one &* 3 &+ other, at: time) }
      case (.zip, .value(let value, let side, let time)):
        values[side].append(value)
        guard let one = values[0].first, let other = values[1].first else { break }
        values[0].removeFirst()
        values[1].removeFirst()
        add(one &* 3 &+ other, at: time)
        if zip(hasEnded, values).contains(where: { $0 && $1.isEmpty }) {
          line.end = .completed(time)
          return line
        }
      case (.withLatest, .value(let value, 0, _)): latest[0] = value
      case (.withLatest, .value(let value, _, let time)):
        if let other = latest[0] { add(value &* 3 &+ other, at: time) }
      case (.withLatest, .end(_, 0)): break
      case (.prefixUntil, .value(_, 0, let time)), (.prefixUntil, .end(.completed(let time), 0)):
        line.end = .completed(time)
        return line
      case (.prefixUntil, .value(let value, _, let time)): add(value, at: time)
      case (_, .end(.failed(let time), _)):
        line.end = .failed(time)
        return line
      case (_, .end(.completed(let time), let side)):
        hasEnded[side] = true
        let isOver =
          switch binary {
          case .combineLatest: latest[side] == nil || hasEnded[1 - side]
          case .zip: values[side].isEmpty || hasEnded[1 - side]
          case .withLatest, .prefixUntil: true
          default: hasEnded[1 - side]
          }
        if isOver {
          line.end = .completed(time)
          return line
        }
      default: break
      }
    }
    return line
  }

  private func flattened(
    _ kind: Graph.Flattening, _ outer: Timeline, _ inner: (Int, Int) -> Timeline
  ) -> Timeline {
    var lines: [Timeline] = [], isStuck = false
    switch kind {
    case .merge: lines = outer.values.map { inner($0.value, $0.time) }
    case .first:
      for value in outer.values where lines.last.map({ ($0.end?.time ?? .max) <= value.time }) ?? true {
        lines.append(inner(value.value, value.time))
      }
    case .latest:
      for (index, value) in outer.values.enumerated() {
        var line = inner(value.value, value.time)
        // An event at the start comes before the next value of the outer signal, even if that comes at the same time.
        if index + 1 < outer.values.count {
          let next = outer.values[index + 1].time
          line.values.removeAll { $0.time >= next && $0.time != value.time }
          let isDisposed = line.end.map { $0.time >= next && $0.time != value.time } ?? true
          if isDisposed { line.end = .completed(next) }
        }
        lines.append(line)
      }
    case .concat, .limited:
      var free = Array(repeating: Int.min, count: kind == .concat ? 1 : 2)
      for value in outer.values {
        guard let slot = free.indices.min(by: { free[$0] < free[$1] }), free[slot] < .max else {
          isStuck = true
          break
        }
        let start = max(value.time, free[slot])
        if start > value.time, free.count(where: { $0 == start }) > 1 { isDoubtful = true }
        let line = inner(value.value, start)
        free[slot] = line.end?.time ?? .max
        lines.append(line)
      }
    }
    var result = Timeline()
    for step in steps(lines + [Timeline(end: outer.end)]) {
      switch step {
      case .value(let value, _, let time): result.values.append(.init(time: time, value: value))
      case .end(.failed(let time), _):
        result.end = .failed(time)
        return result
      case .end: break
      }
    }
    let ends = (lines + [outer]).map { $0.end?.time }
    if !isStuck, !ends.contains(nil) { result.end = .completed(ends.compactMap(\.self).max() ?? 0) }
    return result
  }
}
