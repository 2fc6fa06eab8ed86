import Effort
import Testing

@Suite struct RandomPropertyTests {
  @Test("random compositions of properties compute and notify once for each write, are never torn, and leave nothing")
  func randomProperties() {
    let count = Effort.runs(short: 500, full: 5_000)
    var delivered = 0
    for seed in 0..<count {
      let graph = PropertyGraph(seed: UInt64(seed))
      delivered += graph.prediction.observed.reduce(0) { $0 + $1.signal.joined().count }
      guard graph.problem != nil else { continue }
      let smallest = graph.smallest
      Issue.record(
        "seed \(seed)\n\("\(smallest)".replacing("SignalsTests.PropertyGraph.", with: ""))\n\(smallest.problem ?? "")")
      return
    }
    #expect(delivered > count * 17 / 5)
  }
}
