/// The screen as a reader rebuilds it from a transcript. The rules of reading are:
///
/// - Where the prompt changes, the last printed lines are the new screen. So are the lines below a screen's own prompt, such as
///   `todo/add>`.
/// - `- text` is removed, and with it as many lines below it as `(+2)` says. Text directly below the mark replaces it.
/// - Otherwise a line replaces the line with the same name, a list replaces the list, and other text replaces the last text below
///   the first line, or the first line if it is alone. A part without such a place is inserted above the part that is printed next,
///   or at the end.
struct ScreenReading: Equatable {
  var path = ""
  /// All of its lines, without the busy line.
  var lines: [String] = []

  /// Reads a command's output of the screen, without alerts; `path` is that of the next prompt.
  ///
  /// - Returns: whether the output can be read.
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

  /// The lines of a screen after a change; nil if the change does not fit the screen.
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

/// A screen while a change is being read.
private struct ChangingScreen {
  /// The parts; a printed part has its position in the change.
  private var parts: [(part: ScreenPart, printed: Int?)]
  private var rest: [(part: ScreenPart, printed: Int)] = []
  private var count = 0
  /// The index of the part that was just removed.
  private var gap = 0

  private let isSingle: Bool

  init(_ lines: [String]) {
    parts = ScreenPart.parts(of: lines).map { ($0, nil) }
    isSingle = parts.count == 1
  }

  var lines: [String] { parts.flatMap(\.part.lines) }

  /// Removes the part that a removal mark names; nil if there is no such part, or more than one.
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

  /// Places the remaining parts, after all others have their places.
  mutating func placeTheRest() {
    let texts = rest.indices.filter { rest[$0].part.kind == .text }
    let places = parts.indices.filter {
      parts[$0].printed == nil && parts[$0].part.kind == .text && ($0 > 0 || isSingle)
    }
    let placed = Dictionary(uniqueKeysWithValues: zip(texts, places.suffix(texts.count)))
    for (index, place) in placed { parts[place] = rest[index] }
    // From the last part on, so that the part printed next already has its place.
    for index in rest.indices.reversed() where placed[index] == nil {
      let next = parts.firstIndex { $0.printed == rest[index].printed + 1 } ?? parts.endIndex
      parts.insert(rest[index], at: next)
    }
  }
}
