import VIPER

/// What of the visible screen was printed last: what it shows now is printed as far as it differs, and so that it can be read
/// back.
struct PrintedScreen {
  /// A screen as it is at one time.
  struct Shown: Equatable {
    /// The topmost module; nil while nothing is open.
    var node: NavigationTree.Node.ID?
    /// As prompts have it.
    var path = ""
    /// What each control prints.
    var regions: [[String]] = []
    /// Those of them that hold what the user typed.
    var inputs: [Bool] = []

    var lines: [String] { regions.flatMap { $0 } }
  }
  /// What is to be printed of one time.
  struct Change: Equatable {
    let said: [String]
    let path: String
    /// Whether the lines are all of the screen.
    let isWhole: Bool
    let lines: [String]

    var isEmpty: Bool { said.isEmpty && lines.isEmpty && !isWhole }
  }
  /// Something that is printed.
  enum Item: Equatable {
    /// What is neither said by the app nor shown: by the console, by the harness.
    case reply([String])
    case stamp(Duration)
    case change(Change)
  }
  private var shown = Shown()
  private var read = ScreenReading()

  /// Takes a screen as printed; gives what of it is to be printed. Of another screen that is all of it; of the same one it is
  /// the regions that changed, in the order the view declares them, and after an alert the fields, changed or not: what was
  /// typed is still there.
  mutating func take(_ new: Shown, said: [String] = []) -> Change {
    let old = shown
    shown = new
    let isOther = new.node != old.node || new.regions.count != old.regions.count
    guard !isOther else { return Change(said: said, path: new.path, isWhole: true, lines: new.lines) }
    let printed = new.regions.indices.filter {
      new.regions[$0] != old.regions[$0] || !said.isEmpty && new.inputs[$0]
    }
    if printed.isEmpty { return Change(said: said, path: new.path, isWhole: false, lines: []) }
    let before = old.lines, after = new.lines
    // What has come is found by what stands below it, if that is printed, too.
    let below = printed.filter { old.regions[$0].isEmpty }.compactMap { index in
      new.regions[(index + 1)...].firstIndex { !$0.isEmpty }
    }
    let found = Set(printed).union(below).sorted()
    // The first of these that is read right is the one that prints least, most of the time.
    for (printed, namesAll) in [(printed, false), (found, false), (printed, true), (found, true)] {
      let lines = printed.flatMap { index in
        let (old, new) = (old.regions[index], new.regions[index])
        let isNamed = old != new && !old.isEmpty && (namesAll || new.isEmpty)
        return (isNamed ? [Mark.gone(old)] : []) + new
      }
      if ScreenReading.changed(before, by: lines) == after {
        return Change(said: said, path: new.path, isWhole: false, lines: lines)
      }
    }
    return Change(said: said, path: new.path, isWhole: true, lines: after)
  }

  /// Prints what was taken since the last time. A screen is printed below its own prompt where the one that follows does not
  /// say that it is another.
  mutating func print(_ items: [Item]) -> [String] {
    var lines: [String] = [], ofScreen: [String] = [], isClear = true, path = read.path
    let last = items.lastIndex {
      if case .change(let change) = $0 { !change.lines.isEmpty || change.isWhole } else { false }
    }
    for (index, item) in items.enumerated() {
      switch item {
      case .reply(let reply):
        lines += reply
        // A reader does not see where a list of commands or of calls ends.
        if reply.contains(where: { !$0.hasPrefix("!") && !$0.hasPrefix("(") }) { isClear = false }
      case .stamp(let time):
        lines.append(Mark.stamp(time))
        ofScreen.append(Mark.stamp(time))
      case .change(let change):
        var part = change.lines
        let isTold = isClear && index == last && change.path == shown.path && path != change.path
        if change.isWhole {
          if !isTold { part.insert(Mark.prompt(change.path), at: 0) }
          path = change.path
        } else if !isClear, !part.isEmpty {
          part = [Mark.prompt(shown.path)] + shown.lines
        }
        lines += change.said + part
        ofScreen += part
      }
    }
    let isRead = read.read(ofScreen, path: shown.path)
    if !isRead || read != ScreenReading(path: shown.path, lines: shown.lines) {
      read = ScreenReading(path: shown.path, lines: shown.lines)
      lines += [Mark.prompt(shown.path)] + shown.lines
    }
    return lines
  }
}
