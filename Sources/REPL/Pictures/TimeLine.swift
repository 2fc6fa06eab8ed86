/// The names of a session and their marks, in the order of time.
struct TimeLine: Equatable {
  enum Mark: Equatable {
    /// A value, an event or a line that is typed.
    case value(String)
    /// A command or a call begins, and is over.
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
  /// More entries than a picture shows.
  static let limit = 400

  var entries: [Entry]
  /// The names of its rows, in the order of their first marks.
  var rows: [String] {
    var seen: Set<String> = []
    return entries.map(\.row).filter { seen.insert($0).inserted }
  }
}
