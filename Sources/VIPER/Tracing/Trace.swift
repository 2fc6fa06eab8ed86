public import Signals
import Synchronization

/// The time line of an app: modules, navigation, events, and named signals, properties and commands. The entries of kind
/// `route` are the link log.
///
///     let navigator = try Navigator(
///       stage: stage, environment: environment, modules: modules)
///     let links = navigator.trace.entries.filter { $0.kind == .route }
///     for link in links { print(link) }
///     // "0.0 seconds route app push details home#1/details#2", and others
public final class Trace: Sendable {
  /// The subject of an entry.
  public enum Kind: String, Codable, Sendable, CaseIterable {
    /// A module was built.
    case attach
    /// A named signal is observed, or has ended; a command got its name.
    case bind
    /// A named signal or property has a value.
    case value
    /// A named command executes, is idle again, or failed.
    case command
    /// A navigation was made, or refused.
    case route
    /// A module received an event.
    case event
    /// A module gained or lost the focus. A stage may record here when it shows one.
    case focus
    /// A module was freed.
    case free
  }

  /// One entry of the time line.
  public struct Entry: Sendable, CustomStringConvertible {
    /// The time on the trace's clock.
    public let time: Duration
    /// The subject.
    public let kind: Kind
    /// The module, by route and number: `details#3`.
    public let module: String
    /// The name of the signal, property, command or event.
    public let name: String
    /// The value, state or error.
    public let detail: String
    /// Whether a module asked for a route that no module has, or that it does not declare.
    package var isUndeclared = false

    /// The entry on one line.
    public var description: String {
      "\(time) \(kind.rawValue) \([module, name, detail].filter { !$0.isEmpty }.joined(separator: " "))"
    }
  }
  private let clock: any Scheduler
  private let sink: (@Sendable (Entry) -> Void)?
  private let isRecording = Atomic(true)
  private struct Log {
    var list: [Entry] = []
    var dropped = 0
  }
  private let limit: Int
  private let log = Protected(Log())

  /// A trace that keeps entries, timed by `clock`.
  ///
  /// - Parameters:
  ///   - clock: the source of the entries' times.
  ///   - limit: the number of entries to keep, at least 1; the oldest are dropped first.
  ///   - sink: called with each entry, on the thread that records it.
  public init(_ clock: any Scheduler, keeping limit: Int = 10_000, to sink: (@Sendable (Entry) -> Void)? = nil) {
    self.clock = clock
    self.sink = sink
    self.limit = max(1, limit)
  }

  /// The latest entries, the oldest first, up to the limit.
  public var entries: [Entry] { log.withLock { Array($0.list.suffix(limit)) } }

  package var count: Int { log.withLock { $0.dropped + $0.list.count } }

  /// The entries after the first `count`, as far as they are kept.
  package func entries(after count: Int) -> [Entry] {
    log.withLock { Array($0.list.dropFirst(max(0, count - $0.dropped))) }
  }

  /// Whether the trace records entries. While it is off, each call of `record` costs one atomic load.
  public var isOn: Bool {
    get { isRecording.load(ordering: .relaxed) }
    set { isRecording.store(newValue, ordering: .relaxed) }
  }

  /// Adds an entry. Evaluates `name` and `detail` only if the trace is on.
  public func record(
    _ kind: Kind, module: String, name: @autoclosure () -> String = "", _ detail: @autoclosure () -> String = ""
  ) {
    guard isOn else { return }
    add(Entry(time: clock.now, kind: kind, module: module, name: name(), detail: detail()))
  }

  private func add(_ entry: Entry) {
    log.withLock { log in
      log.list.append(entry)
      // Drops half of the list at a time, so that an entry costs constant time on average.
      guard log.list.count / 2 >= limit else { return }
      log.list.removeFirst(limit)
      log.dropped += limit
    }
    sink?(entry)
  }

  /// Adds a failed navigation to the link log.
  func refused(_ navigation: @autoclosure () -> String, _ error: any Error, isUndeclared: Bool = false) {
    guard isOn else { return }
    var entry = Entry(time: clock.now, kind: .route, module: "app", name: navigation(), detail: "refused: \(error)")
    entry.isUndeclared = isUndeclared
    add(entry)
  }
}

/// The fixed texts in details, shared with the code that draws them.
package enum TraceMark {
  package static let completed = "completed"
  package static let failed = "failed: "
  package static let executing = "executing"
  package static let idle = "idle"
}
