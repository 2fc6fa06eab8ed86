import Effort
import Signals
import SignalsTesting
import Testing

@Suite struct RandomPropertyTests {
  @Test("random properties are whole, compute once a write, and leave nothing")
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

  @Test("random properties on three threads end at the state of their roots")
  func threads() async {
    await race(times: Effort.runs(short: 200, full: 600, all: 10_000)) { seed in
      let graph = PropertyGraph(seed: UInt64(seed)), roots = graph.roots.map { MutableProperty($0) }
      let all = PropertyGraphRun.properties(graph, Dictionary(uniqueKeysWithValues: zip(graph.roots, roots)))
      let observers = Protected(all.enumerated().map { ($0, Recorder($1.signal)) }), bag = DisposeBag()
      // An observer that writes, too.
      roots[0].changes.observeValues { if $0 < 3 { roots[roots.count - 1].value = $0 + 1 } }.stored(in: bag)
      @Sendable func write(_ thread: Int) {
        var random = SeededNumbers(seed: UInt64(3 * seed + thread))
        for _ in 0..<40 { roots.randomElement(using: &random)?.value = Int.random(in: 0..<5, using: &random) }
      }
      func holds() -> Bool {
        let values = graph.evaluated(Dictionary(uniqueKeysWithValues: zip(graph.roots, roots.map(\.value)))).map(
          \.value)
        bag.dispose()
        return all.map(\.value) == values
          && observers.withLock { $0 }.allSatisfy { node, recorder in
            let told = recorder.values, isDistinct = if case .distinct = graph.nodes[node] { true } else { false }
            return told.last == values[node] && !(isDistinct && zip(told, told.dropFirst()).contains(where: ==))
          }
      }
      return Round(
        { write(0) }, { write(1) },
        {
          var random = SeededNumbers(seed: UInt64(3 * seed + 2))
          for _ in 0..<20 {
            let node = Int.random(in: 0..<all.count, using: &random)
            _ = all[node].value
            let recorder = Recorder(all[node].signal)
            if Bool.random(using: &random) {
              recorder.dispose()
            } else {
              observers.withLock { $0.append((node, recorder)) }
            }
          }
        }, holds: holds)
    }
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
      // A property may compute once for each write, and once at first; each once more if somebody reads it, or begins to observe
      // it, before the write of an observer is delivered.
      var writes = step == 0 ? 1 : 0
      if case .write(_, _, let echo, let reads, let observes) = operation {
        writes = echo == nil ? 1 : reads || observes != nil ? 4 : 2
      }
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
