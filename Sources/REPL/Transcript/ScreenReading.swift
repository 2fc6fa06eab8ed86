/// The screen as a reader of a transcript knows it. A transcript is printed so that this reads it right:
///
/// - Where the prompt changes, the last lines printed are the new screen. So are the lines below a screen's own prompt, such as
///   `todo/add>`.
/// - `- text` has gone, with as many lines below it as `(+2)` says. Text right below it takes its place.
/// - Otherwise a line takes the place of the one with the same name, a list that of the list, and other text that of the last
///   text below the first line, or of that line if it is alone. What has no such place stands above what is printed next, or
///   at the end.
struct ScreenReading: Equatable {
  /// The path of the screen, as prompts have it.
  var path = ""
  /// All of its lines, but for the mark that it is busy.
  var lines: [String] = []

  /// Reads what a command printed of the screen, without what was said; `path` is that of the next prompt.
  ///
  /// - Returns: whether that can be read at all.
  mutating func read(_ output: [String], path end: String) -> Bool {
    let blocks = output.split { Mark.isStamp($0) }
    for (index, block) in blocks.enumerated() {
      if let mark = block.lastIndex(where: Mark.isPrompt) {
        (path, lines) = (String(block[mark].dropLast()), Array(block[(mark + 1)...]))
      } else if index == blocks.count - 1, path != end {
        (path, lines) = (end, Array(block))
      } else if let changed = Self.changed(lines, by: Array(block)) {
        lines = changed
      } else {
        return false
      }
    }
    if path != end { (path, lines) = (end, []) }
    return true
  }

  /// A screen after a change; nil if the change is not of this screen.
  static func changed(_ lines: [String], by change: [String]) -> [String]? {
    var screen = ChangingScreen(lines)
    var rest = change[...]
    while !rest.isEmpty {
      var gone: ScreenPart?
      if let line = rest.first, line.hasPrefix(Mark.gone) {
        rest = rest.dropFirst()
        guard let part = screen.remove(line) else { return nil }
        gone = part
      }
      let block = rest.prefix { !$0.hasPrefix(Mark.gone) }
      rest = rest[block.endIndex...]
      for part in ScreenPart.parts(of: Array(block)) {
        screen.place(part, inPlaceOf: gone)
        gone = nil
      }
    }
    screen.placeTheRest()
    return screen.lines
  }
}

/// A screen while a change of it is read.
private struct ChangingScreen {
  /// The parts; those that were printed with their place among these.
  private var parts: [(part: ScreenPart, printed: Int?)]
  /// What was printed and has no place yet.
  private var rest: [(part: ScreenPart, printed: Int)] = []
  private var count = 0
  /// Where the part stood that has just gone.
  private var gap = 0

  private let isSingle: Bool

  init(_ lines: [String]) {
    parts = ScreenPart.parts(of: lines).map { ($0, nil) }
    isSingle = parts.count == 1
  }

  var lines: [String] { parts.flatMap(\.part.lines) }

  /// Takes out the part that a line says has gone; nil if there is none, or more than one.
  mutating func remove(_ line: String) -> ScreenPart? {
    let found = parts.indices.filter { parts[$0].printed == nil && Mark.gone(parts[$0].part.lines) == line }
    guard let index = found.first, found.count == 1 else { return nil }
    gap = index
    return parts.remove(at: index).part
  }

  mutating func place(_ part: ScreenPart, inPlaceOf gone: ScreenPart?) {
    count += 1
    let same = parts.indices.filter { parts[$0].printed == nil && parts[$0].part.kind == part.kind }
    if part.kind != .text, same.count == 1, part.kind != .list || gone?.kind != .list {
      parts[same[0]] = (part, count)
    } else if gone != nil {
      parts.insert((part, count), at: gap)
    } else {
      rest.append((part, count))
    }
  }

  /// Places what could not be placed before all the rest was.
  mutating func placeTheRest() {
    let texts = rest.indices.filter { rest[$0].part.kind == .text }
    let places = parts.indices.filter {
      parts[$0].printed == nil && parts[$0].part.kind == .text && ($0 > 0 || isSingle)
    }
    let placed = Dictionary(uniqueKeysWithValues: zip(texts, places.suffix(texts.count)))
    for (index, place) in placed { parts[place] = rest[index] }
    // From the last one on, so that what is printed next has its place.
    for index in rest.indices.reversed() where placed[index] == nil {
      let next = parts.firstIndex { $0.printed == rest[index].printed + 1 } ?? parts.endIndex
      parts.insert(rest[index], at: next)
    }
  }
}
