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
  private struct Log {
    var list: [Entry] = []
    var dropped = 0
  }
  private let limit: Int
  private let log = Protected(Log())

  /// A trace that keeps entries, timed by `clock`.
  ///
  /// - Parameters:
  ///   - clock: gives the times.
  ///   - limit: how many entries are kept, at least 1; the oldest go first.
  ///   - sink: is handed each entry, on the thread where it happened.
  public init(_ clock: any Scheduler, keeping limit: Int = 10_000, to sink: (@Sendable (Entry) -> Void)? = nil) {
    self.clock = clock
    self.sink = sink
    self.limit = max(1, limit)
  }

  /// What happened, as far back as it is kept.
  public var entries: [Entry] { log.withLock { Array($0.list.suffix(limit)) } }

  package var count: Int { log.withLock { $0.dropped + $0.list.count } }

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
    log.withLock { log in
      log.list.append(entry)
      // Half of it at a time, so that it costs little.
      guard log.list.count / 2 >= limit else { return }
      log.list.removeFirst(limit)
      log.dropped += limit
    }
    sink?(entry)
  }

  /// Adds a navigation that did not happen to the link log.
  func refused(_ navigation: @autoclosure () -> String, _ error: any Error) {
    record(.route, module: "app", name: navigation(), "refused: \(error)")
  }
}

/// The words of details, for code that draws them.
package enum TraceMark {
  package static let completed = "completed"
  package static let failed = "failed: "
  package static let executing = "executing"
  package static let idle = "idle"
}

/// A value as the trace prints it: the same in every run. Swift prints dictionaries and sets in the order of their hashes,
/// which another run does not have.
enum TraceText {
  /// The value's description, with dictionaries and sets sorted by the text of their keys and elements, wherever they are.
  static func of(_ value: Any) -> String { isUnordered(value) ? sorted(value) : "\(value)" }

  /// Whether a dictionary or set is printed as part of the value. A value that describes itself is not looked into.
  private static func isUnordered(_ value: Any) -> Bool {
    if value is String || value is any BinaryInteger { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary, .set: return mirror.children.count > 1 || mirror.children.contains { isUnordered($0.value) }
    case .collection, .optional, .tuple: return mirror.children.contains { isUnordered($0.value) }
    case .struct, .enum:
      return !(value is any CustomStringConvertible) && mirror.children.contains { isUnordered($0.value) }
    default: return false
    }
  }

  private static func sorted(_ value: Any) -> String {
    guard isUnordered(value) else { return quoted(value) }
    let mirror = Mirror(reflecting: value), type = "\(type(of: value))"
    func list(_ children: Mirror.Children) -> String {
      children.map { child in
        // An element without a label is numbered.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        return (label.map { "\($0): " } ?? "") + sorted(child.value)
      }.joined(separator: ", ")
    }
    switch mirror.displayStyle {
    case .dictionary:
      let pairs = mirror.children.map { child -> (key: String, value: String) in
        let pair = Array(Mirror(reflecting: child.value).children)
        return (sorted(pair[0].value), sorted(pair[1].value))
      }
      return "[" + pairs.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
    case .set: return "[" + mirror.children.map { sorted($0.value) }.sorted().joined(separator: ", ") + "]"
    case .collection: return "[" + mirror.children.map { sorted($0.value) }.joined(separator: ", ") + "]"
    case .optional: return mirror.children.first.map { "Optional(\(sorted($0.value)))" } ?? "nil"
    case .enum:
      guard let payload = mirror.children.first, let name = payload.label else { return "\(value)" }
      let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
      return name + (isTuple ? sorted(payload.value) : "(\(sorted(payload.value)))")
    case .tuple: return "(\(list(mirror.children)))"
    default: return "\(type)(\(list(mirror.children)))"
    }
  }

  /// As Swift prints a part of another value: texts in quotes.
  private static func quoted(_ value: Any) -> String {
    var text = ""
    debugPrint(value, terminator: "", to: &text)
    return text
  }
}
