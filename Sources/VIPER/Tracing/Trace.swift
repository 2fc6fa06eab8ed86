import Foundation
import Signals
import Synchronization

/// One time line of what happened, by name. The entries of kind `route` are the link log.
///
///     let navigator = try Navigator(stage: stage, environment: environment, modules: modules)
///     for entry in navigator.trace.entries where entry.kind == .route { print(entry) }
///     // Prints "0.0 seconds route app push details home#1/details#2" among others
public final class Trace: Sendable {
  /// What an entry is about.
  public enum Kind: String, Sendable, CaseIterable {
    /// A module was built.
    case attach
    /// A named signal is observed, or has ended; a command is named.
    case bind
    /// A named signal or property has a value.
    case value
    /// A named command executes, is idle again, or failed.
    case command
    /// A navigation was made, or refused.
    case route
    /// A module got an event.
    case event
    /// A module gained the focus, or lost it; a stage may say when it shows one.
    case focus
    /// A module was let go of.
    case free
  }

  /// Something that happened.
  public struct Entry: Sendable, CustomStringConvertible {
    /// When, on the trace's clock.
    public let time: Duration
    /// What it is about.
    public let kind: Kind
    /// Whose: route and number.
    public let module: String
    /// The name of the signal, property, command or event.
    public let name: String
    /// What happened.
    public let detail: String

    /// One line.
    public var description: String {
      "\(time) \(kind.rawValue) \([module, name, detail].filter { !$0.isEmpty }.joined(separator: " "))"
    }
  }
  private let clock: any Scheduler
  private let sink: (@Sendable (Entry) -> Void)?
  private let isRecording = Atomic(true)
  private let log: Protected<Log>

  /// A trace that keeps entries, timed by `clock`.
  ///
  /// - Parameters:
  ///   - clock: gives the times.
  ///   - limit: how many entries are kept, at least 1; the oldest go first.
  ///   - sink: is handed each entry, on the thread where it happened.
  public init(_ clock: any Scheduler, keeping limit: Int = 10_000, to sink: (@Sendable (Entry) -> Void)? = nil) {
    self.clock = clock
    self.sink = sink
    log = Protected(Log(limit: max(1, limit)))
  }

  /// What happened, as far back as it is kept.
  public var entries: [Entry] { log.withLock { $0.entries } }

  /// How many entries there have been, kept or not.
  package var count: Int { log.withLock { $0.count } }

  /// Whether entries are kept. While it is off, what could be recorded costs one load each time.
  public var isOn: Bool {
    get { isRecording.load(ordering: .relaxed) }
    set { isRecording.store(newValue, ordering: .relaxed) }
  }

  /// Adds an entry. `name` and `detail` are only asked for when the trace is on.
  public func record(
    _ kind: Kind, module: String, name: @autoclosure () -> String = "", _ detail: @autoclosure () -> String = ""
  ) {
    guard isOn else { return }
    let entry = Entry(time: clock.now, kind: kind, module: module, name: name(), detail: detail())
    log.withLock { $0.append(entry) }
    sink?(entry)
  }

  /// Adds a navigation that did not happen to the link log.
  func refused(_ navigation: @autoclosure () -> String, _ error: any Error) {
    record(.route, module: "app", name: navigation(), "refused: \(error)")
  }
}

/// The entries, as far back as they are kept.
private struct Log {
  private let limit: Int
  private var list: [Trace.Entry] = []
  private var dropped = 0

  init(limit: Int) { self.limit = limit }

  var entries: [Trace.Entry] { Array(list.suffix(limit)) }
  var count: Int { dropped + list.count }

  mutating func append(_ entry: Trace.Entry) {
    list.append(entry)
    // Half of it at a time, so that it costs little.
    guard list.count / 2 >= limit else { return }
    list.removeFirst(limit)
    dropped += limit
  }
}

/// The words of details, for code that draws them.
package enum TraceMark {
  package static let completed = "completed"
  package static let failed = "failed: "
  package static let executing = "executing"
  package static let idle = "idle"
}
