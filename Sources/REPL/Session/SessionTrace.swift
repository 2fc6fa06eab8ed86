import PlainText
import Signals
package import VIPER

/// The time line of a session: typed lines, navigation, calls, and named signals, properties and commands.
package struct SessionTrace: Codable, Sendable {
  package struct Entry: Codable, Sendable {
    package let time: Duration
    package let kind: Trace.Kind
    package var module: String
    package let name: String
    package var detail: String
    /// The position among entries of the same time: the number of the running line, then calls before their effects.
    package var order: [Int] = []

    package var row: String { [module, name].filter { !$0.isEmpty }.joined(separator: " ") }
  }
  package var entries: [Entry] = []

  package init() {}

  @MainActor package init(_ session: Session, typed: [HistoryEntry]) {
    for (step, line) in typed.enumerated() { add(line.start, .event, "", "typed", line.origin.text, [step, 0]) }
    let recorded = session.trace?.entries ?? [], dropped = (session.trace?.count ?? 0) - recorded.count
    let steps = Self.steps(of: recorded.count, from: dropped, typed.map(\.traceCount))
    for (step, entry) in zip(steps, recorded) {
      // Navigation is drawn like an event.
      let isRoute = entry.kind == .route
      add(
        entry.time, isRoute ? .event : entry.kind, isRoute ? "" : entry.module, isRoute ? "route" : entry.name,
        isRoute ? "\(entry.name) \(entry.detail)" : entry.detail, [step, 2])
    }
    let calls = session.calls.log.calls
    for (step, call) in zip(Self.steps(of: calls.count, from: 0, typed.map(\.callCount)), calls) {
      add(call, [step, 1])
    }
    // Entries of the same time keep their order.
    entries.sort { $0.time < $1.time }
  }

  /// The line that each of `count` entries belongs to.
  ///
  /// - Parameters:
  ///   - first: the number of the first entry.
  ///   - starts: the number of entries before each line.
  private static func steps(of count: Int, from first: Int, _ starts: [Int]) -> [Int] {
    // A restart begins a new trace: the entries of the lines before it are gone.
    var least = Int.max, starts = starts
    for index in starts.indices.reversed() {
      least = min(least, starts[index])
      starts[index] = least
    }
    var step = 0
    return (0..<count).map { index in
      while step + 1 < starts.count, starts[step + 1] <= first + index { step += 1 }
      return step
    }
  }

  private mutating func add(
    _ time: Duration, _ kind: Trace.Kind, _ module: String, _ name: String, _ detail: String, _ order: [Int]
  ) {
    let detail = Printable.line(detail)
    entries.append(Entry(time: time, kind: kind, module: module, name: name, detail: detail, order: order))
  }

  private mutating func add(_ call: CallLog.Call, _ order: [Int]) {
    let failure = call.failure?.text
    // A call without a duration is one mark.
    guard call.end != call.start else {
      return add(call.start, .event, "call", call.name, failure.map { TraceMark.failed + $0 } ?? "answered", order)
    }
    add(call.start, .command, "call", call.name, TraceMark.executing, order)
    guard let end = call.end else { return }
    add(end, .command, "call", call.name, failure.map { TraceMark.failed + $0 } ?? TraceMark.idle, order)
  }

  /// A trace of these entries, for drawing.
  package static func trace(_ entries: [Entry]) -> Trace {
    let clock = VirtualTimeScheduler(), trace = Trace(clock, keeping: max(1, entries.count))
    for entry in entries {
      clock.advance(by: entry.time - clock.now)
      trace.record(entry.kind, module: entry.module, name: entry.name, entry.detail)
    }
    return trace
  }

  /// A row for each name, on one axis of about sixty columns at most.
  package var marbles: [String] {
    guard let first = entries.first, let last = entries.last else { return ["(nothing happened)"] }
    let tick = Self.tick(of: last.time - first.time)
    let drawn = entries.filter { [.bind, .value, .command, .event].contains($0.kind) }
    let names = drawn.map(\.row.count).max() ?? 0
    let columns = (drawn.last?.time ?? .zero) - (drawn.first?.time ?? .zero)
    let axis = names + 2 + Int(columns / tick) + 1
    let rows = Self.trace(entries).marbles(tick: tick).split(separator: "\n").flatMap { Self.fitted($0, axis: axis) }
    let key = "[ ] at work, ^ failed, | over, * several at once"
    return ["one column is \(DurationText.print(tick)) (\(key))"] + rows
  }

  /// A row; if it is too long for a terminal, the meanings of its letters follow on separate lines.
  private static func fitted(_ row: Substring, axis: Int) -> [String] {
    guard Columns.width(of: row) > 78 else { return [String(row)] }
    let marbles = row.prefix(axis), legend = row.dropFirst(axis).drop { $0 == " " }
    return [String(marbles.reversed().drop { $0 == " " }.reversed())]
      + Columns.wrap("      \(legend)", to: 78, indent: "      ")
  }

  /// The duration of a column, so that a span has sixty columns at most.
  private static func tick(of span: Duration) -> Duration {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000]
    if let step = steps.first(where: { Duration.milliseconds($0) * 60 >= span }) { return .milliseconds(step) }
    var tick = 60_000
    while Duration.milliseconds(tick) * 60 < span { tick *= 2 }
    return .milliseconds(tick)
  }
}
