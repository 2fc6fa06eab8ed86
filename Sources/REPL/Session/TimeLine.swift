/// The names of a session and their marks, in chronological order.
package struct TimeLine: Equatable {
  package enum Mark: Equatable {
    /// A value, an event or a typed line.
    case value(String)
    /// The start and the end of a command or a call.
    case began, ended
    case failed(String)
    /// A signal has ended.
    case completed
  }
  package struct Entry: Equatable {
    package let time: Duration
    /// The name of its row.
    package let row: String
    package let mark: Mark
  }
  /// The maximum number of entries in a picture.
  package static let limit = 400

  package var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// The names of the rows, in the order of their first marks.
  package var rows: [String] {
    var seen: Set<String> = []
    return entries.map(\.row).filter { seen.insert($0).inserted }
  }
}
