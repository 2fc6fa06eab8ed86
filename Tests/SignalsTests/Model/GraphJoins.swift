import Signals
import SignalsTesting

/// The operators with several inputs.
extension Graph.Operation {
  private enum Join { case merge, combineLatest, zip, withLatest, prefixUntil }

  /// The second input, where it cannot fail.
  private static func other(_ second: Numbers) -> Signal<Int, Never> { second.catch { _ in .empty } }

  private static func join(_ join: Join, _ signal: @escaping @Sendable (Numbers, Numbers) -> Numbers) -> Self {
    Self(name: "\(join)", signal: { signal($1[0](), $1[1]()) }) { _, inputs, start in
      joined(join, inputs[0](start), inputs[1](start))
    }
  }

  /// An operator that starts its second input at an end of the first.
  private static func following(
    _ name: String, _ signal: @escaping @Sendable (Numbers, Numbers) -> Numbers,
    after isFollowed: @escaping @Sendable (Timeline.End) -> Bool
  ) -> Self {
    Self(name: name, signal: { signal($1[0](), $1[1]()) }) { _, inputs, start in
      inputs[0](start).followed { isFollowed($0) ? inputs[1]($0.time) : nil }
    }
  }

  static let binary = [
    join(.merge) { Signal.merge($0, $1) }, join(.combineLatest) { Signal.combineLatest($0, $1) { $0 &* 3 &+ $1 } },
    join(.zip) { Signal.zip($0, $1) { $0 &* 3 &+ $1 } },
    join(.withLatest) { $0.withLatest(from: other($1)).map { $0 &* 3 &+ $1 } },
    join(.prefixUntil) { $0.prefix(until: other($1)) },
    following("concat", { $0.concat($1) }, after: { if case .completed = $0 { true } else { false } }),
    following("catch", { first, second in first.catch { _ in second } }) {
      if case .failed = $0 { true } else { false }
    },
  ]

  /// Each value of the first input starts one of the others, modulo their count.
  static func flatMap(_ strategy: FlattenStrategy) -> Self {
    @Sendable func index(_ value: Int, _ count: Int) -> Int { 1 + Int(value.magnitude % UInt(count - 1)) }
    return Self(
      name: "flatMap(\(strategy))",
      signal: { _, inputs in inputs[0]().flatMap(strategy) { inputs[index($0, inputs.count)]() } },
      meaning: { prediction, inputs, start in
        flattened(strategy, inputs[0](start), prediction) { inputs[index($0, inputs.count)]($1) }
      })
  }

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
  private static func steps(_ lines: [Timeline]) -> [Step] {
    let steps =
      lines.enumerated().flatMap { index, line in
        line.values.map { .value($0.value, from: index, at: $0.time) } + (line.end.map { [.end($0, of: index)] } ?? [])
      } as [Step]
    return steps.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  private static func joined(_ join: Join, _ first: Timeline, _ second: Timeline) -> Timeline {
    var line = Timeline(), values: [[Int]] = [[], []], latest: [Int?] = [nil, nil], hasEnded = [false, false]
    func add(_ value: Int, at time: Int) { line.values.append(.init(time: time, value: value)) }
    func completed(at time: Int) -> Timeline { Timeline(values: line.values, end: .completed(time)) }
    // These two observe the other signal first, and it cannot fail.
    let isSampling = join == .withLatest || join == .prefixUntil
    for step in steps(isSampling ? [second.completing, first] : [first, second]) {
      switch (join, step) {
      case (.merge, .value(let value, _, let time)): add(value, at: time)
      case (.combineLatest, .value(let value, let side, let time)):
        latest[side] = value
        if let one = latest[0], let other = latest[1] { add(one &* 3 &+ other, at: time) }
      case (.zip, .value(let value, let side, let time)):
        values[side].append(value)
        if values.contains(where: \.isEmpty) { break }
        add(values[0].removeFirst() &* 3 &+ values[1].removeFirst(), at: time)
        if zip(hasEnded, values).contains(where: { $0 && $1.isEmpty }) { return completed(at: time) }
      case (.withLatest, .value(let value, 0, _)): latest[0] = value
      case (.withLatest, .value(let value, _, let time)):
        if let other = latest[0] { add(value &* 3 &+ other, at: time) }
      case (.withLatest, .end(_, 0)): break
      case (.prefixUntil, .value(_, 0, let time)), (.prefixUntil, .end(.completed(let time), 0)):
        return completed(at: time)
      case (.prefixUntil, .value(let value, _, let time)): add(value, at: time)
      case (_, .end(.failed(let time), _)): return Timeline(values: line.values, end: .failed(time))
      case (_, .end(.completed(let time), let side)):
        hasEnded[side] = true
        let isOver =
          switch join {
          case .merge: hasEnded[1 - side]
          case .combineLatest: latest[side] == nil || hasEnded[1 - side]
          case .zip: values[side].isEmpty || hasEnded[1 - side]
          case .withLatest, .prefixUntil: true
          }
        if isOver { return completed(at: time) }
      }
    }
    return line
  }

  private static func flattened(
    _ strategy: FlattenStrategy, _ outer: Timeline, _ prediction: Prediction, _ inner: (Int, Int) -> Timeline
  ) -> Timeline {
    var lines: [Timeline] = [], isStuck = false
    switch strategy {
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
          func isLost(_ time: Int) -> Bool { time >= next && time != value.time }
          line.values.removeAll { isLost($0.time) }
          if line.end.map({ isLost($0.time) }) ?? true { line.end = .completed(next) }
        }
        lines.append(line)
      }
    case .concat, .limited:
      var free = [Int.min]
      if case .limited(let count) = strategy { free = Array(repeating: .min, count: count) }
      for value in outer.values {
        guard let slot = free.indices.min(by: { free[$0] < free[$1] }), free[slot] < .max else {
          isStuck = true
          break
        }
        let start = max(value.time, free[slot])
        if start > value.time, free.count(where: { $0 == start }) > 1 { prediction.isDoubtful = true }
        let line = inner(value.value, start)
        free[slot] = line.end?.time ?? .max
        lines.append(line)
      }
    }
    var result = Timeline()
    for step in steps(lines + [Timeline(end: outer.end)]) {
      switch step {
      case .value(let value, _, let time): result.values.append(.init(time: time, value: value))
      case .end(.failed(let time), _): return Timeline(values: result.values, end: .failed(time))
      case .end: break
      }
    }
    let ends = (lines + [outer]).compactMap { $0.end?.time }
    if !isStuck, ends.count > lines.count { result.end = ends.max().map { .completed($0) } }
    return result
  }
}
