/// The effect of one-input operators on a timeline.
extension Timeline {
  func shifted(by time: Int) -> Timeline {
    Timeline(values: values.map { Value(time: $0.time + time, value: $0.value) }, end: end?.shifted(by: time))
  }

  /// This line, with its end replaced by the line that `next` returns for it.
  func followed(by next: (End) -> Timeline?) -> Timeline {
    guard let end, let next = next(end) else { return self }
    return Timeline(values: values + next.values, end: next.end)
  }

  private func cut(before index: Int, end: End) -> Timeline { Timeline(values: Array(values[..<index]), end: end) }

  private var isCompleted: Bool { if case .completed = end { true } else { false } }

  func through(_ unary: Graph.Unary, from start: Int) -> Timeline {
    var line = self
    switch unary {
    case .share, .retry, .repeated: break
    case .observeOn(let delay): line = inBatches(delay)
    case .map: for index in values.indices { line.values[index].value = values[index].value &* 2 &+ 1 }
    case .filter: line.values.removeAll { $0.value % 2 != 0 }
    case .scan: for index in values.indices.dropFirst() { line.values[index].value &+= line.values[index - 1].value }
    case .reduce:
      line.values = []
      if isCompleted, let end { line.values = [Value(time: end.time, value: values.reduce(0) { $0 &+ $1.value })] }
    case .removeDuplicates:
      line.values = values.indices.filter { $0 == 0 || values[$0].value != values[$0 - 1].value }.map { values[$0] }
    case .ignoreValues: line.values = []
    case .prefix(let count):
      if values.count >= count { line = cut(before: count, end: .completed(values[count - 1].time)) }
    case .prefixWhile(let bound):
      if let index = values.firstIndex(where: { $0.value >= bound }) {
        line = cut(before: index, end: .completed(values[index].time))
      }
    case .dropFirst(let count): line.values = Array(values.dropFirst(count))
    case .prepend(let value): line.values.insert(Value(time: start, value: value), at: 0)
    case .replaceEmpty(let value):
      if isCompleted, values.isEmpty, let end { line.values = [Value(time: end.time, value: value)] }
    case .catchToValue(let value):
      if case .failed(let time) = end {
        line.values.append(Value(time: time, value: value))
        line.end = .completed(time)
      }
    case .delay(let delay):
      line = shifted(by: delay)
      if case .failed(let time) = end {
        line.values.removeAll { $0.time >= time }
        line.end = end
      }
    case .timeout(let limit):
      let times = [start] + values.map(\.time)
      for (index, time) in times.enumerated() {
        let next = index < values.count ? values[index].time : end?.time
        if next.map({ $0 > time + limit }) ?? true { return cut(before: index, end: .failed(time + limit)) }
      }
    case .debounce(let quiet):
      line.values = values.enumerated().compactMap { index, value in
        let isLast = index == values.count - 1, next = isLast ? end?.time : values[index + 1].time
        let due = value.time + quiet
        if let next, next < due { return isLast && isCompleted ? Value(time: next, value: value.value) : nil }
        return Value(time: due, value: value.value)
      }
    case .throttle(let window, let latest): line = throttled(window, latest)
    }
    return line
  }

  /// Delivers events in batches: the first event schedules the work, and all events before that work runs come with it.
  private func inBatches(_ delay: Int) -> Timeline {
    var due = Int.min
    func moved(_ time: Int) -> Int {
      if time > due { due = time + delay }
      return due
    }
    let values = values.map { Value(time: moved($0.time), value: $0.value) }
    return Timeline(values: values, end: end.map { $0.shifted(by: moved($0.time) - $0.time) })
  }

  private func throttled(_ window: Int, _ latest: Bool) -> Timeline {
    var line = Timeline(end: end), closes: Int?, pending: Int?
    /// Handles the ends of windows before a time.
    func advance(to time: Int) {
      while let close = closes, close < time {
        if let value = pending.take() {
          line.values.append(Value(time: close, value: value))
          closes = close + window
        } else {
          closes = nil
        }
      }
    }
    for value in values {
      advance(to: value.time)
      if closes != nil {
        if latest { pending = value.value }
      } else {
        line.values.append(value)
        closes = value.time + window
      }
    }
    advance(to: end?.time ?? .max - window)
    if isCompleted, let value = pending, let close = closes {
      line.values.append(Value(time: close, value: value))
      line.end = .completed(close)
    }
    return line
  }
}

extension Timeline.End {
  func shifted(by delay: Int) -> Self {
    switch self {
    case .completed(let time): .completed(time + delay)
    case .failed(let time): .failed(time + delay)
    }
  }
}

extension Timeline {
  /// The same line, with a failure replaced by a completion.
  var completing: Timeline {
    guard let end else { return self }
    return Timeline(values: values, end: .completed(end.time))
  }
}
