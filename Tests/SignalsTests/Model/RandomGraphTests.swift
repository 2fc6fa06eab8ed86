import Effort
import SignalsTesting
import Testing

@Suite struct RandomGraphTests {
  /// One random graph, and the end of its observation.
  private struct Trial {
    var graph: Graph
    var pipes: [Timeline]
    var disposal = GraphRun.Disposal.none
    /// Whether the observer answers some values with another value, sent into the observed signal.
    var echoes = false

    init(seed: UInt64) {
      var random = SeededNumbers(seed: seed)
      pipes = []
      graph = .random(depth: 4, pipes: &pipes, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: disposal = .at(Int.random(in: 1...3_000_000_000_000, using: &random))
      case 1: disposal = .afterValues(Int.random(in: 1...3, using: &random))
      default: break
      }
      echoes = Int.random(in: 0..<4, using: &random) == 0
    }

    /// The expected events; nil if the model cannot predict them.
    var expected: Timeline? {
      let prediction = Prediction(pipes: pipes)
      var line = graph.timeline(in: prediction, from: 0)
      if prediction.isDoubtful { return nil }
      if echoes { line = line.echoed }
      switch disposal {
      case .none: return line
      case .at(let moment): return line.before(moment)
      case .afterValues(let count):
        guard line.values.count >= count else { return line }
        // Events during the start of the observation come before its disposable is returned.
        return line.values[count - 1].time > 0 ? Timeline(values: Array(line.values.prefix(count))) : line.before(1)
      }
    }

    /// The difference from the expected events; nil if there is none.
    var problem: String? {
      guard let expected else { return nil }
      let (actual, left) = GraphRun(pipes: pipes).observe(graph, disposal, echoes: echoes)
      let times = expected.times + actual.times
      if expected != actual {
        return "expected  \(expected.marbles(at: times))\n    came  \(actual.marbles(at: times))"
      }
      return left.map { "\($0) left after \(actual)" }
    }

    /// The smallest similar trial that still fails.
    var smallest: Trial {
      var smallest = self
      while let next = smallest.smaller.first(where: { $0.problem != nil }) { smallest = next }
      return smallest
    }

    private var smaller: [Trial] {
      func changed(_ change: (inout Trial) -> Void) -> Trial {
        var trial = self
        change(&trial)
        return trial
      }
      return graph.smaller.map { graph in changed { $0.graph = graph } }
        + pipes.indices.filter { !pipes[$0].values.isEmpty }.map { index in
          changed { $0.pipes[index].values.removeLast() }
        }
        + (echoes ? [changed { $0.echoes = false }] : []) + (disposal == .none ? [] : [changed { $0.disposal = .none }])
    }
  }

  @Test("random graphs deliver what a model predicts, and leave nothing")
  func randomGraphs() {
    let count = Effort.runs(short: 3_000, full: 15_000, all: 300_000)
    var delivered = 0, doubtful = 0
    for seed in 0..<count {
      let trial = Trial(seed: UInt64(seed))
      if let expected = trial.expected { delivered += expected.values.count } else { doubtful += 1 }
      guard trial.problem != nil else { continue }
      let smallest = trial.smallest
      Issue.record(
        """
        seed \(seed), \(smallest.disposal)\(smallest.echoes ? ", echoed" : ""): \(smallest.graph)
        \(smallest.pipes.enumerated().map { "pipe \($0)  \($1)" }.joined(separator: "\n"))
        \(smallest.problem ?? "")
        """)
      return
    }
    #expect(delivered > count * 4 / 5)
    #expect(doubtful < count * 3 / 100)
  }
}
