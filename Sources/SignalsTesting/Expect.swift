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
  try compare(signal, diagram, tick: tick, on: time) { $0.count == 1 ? Array($0) : [] }
}

/// Observes `signal` from now on, moves `time` through the ticks of `diagram`, and compares what is delivered.
///
///     try expect(counter, "1-2|", ["1": 1, "2": 2], on: time)
///
/// - Parameters:
///   - signal: observed from now on.
///   - diagram: what it has to deliver.
///   - values: what the letters stand for.
///   - tick: how long a column is.
///   - time: what is moved, and what the signal's own times are measured by.
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
  precondition(tick > .zero, "a column of a diagram lasts \(tick); give it a tick above zero")
  let expected = try MarbleDiagram(diagram)
  let start = time.now
  let recorder = Recorder(signal, on: time)
  for (column, marks) in expected.ticks.enumerated() {
    time.advance(by: start + tick * column - time.now)
    if marks.contains(.disposal) { recorder.dispose() }
  }
  var received = MarbleDiagram(ticks: expected.ticks.map { $0.filter { $0 == .disposal } })
  var strangers: [String] = [], between: [String] = []
  for entry in recorder.entries {
    let (number, rest) = (entry.time - start).attoseconds.quotientAndRemainder(dividingBy: tick.attoseconds)
    let column = Int(number)
    let mark: MarbleDiagram.Mark
    switch entry.event {
    case .completed: mark = .completion
    case .failed: mark = .failure
    case .value(let value):
      let letters = letters(value)
      // Several letters may stand for it: then the one that is expected here, if it is among them.
      if case .value(let letter) = expected.mark(at: column, after: received), letters.contains(letter) {
        mark = .value(letter)
      } else {
        mark = .value(letters.first ?? "?")
      }
      if letters.isEmpty { strangers.append("\(value)") }
    }
    received.insert(mark, at: column)
    if rest != 0 {
      between.append("\(mark) came between tick \(column) and tick \(column + 1), at \(entry.time - start)")
    }
  }
  if received != expected || !between.isEmpty {
    throw MarbleMismatch(expected: expected, received: received, strangers: strangers, between: between)
  }
}

extension MarbleDiagram {
  /// The mark that comes after those of `received` in a tick.
  fileprivate func mark(at tick: Int, after received: MarbleDiagram) -> Mark? {
    guard ticks.indices.contains(tick) else { return nil }
    let count = received.ticks[tick].count { $0 != .disposal }
    return ticks[tick].filter { $0 != .disposal }.dropFirst(count).first
  }

  /// Adds an event to a tick, before the tick's disposal; the diagram gets longer where it has to.
  fileprivate mutating func insert(_ mark: Mark, at tick: Int) {
    var all = ticks
    while all.count <= tick { all.append([]) }
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
  /// What came between two ticks.
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
    if !strangers.isEmpty { lines.append("? is \(strangers.joined(separator: ", "))") }
    return lines.joined(separator: "\n")
  }

  private static func list(_ marks: [MarbleDiagram.Mark]) -> String {
    marks.isEmpty ? "nothing" : marks.map(\.description).joined(separator: " ")
  }
}
