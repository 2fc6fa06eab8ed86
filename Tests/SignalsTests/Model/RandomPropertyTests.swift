import Testing

@Suite struct RandomPropertyTests {
  @Test("5,000 random compositions of properties notify once for each write, are never torn, and leave nothing behind")
  func randomProperties() {
    var delivered = 0
    for seed in 0..<5_000 as Range<UInt64> {
      let graph = PropertyGraph(seed: seed)
      delivered += graph.prediction.observed.reduce(0) { $0 + $1.signal.count }
      guard graph.problem != nil else { continue }
      let smallest = graph.smallest
      Issue.record(
        "seed \(seed)\n\("\(smallest)".replacing("SignalsTests.PropertyGraph.", with: ""))\n\(smallest.problem ?? "")")
      return
    }
    #expect(delivered > 17_000)
  }
}
