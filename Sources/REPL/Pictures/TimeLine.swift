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
  /// The names of the rows, in the order of their first marks.
  var rows: [String] {
    var seen: Set<String> = []
    return entries.map(\.row).filter { seen.insert($0).inserted }
  }
}
