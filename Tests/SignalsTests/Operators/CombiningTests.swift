import Signals
import SignalsTesting
import Testing

@Suite struct CombiningTests {
  @Test func combineLatest() throws {
    let pairs: [Character: String] = ["p": "ax", "q": "bx", "r": "by"]
    let time = VirtualTimeScheduler()
    try expect(joined(time.cold("a-b---|"), time.cold("-x-y-|")), "-pqr--|", pairs, on: time)
  }

  @Test func combineLatestCompletesAtOnceWhenASourceGaveNothing() throws {
    let time = VirtualTimeScheduler()
    try expect(joined(time.cold("a---"), time.cold("--|")), "--|", [:], on: time)
    try expect(joined(time.cold("--|"), time.cold("a---")), "--|", [:], on: time)
  }

  @Test func combineLatestFailsWithEither() throws {
    let time = VirtualTimeScheduler()
    try expect(joined(time.cold("a-^"), time.cold("----")), "--^-", [:], on: time)
    try expect(joined(time.cold("----"), time.cold("a-^")), "--^-", [:], on: time)
  }

  @Test func combineLatestDisposed() throws {
    let time = VirtualTimeScheduler()
    try expect(joined(time.cold("a-b-"), time.cold("-x-")), "-p(q!)-", ["p": "ax", "q": "bx"], on: time)
    #expect(time.pending == 0)
  }

