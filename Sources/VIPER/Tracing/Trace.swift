import Foundation
public import Signals
import Synchronization

/// The time line of an app: modules, navigation, events, and named signals, properties and commands. The entries of kind
/// `route` are the link log.
///
///     let navigator = try Navigator(stage: stage, environment: environment, modules: modules)
///     for entry in navigator.trace.entries where entry.kind == .route { print(entry) }
///     // Prints "0.0 seconds route app push details home#1/details#2" among others
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
    add(
      Entry(
        time: clock.now, kind: .route, module: "app", name: navigation(), detail: "refused: \(error)",
        isUndeclared: isUndeclared))
  }
}

/// The fixed texts in details, shared with the code that draws them.
package enum TraceMark {
  package static let completed = "completed"
  package static let failed = "failed: "
  package static let executing = "executing"
  package static let idle = "idle"
}

/// Texts of values that are the same in every run. Swift prints dictionaries and sets in the order of their hashes, which
/// differs from run to run.
enum TraceText {
  /// The value's description, with all dictionaries and sets in it sorted by the text of their keys and elements.
  static func of(_ value: Any) -> String { isUnordered(value) ? sorted(value) : "\(value)" }

  /// Whether the description contains a dictionary or a set. Values with a description of their own are not inspected.
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
        // The mirror labels an element without a label by its number, such as `.0`.
        let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
        return (label.map { "\($0): " } ?? "") + sorted(child.value)
      }.joined(separator: ", ")
    }
    switch mirror.displayStyle {
    case .dictionary:
      let entries = mirror.children.map { child -> [String] in
        // A type's own mirror may have labels in place of keys, and children that are no pairs.
        if let label = child.label { return [quoted(label), sorted(child.value)] }
        let pair = Mirror(reflecting: child.value).children
        return pair.count == 2 ? pair.map { sorted($0.value) } : [sorted(child.value)]
      }
      return "[" + entries.sorted { $0[0] < $1[0] }.map { $0.joined(separator: ": ") }.joined(separator: ", ") + "]"
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

  /// The text of a value inside another, as Swift prints it: strings in quotes.
  private static func quoted(_ value: Any) -> String {
    var text = ""
    debugPrint(value, terminator: "", to: &text)
    return text
  }
}
