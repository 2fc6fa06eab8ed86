import Foundation
import REPL

/// A field gets another text, or the data are others.
extension Law {
  /// A field gets a text that shows nothing, instead of an empty one: the app refuses both.
  static let blank = Law(name: "blank", usual: { $0.replacing($1) { .choice("\($0.name) ") } }) { pair in
    let lines = pair.changed.steps.indices.dropFirst(pair.lastAdded + 1).prefix { index in
      pair.changed.steps[index].prompt == pair.usual.steps[index].prompt
    }
    // The first refusal of the usual session: what follows depends on it.
    guard ![pair.changed, pair.usual].contains(where: { $0.isRefused(at: pair.lastAdded) }),
      let index = lines.first(where: pair.usual.isRefused), !pair.changed.isRefused(at: index),
      !pair.hasFailure(to: index)
    else { return nil }
    return pair.another(at: index, isInOutput: true) {
      "\($0) needs a text for '\(pair.addedLines[0].name)', and takes an invisible one (U+2060)"
    }
  }

  /// A secret is typed into a field, before its screen is left by a link and opened again.
  static let secret = Law(name: "secret") { pair in
    let steps = pair.changed.steps, last = pair.end - 1, typed = steps[pair.lastAdded]
    // A smaller trial may not leave the screen.
    guard last > pair.lastAdded, steps[last].line.opens, !steps[last].isRefused,
      [pair.changed, pair.usual].allSatisfy({ $0.prompt == typed.prompt }),
      (pair.lastAdded...last).contains(where: { index in
        !"\(pair.changed.prompt(behind: index))/".hasPrefix("\(typed.prompt)/")
      }),
      let kept = steps[last].inputs.first(where: { $0 == "\(typed.line.name): ***" }),
      !pair.usualStep(last).inputs.contains(kept)
    else { return nil }
    return Difference(index: last, title: "A secret is still in its field when the screen is opened again: '\(kept)'")
  }

  /// A password is typed with a blank before it, where another one has another effect.
  static let trim = Law(name: "trim", usual: { $0.replacing($1) { $0.beginning(with: "") } }) { pair in
    let lines = pair.trial.lines.map { pair.law.has($0) ? $0.beginning(with: "x") : $0 }
    let other = await pair.player.play(pair.trial.with(lines))
    guard other.steps.count == pair.changed.steps.count, !other.isUnanswered,
      let index = pair.firstUnlike(from: pair.lastAdded + 1, in: other), pair.changed.steps[index].line.isTyped,
      pair.firstUnlike(from: 0) ?? .max > index
    else { return nil }
    return pair.another(at: index) {
      "\($0) takes the '\(pair.addedLines[0].name)' with a blank before it for the one without"
    }
  }

  /// The lists of answers and data files have the opposite order, and rows are named by their texts.
  static let elements = Law(name: "elements", usual: { trial, _ in trial.turned }) { pair in
    func words(_ lines: [String]) -> [String] { Comparison.words(lines).sorted() }
    let index = (pair.firstAdded..<pair.end).first { index in
      let step = pair.changed.steps[index], same = pair.usual.steps[index]
      return !step.isBusy && !same.isBusy
        && (step.prompt != same.prompt || step.isRefused != same.isRefused
          || Comparison.words(step.alerts) != Comparison.words(same.alerts) || words(step.screen) != words(same.screen))
    }
    // A smaller trial may have a number in place of a text.
    guard let index, pair.law.has(pair.changed.steps[index].line), pair.changed.steps[index].line.isTyped,
      !pair.hasFailure(to: index),
      case let step = pair.changed.steps[index], case let same = pair.usual.steps[index],
      case let row = TypedLine(step.line.text).argument, Int(row) == nil,
      [step, same].allSatisfy({ $0.choices.count { $0 == row } == 1 })
    else { return nil }
    // The order may decide what else is shown, such as the next row. An answer has an order of its own.
    let opens = pair.changed.prompt(behind: index).hasPrefix("\(step.prompt)/") && step.calls.isEmpty
    func own(_ step: Played.Step) -> [String] { words(step.screen.filter { opens || $0.contains(row) }) }
    if step.prompt == same.prompt, step.isRefused == same.isRefused, own(step) == own(same) { return nil }
    // For a row that no line of the flow names, either order may be the wrong one: the one that shows less of the row, or in which it
    // comes after a row that was taken for it.
    if step.line.number == nil {
      func place(_ step: Played.Step) -> (Int, Int) {
        (-step.screen.count { $0.contains(row) }, step.choices.firstIndex(of: row) ?? 0)
      }
      if place(step) < place(same) { return nil }
    }
    if opens, step.prompt == same.prompt, step.isRefused == same.isRefused {
      var isOfOther = false
      for other in step.choices.prefix(Habits.width) where other != row && !isOfOther {
        let steps = await pair.steps(of: pair.trial.lines[..<index] + [.choice("\(step.line.name) \(other)")])
        isOfOther = steps.last?.screen == step.screen
      }
      if !isOfOther { return nil }
    }
    return pair.another(at: index) { "\($0) does something else if the data have the opposite order" }
  }
}

extension Trial.Line {
  /// The same password with another beginning.
  func beginning(with start: String) -> Trial.Line {
    .choice("\(name) \(start)\(TypedLine(text).argument.drop { $0 == " " })")
  }
}

extension Trial {
  /// The same trial with the opposite order of objects in its data.
  var turned: Trial {
    func turned(_ value: Any) -> Any {
      if let list = value as? [Any] {
        return list.allSatisfy { $0 is [String: Any] } ? list.reversed() : list.map(turned)
      }
      return (value as? [String: Any])?.mapValues(turned) ?? value
    }
    return withData { text in
      guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
        let data = try? JSONSerialization.data(withJSONObject: turned(value), options: .sortedKeys)
      else { return text }
      return String(decoding: data, as: UTF8.self)
    }
  }
}
