import Foundation

extension Trace {
  /// The entries in the Trace Event Format, as `chrome://tracing` and Perfetto open it: a track for each module, as long as it
  /// is open; commands are spans, everything else is an instant.
  public func chromeJSON() -> String {
    let entries = entries
    var tracks: [String: Int] = [:], events: [ChromeEvent] = []
    for entry in entries where tracks[entry.module] == nil {
      tracks[entry.module] = tracks.count + 1
      events.append(ChromeEvent(naming: entry.module, track: tracks.count))
    }
    events += entries.map { ChromeEvent($0, track: tracks[$0.module] ?? 0) }
    // Strings and whole numbers can always be written.
    let json = try? JSONEncoder.sorted.encode(["traceEvents": events])
    return json.map { String(decoding: $0, as: UTF8.self) } ?? #"{"traceEvents":[]}"#
  }
}

/// One event of the format; the short names are its own.
private struct ChromeEvent: Encodable {
  let name: String, cat: String, ph: String
  let ts: Int64
  let pid = 1
  let tid: Int
  var id: String?
  var s: String?
  var args: [String: String] = [:]

  private enum CodingKeys: CodingKey { case name, cat, ph, ts, pid, tid, id, s, args }

  init(naming module: String, track: Int) {
    (name, cat, ph, ts, tid) = ("thread_name", "__metadata", "M", 0, track)
    args = ["name": module]
  }

  init(_ entry: Trace.Entry, track: Int) {
    let (seconds, attoseconds) = entry.time.components
    ts = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    tid = track
    cat = entry.kind.rawValue
    if !entry.detail.isEmpty { args["detail"] = entry.detail }
    switch (entry.kind, entry.detail) {
    case (.attach, _): (name, ph) = (entry.module, "B")
    case (.free, _): (name, ph) = (entry.module, "E")
    case (.command, TraceMark.executing), (.command, TraceMark.idle):
      // Spans with an id may overlap on a track.
      (name, ph) = (entry.name, entry.detail == TraceMark.executing ? "b" : "e")
      id = "\(entry.module) \(entry.name)"
    default:
      (name, ph) = (entry.name.isEmpty ? "\(entry.kind.rawValue) \(entry.detail)" : entry.name, "i")
      s = "t"
    }
  }
}
