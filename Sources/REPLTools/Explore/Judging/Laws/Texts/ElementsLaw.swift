import Foundation
import REPL

/// The lists of answers and data files have the opposite order, and rows are named by their texts.
struct ElementsLaw: Law {
  let name = "elements", part: String? = nil

  /// The same trial with the opposite order of objects.
  nonisolated static func turned(_ trial: Trial) -> Trial {
    func turned(_ value: Any) -> Any {
      if let list = value as? [Any] {
        let all = list.map(turned)
        return all.allSatisfy { $0 is [String: Any] } ? all.reversed() : all
      }
      return (value as? [String: Any])?.mapValues(turned) ?? value
    }
    return trial.withData { text in
      guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
        let data = try? JSONSerialization.data(withJSONObject: turned(value), options: .sortedKeys)
      else { return text }
      return String(decoding: data, as: UTF8.self)
    }
  }

  func usual(_ trial: Trial) -> Trial { Self.turned(trial) }

  func difference(in pair: Comparison) async -> Difference? {
    let index = (pair.firstAdded..<pair.end).first { index in
      let step = pair.changed.steps[index], same = pair.usual.steps[index]
      return !step.isBusy && !same.isBusy
        && (step.prompt != same.prompt || step.isRefused != same.isRefused
          || Comparison.words(step.alerts) != Comparison.words(same.alerts)
          || Comparison.words(step.screen).sorted() != Comparison.words(same.screen).sorted())
    }
    // A smaller trial may have a number in place of a text.
    guard let index, has(pair.changed.steps[index].line), pair.changed.steps[index].line.isTyped,
      !pair.hasFailure(to: index),
      case let steps = [pair.changed.steps[index], pair.usual.steps[index]],
      case let row = TypedLine(steps[0].line.text).argument, Int(row) == nil,
      steps.allSatisfy({ $0.choices.count { $0 == row } == 1 })
    else { return nil }
    // The order may decide what else is shown, such as the next row.
    func own(_ step: Played.Step) -> [String] { Comparison.words(step.screen.filter { $0.contains(row) }).sorted() }
    if steps[0].prompt == steps[1].prompt, steps[0].isRefused == steps[1].isRefused, own(steps[0]) == own(steps[1]) {
      return nil
    }
    return pair.another(at: index) { "\($0) does something else if the data have the opposite order" }
  }
}
