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
  }
  var values: [Value] = []
  var end: End?
}

extension Timeline: CustomStringConvertible {
  var description: String { marbles(at: times) }

  /// The observer's answer to a value.
  static func echo(of value: Int) -> Int? {
    (0..<1_000_000).contains(value) && value % 3 == 0 ? value + 1_000_000 : nil
  }

  /// This line merged with an observer's answers: each comes right after its value, and may have an answer itself.
  var echoed: Timeline {
    var line = Timeline(end: end)
    for value in values {
      line.values.append(value)
      if let echo = Self.echo(of: value.value) { line.values.append(Value(time: value.time, value: echo)) }
    }
    if case .completed = end { line.end = nil }
    return line
  }

  /// The events before a time.
  func before(_ time: Int) -> Timeline {
    Timeline(values: values.filter { $0.time < time }, end: end.flatMap { $0.time < time ? $0 : nil })
  }

  var times: [Int] { values.map(\.time) + (end.map { [$0.time] } ?? []) }

  /// The line as marbles, with a column for each of the times with an event.
  func marbles(at times: [Int]) -> String {
    Set(times).sorted().map { time in
      let values = values.filter { $0.time == time }.map { "\($0.value)" }.joined(separator: " ")
      let end =
        switch end {
        case .completed(time): "|"
        case .failed(time): "^"
        default: ""
        }
      return values.isEmpty && end.isEmpty ? "-" : "(\(values)\(end))"
    }.joined(separator: "-")
  }
}
