import Foundation
import REPL

/// Other answers and data files: a text of theirs ends in signs, or a message a secret; lists have the opposite order; or a server
/// answers with a page.
@MainActor enum DataTrials {
  private static let page = (
    name: "page.html", text: "HTTP/1.1 404\ncontent-type: text/html\n\n<html><body>Not found</body></html>\n"
  )

  /// The trials of a flow, each with the screen or the commands that it is about.
  static func all(of trial: Trial, _ base: Played, _ habits: Habits) -> [(asked: AskedTrial, place: String)] {
    guard let open = trial.lines.firstIndex(where: \.opens) else { return [] }
    var all: [(AskedTrial, String)] = []
    for text in texts(of: trial) {
      func shows(_ step: Played.Step, _ text: String) -> Bool { step.screen.contains { $0.contains(text) } }
      guard let shown = base.steps.firstIndex(where: { shows($0, text) }),
        !base.steps.contains(where: { shows($0, text + Spelling.letters) })
      else { continue }
      let signed = Spelling.signed(trial, text).marked(at: [open])
      all.append(((signed, .difference(.spelling)), base.prompt(behind: shown)))
    }
    let alerts = base.steps.flatMap(\.alerts)
    for (message, place) in secrets(base).map({ (" \($0)", "secret") }) + [(nil, "no message")] {
      let answered = trial.withData { data in
        data.replacing(/("(?:message|msg|error|detail|reason|hint)"\s*:\s*")([^"\\]+)"/) { match in
          // Without it, a row may show nothing, or a promise of the app be broken.
          let isNeeded = (trial.promises + base.steps.flatMap(\.rows)).contains { $0.contains(match.2) }
          guard alerts.contains(where: { $0.contains(match.2) }), message != nil || !isNeeded else {
            return String(match.0)
          }
          return "\(match.1)\(message.map { match.2 + $0 } ?? "")\""
        }
      }
      if answered.lines != trial.lines || answered.files != trial.files {
        all.append(((answered, .promises), place))
      }
    }
    for (index, line) in trial.lines.enumerated() {
      guard case .stub(let name, let answer, _, _, _) = line.command else { continue }
      // A text is no answer of a server.
      if case .json(let json) = answer, !"[{".contains(json.prefix(1)) { continue }
      var other = trial
      other.hasOtherData = true
      other.lines[index] = .choice(":stub \(name) -> @\(page.name)")
      other.files[page.name] = page.text
      all.append(((other, .promises), "\(name) \(base.prompt(behind: index))"))
    }
    // A row has another number then, so it is named by its text.
    var named = trial, rows: [Int] = []
    for (index, step) in base.steps.enumerated() where !step.isRefused {
      let all = step.choices, number = Int(TypedLine(step.line.text).argument) ?? 0
      guard all.indices.contains(number - 1), all.count(where: { $0 == all[number - 1] }) == 1 else { continue }
      named.lines[index].text = "\(step.line.name) \(all[number - 1])"
      rows.append(index)
    }
    if trial.promises.contains(where: { $0.contains(/\brow \d/) }) || named.turned.turned == named.turned { return all }
    if !rows.isEmpty {
      let places = rows.map { "\(base.steps[$0].prompt) \(named.lines[$0].name)" }
      all.append(((named.turned.marked(at: [open] + rows), .difference(.elements)), places.joined(separator: " ")))
    }
    // The last row, which may have something in common with an earlier one.
    for (index, step) in base.steps.enumerated() where step.rows.count > 1 && !step.isBusy && index >= open {
      let prompt = base.prompt(behind: index), marked = named.marked(at: [open] + rows)
      for command in habits.ofRows[prompt] ?? [] {
        let opened = marked.with(marked.lines[...index] + [.choice("\(command) \(step.rows[step.rows.count - 1])")])
        for data in [opened.turned, opened.turned.turned] {
          all.append(((data, .difference(.elements)), "\(prompt) last \(command) \(data == opened.turned)"))
        }
      }
    }
    return all
  }

  /// The texts that were typed into secret fields, and that can stand in JSON.
  private static func secrets(_ base: Played) -> [String] {
    let lines = base.steps.filter { $0.inputs.contains("\($0.line.name): ***") }.map(\.line)
    return Set(lines.map { TypedLine($0.text).argument }).filter { !$0.contains(/["\\\p{Cc}]/) }.sorted()
  }

  /// The texts of letters in the data, without the names of values, of which no other line and no promise has one.
  private static func texts(of trial: Trial) -> [String] {
    let data = trial.lines.filter(\.setsAnswer).map(\.text) + trial.files.values.sorted()
    let others = trial.lines.filter { !$0.setsAnswer }.map(\.text) + trial.promises
    let texts = Set(
      data.flatMap { $0.matches(of: /"([^"\\]*)"(\s*:)?/) }.filter { $0.2 == nil }.map { String($0.1) })
    return texts.filter { text in TextTrials.isPlain(text) && !others.contains { $0.contains(text) } }.sorted()
  }
}

extension Trial {
  /// The same trial, with these lines as the change.
  fileprivate func marked(at indices: [Int]) -> Trial {
    var trial = self
    for index in indices { trial.lines[index].isChoice = true }
    return trial
  }
}

extension Trial.Line {
  fileprivate var setsAnswer: Bool { if case .stub = command { true } else { false } }
}
