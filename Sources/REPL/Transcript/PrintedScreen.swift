import VIPER

/// The screen that was printed last. It prints the differences of the present screen, so that a reader can rebuild the screen.
package struct PrintedScreen {
  struct Shown: Equatable {
    /// The topmost module; nil while nothing is open.
    var node: NavigationTree.Node.ID?
    var path = ""
    var regions: [[String]] = []
    /// Whether each region is the user's input.
    var inputs: [Bool] = []

    var lines: [String] { regions.flatMap { $0 } }
  }
  /// The lines to print for one time.
  package struct Change: Equatable {
    let alerts: [String]
    let path: String
    /// Whether the lines are the whole screen.
    let isWhole: Bool
    let lines: [String]

    var isEmpty: Bool { alerts.isEmpty && lines.isEmpty && !isWhole }
  }
  /// A printed part of the output.
  package enum Item: Equatable {
    /// A reply of the console or of the harness, which is no part of the screen.
    case reply([String])
    case stamp(Duration)
    case change(Change)
  }
  private var shown = Shown()
  private var read = ScreenReading()

  /// Takes a screen as printed; returns the lines to print: the whole of another screen; of the same screen the regions that changed,
  /// in the order in which the view declares them, and after an alert all fields, to show that no input is lost.
  mutating func take(_ new: Shown, alerts: [String] = []) -> Change {
    let old = shown
    shown = new
    let isOther = new.node != old.node || new.regions.count != old.regions.count
    guard !isOther else { return Change(alerts: alerts, path: new.path, isWhole: true, lines: new.lines) }
    let printed = new.regions.indices.filter {
      new.regions[$0] != old.regions[$0] || !alerts.isEmpty && new.inputs[$0]
    }
    if printed.isEmpty { return Change(alerts: alerts, path: new.path, isWhole: false, lines: []) }
    let before = old.lines, after = new.lines
    // A reader finds the place of a new region by the region below it, if that is printed, too.
    let below = printed.filter { old.regions[$0].isEmpty }.compactMap { index in
      new.regions[(index + 1)...].firstIndex { !$0.isEmpty }
    }
    let found = Set(printed).union(below).sorted()
    // Most of the time, the first of these that can be read back is also the shortest.
    for (printed, namesAll) in [(printed, false), (found, false), (printed, true), (found, true)] {
      let lines = printed.flatMap { index in
        let (old, new) = (old.regions[index], new.regions[index])
        let isNamed = old != new && !old.isEmpty && (namesAll || new.isEmpty)
        return (isNamed ? [Mark.gone(old)] : []) + new
      }
      if ScreenReading.changed(before, by: lines) == after {
        return Change(alerts: alerts, path: new.path, isWhole: false, lines: lines)
      }
    }
    return Change(alerts: alerts, path: new.path, isWhole: true, lines: after)
  }

  /// Prints the items taken since the last time. A screen is printed below its own prompt where the next prompt does not show that it
  /// is another screen.
  mutating func print(_ items: [Item]) -> [String] {
    var lines: [String] = [], ofScreen: [String] = [], isClear = true, path = read.path
    let last = items.lastIndex {
      if case .change(let change) = $0 { !change.lines.isEmpty || change.isWhole } else { false }
    }
    for (index, item) in items.enumerated() {
      switch item {
      case .reply(let reply):
        lines += reply
        // A reader cannot tell the end of a list of commands or calls.
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
        lines += change.alerts + part
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
