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
    // The order may decide what else is shown, and which row comes next.
    guard let index, pair.changed.steps[index].line.isPart(part), pair.changed.steps[index].line.isTyped,
      !pair.hasFailure(to: index)
    else { return nil }
    return pair.another(at: index) { "\($0) does something else if the data have the opposite order" }
  }
}
