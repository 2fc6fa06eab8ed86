public import Signals

/// Observes `signal`, advances `time` through the ticks of `diagram`, and compares the delivered events with the diagram. Each
/// value is drawn as its own letter.
///
///     let time = VirtualTimeScheduler()
///     let rested = try time.cold("ab---c|").debounce(.seconds(2), on: time)
///     try expect(rested, "---b--(c|)", on: time)
///
/// - Throws: ``MarbleMismatch``, whose description shows the difference; an error that names the column if a diagram cannot
///   be read.
public func expect<Failure: Error>(
  _ signal: Signal<String, Failure>, _ diagram: String, tick: Duration = .seconds(1), on time: VirtualTimeScheduler
) throws {
  try compare(signal, diagram, tick: tick, on: time) { $0.count == 1 ? Array($0) : [] }
}

/// Observes `signal`, advances `time` through the ticks of `diagram`, and compares the delivered events with the diagram.
///
///     try expect(counter, "1-2|", ["1": 1, "2": 2], on: time)
///
/// - Parameters:
///   - signal: the signal to test.
///   - diagram: the expected events.
///   - values: the values that the letters stand for.
///   - tick: the duration of a column.
///   - time: the scheduler to advance, which the signal must use, too.
/// - Throws: ``MarbleMismatch``, whose description shows the difference; an error that names the column if the diagram cannot
///   be read.
public func expect<Value: Equatable & Sendable, Failure: Error>(
  _ signal: Signal<Value, Failure>, _ diagram: String, _ values: [Character: Value], tick: Duration = .seconds(1),
  on time: VirtualTimeScheduler
) throws {
  try compare(signal, diagram, tick: tick, on: time) { value in
    values.filter { $0.value == value }.keys.sorted()
  }
}

private func compare<Value: Sendable, Failure: Error>(
  _ signal: Signal<Value, Failure>, _ diagram: String, tick: Duration, on time: VirtualTimeScheduler,
  letters: (Value) -> [Character]
) throws {
  precondition(tick > .zero, "a tick of \(tick) is too short; it must be longer than zero")
  let expected = try MarbleDiagram(diagram)
  let start = time.now
  let recorder = Recorder(signal, on: time)
  for (column, marks) in expected.ticks.enumerated() {
    time.advance(by: start + tick * column - time.now)
    if marks.contains(.disposal) { recorder.dispose() }
  }
  var received = MarbleDiagram(ticks: expected.ticks.map { $0.filter { $0 == .disposal } })
  var unnamedValues: [String] = [], between: [String] = []
  for entry in recorder.entries {
    let (number, rest) = (entry.time - start).attoseconds.quotientAndRemainder(dividingBy: tick.attoseconds)
    let column = Int(number)
    let mark: MarbleDiagram.Mark
    switch entry.event {
    case .completed: mark = .completion
    case .failed: mark = .failure
    case .value(let value):
      let letters = letters(value)
      // Several letters may stand for the value: the expected one wins.
      if case .value(let letter) = expected.mark(at: column, after: received), letters.contains(letter) {
        mark = .value(letter)
      } else {
        mark = .value(letters.first ?? "?")
      }
      if letters.isEmpty { unnamedValues.append("\(value)") }
    }
    received.insert(mark, at: column)
    if rest != 0 {
      between.append("\(mark) came between tick \(column) and tick \(column + 1), at \(entry.time - start)")
    }
  }
  if received != expected || !between.isEmpty {
    throw MarbleMismatch(expected: expected, received: received, unnamedValues: unnamedValues, between: between)
  }
}

extension MarbleDiagram {
  /// The mark of a tick that follows those already in `received`.
  fileprivate func mark(at tick: Int, after received: MarbleDiagram) -> Mark? {
    guard ticks.indices.contains(tick) else { return nil }
    let count = received.ticks[tick].count { $0 != .disposal }
    return ticks[tick].filter { $0 != .disposal }.dropFirst(count).first
  }

  /// Adds an event to a tick, before the tick's disposal, and adds ticks if necessary.
  fileprivate mutating func insert(_ mark: Mark, at tick: Int) {
    var all = ticks
    while all.count <= tick { all.append([]) }
    let end = all[tick].firstIndex(of: .disposal) ?? all[tick].endIndex
    all[tick].insert(mark, at: end)
    self = MarbleDiagram(ticks: all)
  }
}

/// A difference between a signal's events and its diagram.
public struct MarbleMismatch: Error, CustomStringConvertible {
  /// The diagram of the expected events.
  public let expected: MarbleDiagram
  /// The diagram of the delivered events; `?` is a value without a letter.
  public let received: MarbleDiagram
  /// The values that `?` stands for, in order.
  public let unnamedValues: [String]
  /// Descriptions of the events that came between two ticks.
  let between: [String]

  /// Both diagrams, one under the other, and the first tick in which they differ.
  public var description: String {
    var lines = ["expected  \(expected)", "received  \(received)"]
    for tick in 0..<max(expected.ticks.count, received.ticks.count) {
      let wanted = expected.ticks.dropFirst(tick).first ?? [], got = received.ticks.dropFirst(tick).first ?? []
      if wanted == got { continue }
      lines.append("tick \(tick): expected \(Self.list(wanted)), received \(Self.list(got))")
      break
    }
    lines += between
    if !unnamedValues.isEmpty { lines.append("? is \(unnamedValues.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }

  private static func list(_ marks: [MarbleDiagram.Mark]) -> String {
    marks.isEmpty ? "nothing" : marks.map(\.description).joined(separator: " ")
  }
}
