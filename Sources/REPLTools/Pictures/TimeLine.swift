import REPL
import VIPER

/// The names of a session and their marks, in chronological order.
struct TimeLine: Equatable {
  enum Mark: Equatable {
    /// A value, an event or a typed line.
    case value(String)
    /// The start and the end of a command or a call.
    case began, ended
    case failed(String)
    /// A signal has ended.
    case completed
  }
  struct Entry: Equatable {
    let time: Duration
    /// The name of its row.
    let row: String
    let mark: Mark
  }
  /// The maximum number of entries in a picture.
  static let limit = 400

  var entries: [Entry]

  init(entries: [Entry]) { self.entries = entries }

  /// The names of the rows, in the order of their first marks.
  var rows: [String] {
    var seen: Set<String> = []
    return entries.map(\.row).filter { seen.insert($0).inserted }
  }
}

extension SessionTrace {
  /// The entries for a picture.
  var timeLine: TimeLine {
    let ordered = entries.sorted { first, second in
      if first.time != second.time { return first.time < second.time }
      return first.order.lexicographicallyPrecedes(second.order)
    }
    return TimeLine(
      entries: ordered.compactMap { entry in
        Self.mark(of: entry).map { TimeLine.Entry(time: entry.time, row: entry.row, mark: $0) }
      })
  }

  private static func mark(of entry: Entry) -> TimeLine.Mark? {
    switch (entry.kind, entry.detail) {
    // A call without a duration is one mark.
    case (.event, let text) where entry.module == "call" && text.hasPrefix(TraceMark.failed):
      .failed(String(text.trimmingPrefix(TraceMark.failed)))
    case (.value, let text), (.event, let text): .value(text)
    // Giving a name is not drawn.
    case (.bind, ""), (.attach, _), (.route, _), (.focus, _), (.free, _): nil
    case (.bind, TraceMark.completed): .completed
    case (.command, TraceMark.executing): .began
    case (.command, TraceMark.idle): .ended
    case (.bind, let text), (.command, let text): .failed(String(text.trimmingPrefix(TraceMark.failed)))
    }
  }
}