  @Test func combineLatestShowsTheIntermediatePairOfADiamond() {
    let (source, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder(source.map { $0 * 10 }.combineLatest(with: source).map { "\($0.0) \($0.1)" })
    input.send(1)
    input.send(2)
    #expect(recorder.values == ["10 1", "20 1", "20 2"])
  }

  @Test func combineLatestOfThree() {
    let (c, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder(Signals.combineLatest(.just(1), .just(2), c).map { [$0.0, $0.1, $0.2] })
    input.send(3)
    input.send(4)
    #expect(recorder.values == [[1, 2, 3], [1, 2, 4]])
  }

  @Test func zip() throws {
    let time = VirtualTimeScheduler()
    try expect(
      zipped(time.cold("ab----c|"), time.cold("--x--y-z|")), "--p--q-(r|)", ["p": "ax", "q": "by", "r": "cz"], on: time)
  }

  @Test func zipCompletesWithASourceThatHasNothingBuffered() throws {
    let time = VirtualTimeScheduler()
    try expect(zipped(time.cold("a-|"), time.cold("-x----")), "-p|", ["p": "ax"], on: time)
    try expect(zipped(time.cold("--|"), time.cold("x-----")), "--|", [:], on: time)
    try expect(zipped(time.cold("a|"), time.cold("---x---")), "---(p|)", ["p": "ax"], on: time)
  }

  @Test func zipFailsAtOnce() throws {
    let time = VirtualTimeScheduler()
    try expect(zipped(time.cold("ab^"), time.cold("---")), "--^", [:], on: time)
  }

  @Test func zipDisposed() throws {
    let time = VirtualTimeScheduler()
    try expect(zipped(time.cold("a-b"), time.cold("x-y")), "p!-", ["p": "ax"], on: time)
  }

  @Test func withLatest() throws {
    let time = VirtualTimeScheduler()
    let other = try time.cold("-x--y|").catchToValue { _ in "" }
    try expect(
      time.cold("ab--c-d|").withLatest(from: other).map { $0.0 + $0.1 }, "-p--q-r|",
      ["p": "bx", "q": "cy", "r": "dy"], on: time)
  }

  @Test func withLatestObservesTheOtherFirst() throws {
    let time = VirtualTimeScheduler()
    let both = try time.cold("a|").withLatest(from: Signal<String, Never>.just("x")).map { $0.0 + $0.1 }
    try expect(both, "p|", ["p": "ax"], on: time)
  }

  @Test func withLatestFailsAndIsDisposedWithItsSource() throws {
    let time = VirtualTimeScheduler()
    let other = Signal<String, Never>.just("x")
    try expect(time.cold("a^").withLatest(from: other).map { $0.0 + $0.1 }, "p^", ["p": "ax"], on: time)
    try expect(time.cold("-|").withLatest(from: other).map { $0.0 + $0.1 }, "-|", [:], on: time)
    try expect(time.cold("a-b").withLatest(from: other).map { $0.0 + $0.1 }, "p!-", ["p": "ax"], on: time)
  }

  @Test func sample() throws {
    let rows: KeyValuePairs = [
      "ab--c--d|": "---b-c-----(d|)", "|": "|", "a-|": "---(a|)", "-----|": "-----|", "a^": "-^", "----^": "----^",
      "ab--!": "---b!",
    ]
    try expectRows(rows) { source, time in
      source.sample(on: try time.cold("---x-x-----x-").catchToValue { _ in "" })
    }
  }

  @Test func sampleCompletesWithItsTrigger() throws {
    try expectRows(["ab-c-": "--b-|"]) { source, time in
      source.sample(on: try time.cold("--x-|").catchToValue { _ in "" })
    }
  }

  @Test func sampleObservesItsSourceFirst() throws {
    try expectRows(["a-|": "a-|"]) { source, _ in source.sample(on: Signal<Int, Never>.just(1).concat(.never)) }
  }

  /// The operators for signals of one type, by number of arguments and with an array: they have the same rows.
  private static let joins: [@Sendable (Letters, Letters, Letters) -> Letters] = [
    { a, b, c in Signals.combineLatest(a, b, c).map { $0.0 + $0.1 + $0.2 } },
    { a, b, c in Signals.combineLatest(a, b, c, .just("")).map { $0.0 + $0.1 + $0.2 + $0.3 } },
    { a, b, c in .combineLatest([a, b, c]).map { $0.joined() } },
  ]

  @Test(arguments: joins.indices) func combineLatestOfSeveral(index: Int) throws {
    func join(_ a: String, _ b: String, _ c: String, _ expected: String) throws {
      let time = VirtualTimeScheduler(), join = Self.joins[index]
      try expect(
        join(time.cold(a), time.cold(b), time.cold(c)), expected, ["p": "axk", "q": "bxk", "r": "bxl"], on: time)
    }
    try join("a--b-|", "-x----|", "--k-l|", "--pqr-|")
    try join("a-----", "--|", "-k----", "--|")
    try join("a--^", "-x--", "--k-", "--p^")
    try join("a--b", "-x--", "--k-", "--pq!")
  }

  private static let groups: [@Sendable (Letters, Letters, Letters) -> Letters] = [
    { a, b, c in Signals.zip(a, b, c).map { $0.0 + $0.1 + $0.2 } },
    { a, b, c in Signals.zip(a, b, c, Letters.just("").repeat(9)).map { $0.0 + $0.1 + $0.2 + $0.3 } },
    { a, b, c in .zip([a, b, c]).map { $0.joined() } },
  ]

  @Test(arguments: groups.indices) func zipOfSeveral(index: Int) throws {
    func zip(_ a: String, _ b: String, _ c: String, _ expected: String) throws {
      let time = VirtualTimeScheduler(), zip = Self.groups[index]
      try expect(zip(time.cold(a), time.cold(b), time.cold(c)), expected, ["p": "axk", "q": "byl"], on: time)
    }
    try zip("ab----|", "-x-y---|", "--k-l---|", "--p-q-|")
    try zip("ab----|", "-x--|", "--k-l---|", "--p-|")
    try zip("ab|", "-x-y-|", "--k--l--", "--p--(q|)")
    try zip("--|", "x---", "k---", "--|")
    try zip("ab^", "---", "---", "--^")
    try zip("ab--", "-x--", "--k-", "--p!")
  }

  @Test func nothingToCombineIsOver() {
    #expect(Recorder(Letters.combineLatest([])).events == [.completed])
    #expect(Recorder(Letters.zip([])).events == [.completed])
  }

  private func joined(_ a: Letters, _ b: Letters) -> Letters { a.combineLatest(with: b).map { $0.0 + $0.1 } }
  private func zipped(_ a: Letters, _ b: Letters) -> Letters { a.zip(with: b).map { $0.0 + $0.1 } }

  @Test func nothingIsSampledOnceTheObservationIsOver() {
    let (trigger, input) = Signal<Void, Never>.pipe()
    let effects = MutableProperty(0)
    let other = Signal<Int, Never> { _ in input.send(()) }
    let source = Signal<Int, Never>.just(1).doNext { _ in effects.modify { $0 += 1 } }
    let recorder = Recorder(source.withLatest(from: other).map { $0.0 }.prefix(until: trigger))
    #expect(recorder.events == [.completed])
    #expect(effects.value == 0)
  }
}
