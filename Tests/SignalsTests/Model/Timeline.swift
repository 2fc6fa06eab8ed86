/// Values with their times, and an end.
struct Timeline: Equatable, Sendable {
  struct Value: Equatable, Sendable {
    var time: Int
    var value: Int
  }
  enum End: Equatable, Sendable {
    case completed(Int), failed(Int)

    var time: Int {
      switch self {
      case .completed(let time), .failed(let time): time
      }
    }

    func shifted(by delay: Int) -> Self {
      switch self {
      case .completed(let time): .completed(time + delay)
      case .failed(let time): .failed(time + delay)
      }
    }
  }
  var values: [Value] = []
  var end: End?

  /// The time of the completion.
  var completion: Int? { if case .completed(let time) = end { time } else { nil } }
}

extension Timeline: CustomStringConvertible {
  var description: String { marbles(at: times) }

  var times: [Int] { values.map(\.time) + (end.map { [$0.time] } ?? []) }

  /// The line as marbles, with a column for each of the times with an event.
  func marbles(at times: [Int]) -> String {
    Set(times).sorted().map { time in
      let values = values.filter { $0.time == time }.map { "\($0.value)" }.joined(separator: " ")
      let end = end?.time == time ? (completion == nil ? "^" : "|") : ""
      return values.isEmpty && end.isEmpty ? "-" : "(\(values)\(end))"
    }.joined(separator: "-")
  }
}

/// The effect of operators and of observers.
extension Timeline {
  mutating func map(_ transform: (Int) -> Int) {
    for index in values.indices { values[index].value = transform(values[index].value) }
  }

  func shifted(by time: Int) -> Timeline {
    Timeline(values: values.map { Value(time: $0.time + time, value: $0.value) }, end: end?.shifted(by: time))
  }

  /// This line, with its end replaced by the line that `next` returns for it.
  func followed(by next: (End) -> Timeline?) -> Timeline {
    guard let end, let next = next(end) else { return self }
    return Timeline(values: values + next.values, end: next.end)
  }

  /// The values before one, with a completion at the time of another.
  func cut(before index: Int, endingWith last: Int) -> Timeline {
    Timeline(values: Array(values[..<index]), end: .completed(values[last].time))
  }

  /// The same line, with a failure replaced by a completion.
  var completing: Timeline { Timeline(values: values, end: end.map { .completed($0.time) }) }

  /// The events before a time.
  func before(_ time: Int) -> Timeline {
    Timeline(values: values.filter { $0.time < time }, end: end.flatMap { $0.time < time ? $0 : nil })
  }

  /// The observer's answer to a value.
  static func echo(of value: Int) -> Int? {
    (0..<1_000_000).contains(value) && value % 3 == 0 ? value + 1_000_000 : nil
  }

  /// This line merged with an observer's answers: each comes right after its value, and may have an answer itself.
  var echoed: Timeline {
    let all = values.flatMap { value in
      [value] + (Self.echo(of: value.value).map { [Value(time: value.time, value: $0)] } ?? [])
    }
    return Timeline(values: all, end: completion == nil ? end : nil)
  }

  /// Delivers events in batches: the first event schedules the work, and all events before that work runs come with it.
  func inBatches(_ delay: Int) -> Timeline {
    var due = Int.min
    func moved(_ time: Int) -> Int {
      if time > due { due = time + delay }
      return due
    }
    let values = values.map { Value(time: moved($0.time), value: $0.value) }
    return Timeline(values: values, end: end.map { $0.shifted(by: moved($0.time) - $0.time) })
  }

  func throttled(_ window: Int, _ latest: Bool) -> Timeline {
    var line = Timeline(end: end), closes: Int?, pending: Int?
    /// Handles the ends of windows before a time.
    func advance(to time: Int) {
      while let close = closes, close < time {
        let value = pending.take()
        if let value { line.values.append(Value(time: close, value: value)) }
        closes = value == nil ? nil : close + window
      }
    }
    for value in values {
      advance(to: value.time)
      if closes == nil {
        line.values.append(value)
        closes = value.time + window
      } else if latest {
        pending = value.value
      }
    }
    advance(to: end?.time ?? .max - window)
    if completion != nil, let value = pending, let close = closes {
      line.values.append(Value(time: close, value: value))
      line.end = .completed(close)
    }
    return line
  }
}
