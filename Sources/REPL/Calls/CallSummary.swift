import PlainText
import Signals

extension CallLog {
  /// The calls in order, one line each: `store.save: failed with disk full, as set`.
  func summary(withTimes: Bool) -> [String] {
    calls.isEmpty ? ["(no calls)"] : calls.map { Printable.line("\($0.name): \($0.outcome(withTime: withTimes))") }
  }
}

extension CallLog.Call {
  fileprivate func outcome(withTime: Bool) -> String {
    let setter: String
    switch source {
    case .real, .recorded: setter = ""
    case .missing: return "not stubbed"
    case .stub: setter = ", as stubbed"
    case .fault: setter = ", as set"
    }
    let text =
      switch state {
      case .failed(let failure): "failed with \(failure.text)"
      case _ where !answers.isEmpty: "answered"
      case .completed: "done"
      case .cancelled: "cancelled"
      case .underWay: "under way"
      }
    guard withTime, let time = answers.last?.time ?? end, time > start else { return text + setter }
    if case .cancelled = state { return text + setter }
    return "\(text) after \(DurationText.print(time - start))\(setter)"
  }
}
