import PlainText
import Foundation
import Signals
import VIPER

/// The settings for calls to come, from `:stub`, `:fail` and `:delay` or from the session before `:back`.
struct CallSettings: Sendable {
  /// The answer or failure of the next call only.
  private enum Next: Sendable {
    case answer(Data)
    case failure(String)
  }
  private struct Setting<Value: Sendable>: Sendable {
    let value: Value
    let delay: Duration
    let origin: Origin
    /// The number of the line that set it.
    let turn: Int
    var isUsed = false
  }
  private var stubs: [String: Setting<Data>] = [:]
  private var delays: [String: [Setting<CallLog.Lateness>]] = [:]
  private var next: [String: [Setting<Next>]] = [:]
  private var replaced: [(name: String, stub: Setting<Data>)] = []
  /// Earlier calls whose answers are given again, by name.
  var recorded: [String: [CallLog.Call]] = [:]

  /// - Parameter isOnce: whether it answers the next call only.
  mutating func stub(
    _ name: String, _ answer: Data, after delay: Duration, isOnce: Bool, by origin: Origin, in turn: Int,
    isUsed: Bool = false
  ) {
    if isOnce {
      next[name, default: []].append(Setting(value: .answer(answer), delay: delay, origin: origin, turn: turn))
    } else {
      if let old = stubs[name] { replaced.append((name, old)) }
      stubs[name] = Setting(value: answer, delay: delay, origin: origin, turn: turn, isUsed: isUsed)
    }
  }

  mutating func fail(_ name: String, with text: String, after delay: Duration, by origin: Origin, in turn: Int) {
    next[name, default: []].append(Setting(value: .failure(text), delay: delay, origin: origin, turn: turn))
  }

  mutating func delay(_ name: String, _ lateness: CallLog.Lateness, by origin: Origin, in turn: Int) {
    delays[name, default: []].append(Setting(value: lateness, delay: .zero, origin: origin, turn: turn))
  }

  /// Takes the delay of a call that begins now.
  mutating func lateness(of name: String) -> CallLog.Lateness {
    guard var waiting = delays[name], !waiting.isEmpty else { return .none }
    let first = waiting.removeFirst()
    delays[name] = waiting.isEmpty ? nil : waiting
    return first.value
  }

  /// Takes the sources of a call that begins now: for a live call, all that are set, one after the other.
  mutating func sources(of name: String, as kind: NamedCallKind, isReal: Bool) -> [CallLog.Source] {
    var sources: [CallLog.Source] = []
    while kind == .live, next[name] != nil { sources.append(source(of: name, isReal: isReal)) }
    if sources.isEmpty || stubs[name] != nil { sources.append(source(of: name, isReal: isReal)) }
    return sources
  }

  /// Takes the source of a call that begins now.
  mutating func source(of name: String, isReal: Bool) -> CallLog.Source {
    if var waiting = next[name], !waiting.isEmpty {
      let first = waiting.removeFirst()
      next[name] = waiting.isEmpty ? nil : waiting
      switch first.value {
      case .answer(let data): return .stub(data, after: first.delay)
      case .failure(let text): return .fault(text, after: first.delay)
      }
    }
    if let stub = stubs[name] {
      stubs[name]?.isUsed = true
      return .stub(stub.value, after: stub.delay)
    }
    if var calls = recorded[name], !calls.isEmpty {
      let call = calls.removeFirst()
      recorded[name] = calls
      return .recorded(call)
    }
    return isReal ? .real : .missing
  }

  /// The numbers of the lines with a setting that no call has used.
  var unusedTurns: Set<Int> {
    let all = replaced.map(\.stub) + stubs.values
    return Set(
      all.filter { !$0.isUsed }.map(\.turn) + next.values.joined().map(\.turn) + delays.values.joined().map(\.turn))
  }

  /// Complaints about settings that no call used, in the order of the lines.
  ///
  /// - Parameter nearest: the name to suggest for an unknown one.
  func unused(nearest: (_ name: String) -> String?) -> [String] {
    func complaint(_ name: String) -> String {
      "was never used; " + (nearest(name).map { "did you mean '\($0)'?" } ?? "take it out")
    }
    let stubs = replaced + stubs.map { (name: $0.key, stub: $0.value) }
    let next = next.flatMap { name, all in all.map { (name: name, setting: $0) } }
    let late = delays.flatMap { name, all in all.map { (name: name, setting: $0) } }
    let lines =
      stubs.filter { !$0.stub.isUsed }.map {
        ($0.stub.origin.line, "the stub of '\($0.name)', set \($0.stub.origin.place), \(complaint($0.name))")
      }
      + next.map { name, setting in
        let what =
          switch setting.value {
          case .answer: "the stub of '\(name)'"
          case .failure(let text): "the failure of '\(name)' with \"\(Printable.quote(text))\""
          }
        return (setting.origin.line, "\(what), set \(setting.origin.place), \(complaint(name))")
      }
      + late.map {
        ($0.setting.origin.line, "the delay of '\($0.name)', set \($0.setting.origin.place), \(complaint($0.name))")
      }
    return lines.sorted { ($0.0 ?? 0, $0.1) < ($1.0 ?? 0, $1.1) }.map(\.1)
  }
}
