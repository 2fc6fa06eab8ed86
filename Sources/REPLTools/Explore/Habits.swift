import REPL

/// The lines that flows type on each screen, by its path, as they were when the flows were played unchanged.
struct Habits {
  /// The maximum number of lines of a screen that are typed on a visit, or combined.
  static let width = 8

  /// The lines that open a screen above, with each line that closes it.
  private(set) var trips: [String: [Trial.Trip]] = [:]
  /// Trips with one accepted line on the screen above.
  private(set) var visits: [String: [Trial.Trip]] = [:]
  /// The lines that leave a screen for the one below, one for each command.
  private(set) var waysOut: [String: [Trial.Line]] = [:]
  /// The accepted lines that stay on the screen.
  private(set) var accepted: [String: [Trial.Line]] = [:]
  /// Those of them that made a call which answered, one for each command, with the name of the call.
  private(set) var calling: [String: [(line: Trial.Line, call: String)]] = [:]
  /// The commands that take the number of a row.
  private(set) var ofRows: [String: [String]] = [:]
  /// The lines that the app refused.
  private(set) var refused: [String: [Trial.Line]] = [:]
  /// The promises, as lines, that one of the commands that leave a screen is enabled there.
  private(set) var leaving: [String] = []
  /// The commands whose effect `undo` has taken back.
  private var undone: Set<String> = []
  /// Whether the screen was the same after each trip, by the names of its lines.
  private var isSameAfter: [String: Bool] = [:]

  init(_ played: [Played] = []) {
    var opened: [(below: String, above: String, line: Trial.Line)] = []
    for base in played {
      for (index, step) in base.steps.enumerated() where step.line.isTyped && !step.prompt.isEmpty {
        let line = Trial.Line(text: step.line.text), from = step.prompt, next = base.prompt(behind: index)
        if !step.choices.isEmpty, Int(TypedLine(line.text).argument) != nil { ofRows[from, default: []].add(line.name) }
        if base.isRefused(at: index) {
          refused[from, default: []].add(line)
        } else if next == from {
          accepted[from, default: []].add(line)
          if let call = base.calls[step.calls].first, call.hasAnswered, !base.mayConfirm(at: index),
            calling[from]?.contains(where: { $0.line.name == line.name }) != true
          {
            calling[from, default: []].append((line, call.name))
          }
          if Self.isUndone(index, base) { undone.insert("\(from) \(line.name)") }
        } else if next.hasPrefix("\(from)/") {
          opened.append((from, next, line))
          noteTrip(from: index, base)
        } else if !next.isEmpty, from.hasPrefix("\(next)/") {
          if waysOut[from]?.contains(where: { $0.name == line.name }) != true {
            waysOut[from, default: []].append(line)
          }
        }
      }
    }
    leaving = Self.leaving(played)
    for (below, above, line) in opened {
      for back in waysOut[above] ?? [] {
        trips[below, default: []].add(Trial.Trip(there: line, back: back))
        for visit in (accepted[above] ?? []).prefix(Self.width) {
          visits[below, default: []].add(Trial.Trip(there: line, visit: visit, back: back))
        }
      }
    }
  }

  /// Whether `undo` takes back the effect of a command on a screen.
  func isUndone(_ line: Trial.Line, on prompt: String) -> Bool { undone.contains("\(prompt) \(line.name)") }

  /// Whether a trip from a screen has changed nothing in any flow.
  func isIdle(_ trip: Trial.Trip, on prompt: String) -> Bool {
    isSameAfter["\(prompt) \(trip.there.name) \(trip.back.name)"] == true
  }

  private mutating func noteTrip(from index: Int, _ base: Played) {
    let prompt = base.steps[index].prompt, rest = base.steps.indices.dropFirst(index + 1)
    guard index > 0, let end = rest.first(where: { base.prompt(behind: $0) == prompt }) else { return }
    let key = "\(prompt) \(base.steps[index].line.name) \(base.steps[end].line.name)"
    let isSame = base.steps[index - 1].screen == base.steps[end].screen
    isSameAfter[key] = isSame && isSameAfter[key] != false
  }

  /// A screen that a flow shows without such an enabled command needs another one before, such as a field, so it promises nothing;
  /// nor does one with a command that no flow types, which may lead out.
  private static func leaving(_ played: [Played]) -> [String] {
    var ways: [String: Set<String>] = [:], shown: [String: Set<[String]>] = [:]
    var typed: [String: Set<String>] = [:], offered: [String: Set<String>] = [:]
    for base in played {
      for (index, step) in base.steps.enumerated() {
        let next = base.prompt(behind: index)
        if step.line.isTyped { typed[step.prompt, default: ["back", "cancel"]].insert(step.line.name) }
        if step.line.isTyped, !"\(next)/".hasPrefix("\(step.prompt)/") {
          ways[step.prompt, default: []].insert(step.line.name)
        }
        guard step.isOnTop else { continue }
        offered[next, default: []].formUnion(step.offered)
        ways[next, default: []].formUnion(["back", "cancel"].filter(step.enabled.contains))
        shown[next, default: []].insert(step.enabled)
      }
    }
    return shown.sorted { $0.key < $1.key }.compactMap { screen, lists in
      let names = ways[screen, default: []].sorted()
      // The path of a promise is also that of deeper screens that end in it.
      guard !names.isEmpty, lists.allSatisfy({ $0.contains(where: names.contains) }),
        offered[screen, default: []].isSubset(of: typed[screen] ?? []),
        !shown.keys.contains(where: { $0.hasSuffix("/\(screen)") })
      else { return nil }
      return ":always enabled \(names.joined(separator: " or enabled ")) unless not at \(screen) or waiting"
    }
  }

  private static func isUndone(_ index: Int, _ base: Played) -> Bool {
    guard index > 0, index + 1 < base.steps.count, base.steps[index + 1].line.name == "undo" else { return false }
    let screens = base.steps[(index - 1)...(index + 1)].map(\.screen)
    return screens[0] == screens[2] && screens[0] != screens[1]
  }
}

extension Array where Element: Equatable {
  /// Appends an element, unless the array has it.
  mutating func add(_ element: Element) { if !contains(element) { append(element) } }
}
