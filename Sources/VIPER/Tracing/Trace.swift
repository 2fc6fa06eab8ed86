import Foundation
import Signals

/// One time line of what happened, by name. The entries of kind `route` are the link log.
public final class Trace: Sendable {
  /// What an entry is about.
  public enum Kind: String, Sendable { case attach, bind, value, command, route, event, focus, free }

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
  private let list = MutableProperty<[Entry]>([])

  /// A trace that keeps entries, timed by `clock`; each goes to `sink`, too.
  public init(_ clock: any Scheduler, to sink: (@Sendable (Entry) -> Void)? = nil) {
    self.clock = clock
    self.sink = sink
  }

  /// What happened so far.
  public var entries: [Entry] { list.value }

  /// Adds an entry.
  public func record(_ kind: Kind, module: String, name: String = "", _ detail: String = "") {
    let entry = Entry(time: clock.now, kind: kind, module: module, name: name, detail: detail)
    list.modify { $0.append(entry) }
    sink?(entry)
  }
}
