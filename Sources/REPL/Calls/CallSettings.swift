import NamedCalls
import Foundation
import PlainText
import Signals
import VIPER

/// The settings for calls to come, from `:stub`, `:fail` and `:delay` or from the session before `:back`.
struct CallSettings: Sendable {
  private struct Setting<Value: Sendable>: Sendable {
    let name: String
    let value: Value
    let origin: Origin
    /// The number of the line that set it.
    let turn: Int
    var isUsed = false
  }
  private var stubs: [String: Setting<CallLog.Source>] = [:]
  private var replaced: [Setting<CallLog.Source>] = []
  /// Answers and failures for live calls that were under way, which have not arrived.
  private var sent: [Setting<CallLog.Source>] = []
  /// The answers and failures of the next calls, one for each.
  private var next: [String: [Setting<CallLog.Source>]] = [:]
  private var delays: [String: [Setting<CallLog.Lateness>]] = [:]
  /// Earlier calls whose answers are given again, by name.
  var recorded: [String: [CallLog.Call]] = [:]

  /// Sets the source of all calls that have no other, or once: of the live calls to which it was sent, or else of the next call.
  mutating func set(
    _ source: CallLog.Source, of name: String, isOnce: Bool, isSent: Bool, by origin: Origin, in turn: Int
  ) {
    let setting = Setting(name: name, value: source, origin: origin, turn: turn)
    switch (isOnce, isSent) {
    case (true, true): sent.append(setting)
    case (true, false): next[name, default: []].append(setting)
    case (false, _): if let old = stubs.updateValue(setting, forKey: name) { replaced.append(old) }
    }
  }

  /// Marks the setting of a line as used: it has arrived at a live call.
  mutating func use(_ turn: Int) {
    sent.removeAll { $0.turn == turn }
    for (name, stub) in stubs where stub.turn == turn { stubs[name]?.isUsed = true }
  }

  mutating func delay(_ name: String, _ lateness: CallLog.Lateness, by origin: Origin, in turn: Int) {
    delays[name, default: []].append(Setting(name: name, value: lateness, origin: origin, turn: turn))
  }

  /// Takes the delay of a call that begins now, and the number of the line that set it.
  mutating func lateness(of name: String) -> (CallLog.Lateness, turn: Int?) {
    Self.take(name, from: &delays).map { ($0.value, $0.turn) } ?? (.none, nil)
  }

  /// Takes the sources of a call that begins now: for a live call, all that are set, one after the other.
  mutating func sources(of name: String, as kind: NamedCallKind, unset: CallLog.Source) -> [CallLog.Source] {
    var sources: [CallLog.Source] = []
    while kind == .live, next[name] != nil { sources.append(source(of: name) ?? unset) }
    if sources.isEmpty || stubs[name] != nil { sources.append(source(of: name) ?? unset) }
    return sources
  }

  private mutating func source(of name: String) -> CallLog.Source? {
    if let next = Self.take(name, from: &next) { return next.value }
    if let stub = stubs[name] {
      stubs[name]?.isUsed = true
      return stub.value
    }
    return Self.take(name, from: &recorded).map(CallLog.Source.recorded)
  }

  private static func take<Element>(_ name: String, from all: inout [String: [Element]]) -> Element? {
    guard let first = all[name]?.removeFirst() else { return nil }
    if all[name]?.isEmpty == true { all[name] = nil }
    return first
  }

  /// The settings that no call used, each with its subject in complaints.
  private var unused: [(subject: String, name: String, origin: Origin, turn: Int)] {
    let sources = (replaced + stubs.values).filter { !$0.isUsed } + sent + next.values.joined()
    return sources.map { setting in
      let subject =
        if case .fault(let text, _) = setting.value {
          "the failure of '\(setting.name)' with \"\(Printable.quote(text))\""
        } else {
          "the stub of '\(setting.name)'"
        }
      return (subject, setting.name, setting.origin, setting.turn)
    } + delays.values.joined().map { ("the delay of '\($0.name)'", $0.name, $0.origin, $0.turn) }
  }

  var unusedTurns: Set<Int> { Set(unused.map(\.turn)) }

  /// Complaints about settings that no call used, in the order of the lines.
  func unused(nearest: (_ name: String) -> String?) -> [String] {
    let lines = unused.map { subject, name, origin, _ in
      let advice = nearest(name).map { "did you mean '\($0)'?" } ?? "remove it"
      return (origin.line ?? 0, "\(subject), set \(origin.place), was never used; \(advice)")
    }
    return lines.sorted(by: <).map(\.1)
  }
}
