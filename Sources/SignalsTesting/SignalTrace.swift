public import Signals

/// The events of named signals, on one time line.
///
///     let trace = SignalTrace(time)
///     query.signal.named("query", in: trace).observeValues(search)
///     query.value = "cats"
///     for entry in trace.entries { print(entry) }
///     // Prints "0.0 seconds query: value(cats)" among others
public final class SignalTrace: Sendable {
  /// One event of a named signal.
  public struct Entry: Sendable, CustomStringConvertible {
    /// The time, on the trace's clock.
    public let time: Duration
    /// The thread of the event, as a number for comparison.
    public let thread: UInt64
    /// The signal's name.
    public let name: String
    /// The event: `observed`, `value(…)`, `failed(…)`, `completed` or `disposed`.
    public let event: String

    /// The entry as one line.
    public var description: String { "\(time) \(name): \(event)" }
  }
  private let clock: any Scheduler
  private let list = Protected<[Entry]>([])

  /// An empty trace, timed by `clock`.
  public init(_ clock: any Scheduler) { self.clock = clock }

  /// The events so far, in order.
  public var entries: [Entry] { list.withLock { $0 } }

  func record(_ event: String, of name: String) {
    let entry = Entry(time: clock.now, thread: UInt64(CurrentThread.number), name: name, event: event)
    list.withLock { $0.append(entry) }
  }
}

extension Signal {
  /// The same signal, with its events recorded in `trace` under `name`: the observation, each value, and the end or the
  /// disposal.
  ///
  ///     source                     a   --|
  ///     trace                      (xy)--z
  ///     named("query", in: trace)  a   --|   x=observed y=value(a) z=completed
  public func named(_ name: String, in trace: SignalTrace) -> Self {
    watched(
      observed: { trace.record("observed", of: name) },
      event: { trace.record(Self.describe($0), of: name) },
      disposed: { trace.record("disposed", of: name) })
  }

  private static func describe(_ event: Event<Value, Failure>) -> String {
    switch event {
    case .value(let value): "value(\(value))"
    case .failed(let failure): "failed(\(failure))"
    case .completed: "completed"
    }
  }
}
