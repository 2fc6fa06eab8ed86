import REPL
import VIPER

/// A mark of a session's time line.
struct TimeLineMark: Equatable {
  enum Kind: Equatable {
    /// A value, an event or a typed line.
    case value(String)
    /// The start and the end of a command or a call.
    case began, ended
    case failed(String)
    /// A signal has ended.
    case completed
  }
  let time: Duration
  /// The name of its row.
  let row: String
  let kind: Kind
}

extension SessionTrace {
  /// The marks of the entries, in chronological order.
  var timeLine: [TimeLineMark] {
    let ordered = entries.sorted { first, second in
      if first.time != second.time { return first.time < second.time }
      return first.order.lexicographicallyPrecedes(second.order)
    }
    return ordered.compactMap { entry in
      Self.mark(of: entry).map { TimeLineMark(time: entry.time, row: entry.row, kind: $0) }
    }
  }

  private static func mark(of entry: Entry) -> TimeLineMark.Kind? {
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
