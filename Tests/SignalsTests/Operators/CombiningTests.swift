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
