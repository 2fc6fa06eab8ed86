import Foundation
import REPL
public import VIPER

extension Trace {
  /// The entries in the Trace Event Format, which `chrome://tracing` and Perfetto open. Each module has a track with a span for
  /// its lifetime; executions of commands are spans, all other entries are instants.
  public func chromeJSON() -> String {
    let entries = entries
    var tracks: [String: Int] = [:], events: [[String: Any]] = []
    for module in entries.map(\.module) where tracks[module] == nil {
      let track = tracks.count + 1
      tracks[module] = track
      events.append([
        "name": "thread_name", "cat": "__metadata", "ph": "M", "ts": 0, "pid": 1, "tid": track,
        "args": ["name": module],
      ])
    }
    events += entries.map { $0.chromeEvent(track: tracks[$0.module] ?? 0) }
    // Strings and whole numbers can always be encoded.
    let json = try? JSONSerialization.data(
      withJSONObject: ["traceEvents": events], options: [.sortedKeys, .withoutEscapingSlashes])
    return json.map { String(decoding: $0, as: UTF8.self) } ?? #"{"traceEvents":[]}"#
  }
}

extension Trace.Entry {
  /// The entry as an event of the format, which defines the short keys.
  fileprivate func chromeEvent(track: Int) -> [String: Any] {
    let (seconds, attoseconds) = time.components
    var event: [String: Any] = [
      "cat": kind.rawValue, "pid": 1, "tid": track, "ts": seconds * 1_000_000 + attoseconds / 1_000_000_000_000,
      "args": detail.isEmpty ? [:] : ["detail": detail],
    ]
    let title = name.isEmpty ? "\(kind.rawValue) \(detail)" : name
    event["name"] = kind == .attach || kind == .free ? module : title
    switch (kind, detail) {
    case (.attach, _): event["ph"] = "B"
    case (.free, _): event["ph"] = "E"
    case (.command, TraceMark.executing), (.command, TraceMark.idle):
      event["ph"] = detail == TraceMark.executing ? "b" : "e"
      // Spans with an id may overlap on a track.
      event["id"] = "\(module) \(name)"
    default: (event["ph"], event["s"]) = ("i", "t")
    }
    return event
  }
}

extension SessionTrace {
  /// Adds another session's entries, with `name` before their modules.
  mutating func add(_ other: SessionTrace, named name: String) {
    entries += other.entries.map { entry in
      var named = entry
      named.module = entry.module.isEmpty ? name : "\(name) \(entry.module)"
      return named
    }
    entries.sort { $0.time < $1.time }
  }

  /// The time line for a viewer of Chrome traces.
  var chromeJSON: String {
    let ended = entries.flatMap { entry in
      // Unlike a command, a call with a duration that fails has no separate entry for its end.
      let isCall = entry.module == "call" || entry.module.hasSuffix(" call")
      guard isCall, entry.kind == .command, entry.detail.hasPrefix(TraceMark.failed) else { return [entry] }
      var end = entry
      end.detail = TraceMark.idle
      return [entry, end]
    }
    return Self.trace(ended).chromeJSON()
  }
}
