import Effort
import Testing

@Suite struct RandomPropertyTests {
  @Test("random compositions of properties compute and notify once for each write, are never torn, and leave nothing")
  func randomProperties() {
    let count = Effort.runs(short: 500, full: 1_500, all: 20_000)
    var delivered = 0
    for seed in 0..<count {
      var graph = PropertyGraph(seed: UInt64(seed))
      delivered += graph.prediction.observed.reduce(0) { $0 + $1.told.joined().count }
      if graph.problem == nil { continue }
      // The smallest similar graph that still fails.
      while let next = graph.smaller.first(where: { $0.problem != nil }) { graph = next }
      Issue.record(
        "seed \(seed)\n\("\(graph)".replacing("SignalsTests.PropertyGraph.", with: ""))\n\(graph.problem ?? "")")
      return
    }
    #expect(delivered > count * 17 / 5)
  }
}

extension PropertyGraph {
  /// The difference between the prediction and the run; nil if there is none.
  fileprivate var problem: String? {
    let expected = prediction, actual = PropertyGraphRun(self)
    for (step, (values, expected)) in zip(actual.values, expected.values).enumerated() where values != expected {
      return "step \(step): \(values), not \(expected)"
    }
    if let problem = actual.tornRead ?? actual.wronglyTold { return problem }
    for (step, operation) in operations.enumerated() {
      // A property may compute once for each write, and once at first.
      var writes = step == 0 ? 1 : 0
      if case .write(_, _, let echo, _, _) = operation { writes = echo == nil ? 1 : 2 }
      for (node, count) in actual.computations[step].enumerated() where count > writes {
        return "step \(step): \(node) was computed \(count) times for \(writes) writes"
      }
    }
    for (actual, expected) in zip(actual.observed, expected.observed) {
      for (offset, (told, all)) in zip(actual.signal, expected.told).enumerated() {
        let place = "step \(expected.start + offset): \(expected.node) gave"
        if !isLawful(told, all, expected.node, expected.start + offset) { return "\(place) \(told), not \(all)" }
        let changes = offset == 0 ? Array(told.dropFirst()) : told
        if actual.changes[offset] != changes { return "\(place) changes \(actual.changes[offset]), not \(changes)" }
      }
    }
    return actual.isLeft ? "a root is left" : nil
  }

  /// A property with one root delivers every value. A property of several roots, and one behind a `flatMap` or a
  /// `removeDuplicates`, may skip states that were written before they could be delivered, but not the last one.
  private func isLawful(_ told: [Int], _ expected: [Int], _ node: Int, _ step: Int) -> Bool {
    if told == expected { return true }
    if origins(of: node).count < 2 || expected.count < 2 { return false }
    let values = prediction.values
    // A subsequence, which ends with the last value.
    var rest = expected[...]
    for value in told {
      guard let index = rest.firstIndex(of: value) else { return false }
      rest = rest[(index + 1)...]
    }
    return (told.last ?? values[step - 1][node]) == values[step][node]
  }
}
