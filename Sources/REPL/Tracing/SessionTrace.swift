import Signals
import VIPER

/// The time line of a session: what was typed, where that led, what was called, and all that modules named.
struct SessionTrace: Codable, Sendable {
  private struct Entry: Codable {
    let time: Duration
    /// The name of a ``Trace/Kind``.
    private let kindName: String
    let module: String
    let name: String
    let detail: String

    init(time: Duration, kind: Trace.Kind, module: String, name: String, detail: String) {
      self.time = time
      kindName = kind.rawValue
      self.module = module
      self.name = name
      self.detail = detail
    }

    var kind: Trace.Kind { Trace.Kind(rawValue: kindName) ?? .event }

    /// Whether it is the end of a call that took its time. A command says itself that it is over.
    var isFailedCall: Bool {
      kind == .command && detail.hasPrefix(TraceMark.failed) && (module == "call" || module.hasSuffix(" call"))
    }
  }
  private var entries: [Entry] = []

  init() {}

  @MainActor init(_ session: Session, typed: [Recording.Entry]) {
    for line in typed { add(line.start, .event, "", "typed", line.origin.text) }
    for entry in session.navigator?.trace.entries ?? [] {
      // What was opened and closed is drawn like an event.
      let isRoute = entry.kind == .route
      add(
        entry.time, isRoute ? .event : entry.kind, isRoute ? "" : entry.module, isRoute ? "route" : entry.name,
        isRoute ? "\(entry.name) \(entry.detail)" : entry.detail)
    }
    for call in session.calls.log.calls { add(call) }
    sort()
  }

  private mutating func add(
    _ time: Duration, _ kind: Trace.Kind, _ module: String, _ name: String, _ detail: String
  ) {
    entries.append(Entry(time: time, kind: kind, module: module, name: name, detail: Printable.line(detail)))
  }

  private mutating func add(_ call: CallLog.Call) {
    let failure: String? = if case .failed(let text) = call.state { text } else { nil }
    // What takes no time is one mark.
    guard call.end != call.start else {
      return add(call.start, .event, "call", call.name, failure.map { TraceMark.failed + $0 } ?? "answered")
    }
    add(call.start, .command, "call", call.name, TraceMark.executing)
    guard let end = call.end else { return }
    if let failure {
      add(end, .command, "call", call.name, TraceMark.failed + failure)
    } else {
      add(end, .command, "call", call.name, TraceMark.idle)
    }
  }

  /// In the order of time; what was at the same time stays as it was.
  private mutating func sort() {
    entries = entries.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
  }

  /// Adds another session's, its modules under a name of their own.
  mutating func add(_ other: SessionTrace, named name: String) {
    entries += other.entries.map {
      Entry(
        time: $0.time, kind: $0.kind, module: $0.module.isEmpty ? name : "\(name) \($0.module)", name: $0.name,
        detail: $0.detail)
    }
    sort()
  }

  /// Entries on a clock of their own, for what draws them.
  private static func trace(_ entries: [Entry]) -> Trace {
    let clock = VirtualTimeScheduler(), trace = Trace(clock, keeping: max(1, entries.count))
    for entry in entries {
      clock.advance(by: entry.time - clock.now)
      trace.record(entry.kind, module: entry.module, name: entry.name, entry.detail)
    }
    return trace
  }

  /// A row for everything that has a name, on one axis of at most some sixty columns.
  var marbles: [String] {
    guard let first = entries.first, let last = entries.last else { return ["(nothing happened)"] }
    let tick = Self.tick(of: last.time - first.time)
    let drawn = entries.filter { [.bind, .value, .command, .event].contains($0.kind) }
    let names = drawn.map { [$0.module, $0.name].filter { !$0.isEmpty }.joined(separator: " ").count }.max() ?? 0
    let columns = (drawn.last?.time ?? .zero) - (drawn.first?.time ?? .zero)
    let axis = names + 2 + Int(columns / tick) + 1
    let rows = Self.trace(entries).marbles(tick: tick).split(separator: "\n").flatMap { Self.fitted($0, axis: axis) }
    let key = "[ ] at work, ^ failed, | over, * several at once"
    return ["one column is \(DurationText.print(tick)) (\(key))"] + rows
  }

  /// A row, and what its letters mean on lines of their own where it is too long: a terminal's columns less an indentation.
  private static func fitted(_ row: Substring, axis: Int) -> [String] {
    guard Columns.width(of: row) > 78 else { return [String(row)] }
    let marbles = row.prefix(axis), legend = row.dropFirst(axis).drop { $0 == " " }
    return [String(marbles.reversed().drop { $0 == " " }.reversed())]
      + Columns.wrap("      \(legend)", to: 78, indent: "      ")
  }

  /// The time line for a viewer of Chrome traces. There a call that failed is over, too.
  var chromeJSON: String {
    let ended = entries.flatMap { entry in
      entry.isFailedCall
        ? [
          entry,
          Entry(time: entry.time, kind: .command, module: entry.module, name: entry.name, detail: TraceMark.idle),
        ]
        : [entry]
    }
    return Self.trace(ended).chromeJSON()
  }

  /// 1, 2 or 5 of something, so that a span has no more than sixty.
  private static func tick(of span: Duration) -> Duration {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000]
    if let step = steps.first(where: { Duration.milliseconds($0) * 60 >= span }) { return .milliseconds(step) }
    var tick = 60_000
    while Duration.milliseconds(tick) * 60 < span { tick *= 2 }
    return .milliseconds(tick)
  }
}
