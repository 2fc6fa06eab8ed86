import Signals

/// Observes `signal` from now on, moves `time` through the ticks of `diagram`, and compares what is delivered. Each value is
/// its letter.
///
///     let time = VirtualTimeScheduler()
///     try expect(time.cold("ab---c|").debounce(.seconds(2), on: time), "---b--(c|)", on: time)
///
/// - Throws: ``MarbleMismatch``, whose description shows the difference; an error that names the column if a diagram cannot
///   be read.
public func expect<Failure: Error>(
  _ signal: Signal<String, Failure>, _ diagram: String, tick: Duration = .seconds(1), on time: VirtualTimeScheduler
) throws {
  try compare(signal, diagram, tick: tick, on: time) { $0.count == 1 ? $0.first : nil }
}

/// Observes `signal` from now on, moves `time` through the ticks of `diagram`, and compares what is delivered.
///
///     try expect(counter, "1-2|", ["1": 1, "2": 2], on: time)
///
/// - Parameters:
///   - values: what the letters stand for.
///   - tick: how long a column is.
/// - Throws: ``MarbleMismatch``, whose description shows the difference; an error that names the column if the diagram cannot
///   be read.
public func expect<Value: Equatable & Sendable, Failure: Error>(
  _ signal: Signal<Value, Failure>, _ diagram: String, _ values: [Character: Value], tick: Duration = .seconds(1),
  on time: VirtualTimeScheduler
) throws {
  try compare(signal, diagram, tick: tick, on: time) { value in
    values.filter { $0.value == value }.keys.min()
  }
}

private func compare<Value: Sendable, Failure: Error>(
  _ signal: Signal<Value, Failure>, _ diagram: String, tick: Duration, on time: VirtualTimeScheduler,
  letter: (Value) -> Character?
) throws {
  let expected = try MarbleDiagram(diagram)
  let start = time.now
  let recorder = Recorder(signal, on: time)
  for (column, marks) in expected.ticks.enumerated() {
    time.advance(by: start + tick * column - time.now)
    if marks.contains(.disposal) { recorder.dispose() }
  }
  var received = MarbleDiagram(ticks: expected.ticks.map { $0.filter { $0 == .disposal } })
  var strangers: [String] = []
  for entry in recorder.entries {
    let mark: MarbleDiagram.Mark
    switch entry.event {
    case .completed: mark = .completion
    case .failed: mark = .failure
    case .value(let value):
      mark = .value(letter(value) ?? "?")
      if letter(value) == nil { strangers.append("\(value)") }
    }
    received.insert(mark, at: Int((entry.time - start) / tick))
  }
  if received != expected { throw MarbleMismatch(expected: expected, received: received, strangers: strangers) }
}

extension MarbleDiagram {
  /// Adds an event to a tick, before the tick's disposal.
  fileprivate mutating func insert(_ mark: Mark, at tick: Int) {
    var all = ticks
    let end = all[tick].firstIndex(of: .disposal) ?? all[tick].endIndex
    all[tick].insert(mark, at: end)
    self = MarbleDiagram(ticks: all)
  }
}

/// A signal that delivered something else than its diagram says.
public struct MarbleMismatch: Error, CustomStringConvertible {
  /// What the diagram says.
  public let expected: MarbleDiagram
  /// What was delivered; `?` is a value no letter stands for.
  public let received: MarbleDiagram
  /// The values that `?` stands for, in order.
  public let strangers: [String]

  /// Both diagrams, one under the other, and the first tick in which they differ.
  public var description: String {
    var lines = ["expected  \(expected)", "received  \(received)"]
    let ticks = zip(expected.ticks, received.ticks)
    if let (tick, (wanted, got)) = ticks.enumerated().first(where: { $0.element.0 != $0.element.1 }) {
      lines.append("tick \(tick): expected \(Self.list(wanted)), received \(Self.list(got))")
    }
    if !strangers.isEmpty { lines.append("? is \(strangers.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }

  private static func list(_ marks: [MarbleDiagram.Mark]) -> String {
    marks.isEmpty ? "nothing" : marks.map(\.description).joined(separator: " ")
  }
}
