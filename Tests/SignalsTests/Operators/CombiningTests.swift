import Signals
import SignalsTesting
import Testing

@Suite struct CombiningTests {
  @Test func combineLatestShowsTheIntermediatePairOfADiamond() {
    let (source, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder(Signal.combineLatest(source.map { $0 * 10 }, source) { "\($0) \($1)" })
    input.send(1)
    input.send(2)
    #expect(recorder.values == ["10 1", "20 1", "20 2"])
  }

  /// An operator in one of its forms: of two signals, of three and four, of an array. All forms have the same rows.
  private typealias Form = @Sendable (Letters, Letters, Letters) -> Letters

  /// The forms of an operator, and rows of three sources and the expected events.
  private static let joins: [String: (forms: [Form], rows: [(String, String, String, String)])] = [
    "combineLatest": (
      [
        { a, b, c in .combineLatest(.combineLatest(a, b) { $0 + $1 }, c) { $0 + $1 } },
        { a, b, c in .combineLatest(a, b, c) { $0 + $1 + $2 } },
        { a, b, c in .combineLatest(a, b, c, Letters.just("")) { $0 + $1 + $2 + $3 } },
        { a, b, c in .combineLatest([a, b, c]) { $0.joined() } },
      ],
      [
        ("a--b-|", "-x----|", "--k-l|", "--prs-|"), ("a-----", "--|", "-k----", "--|"), ("--|", "a---", "-k--", "--|"),
        ("a--^", "-x--", "--k-", "--p^"), ("a---", "-x-^", "--k-", "--p^"), ("a--b", "-x--", "--k-", "--pr!"),
      ]
    ),
    // It completes with a source that has nothing buffered.
    "zip": (
      [
        { a, b, c in .zip(.zip(a, b) { $0 + $1 }, c) { $0 + $1 } },
        { a, b, c in .zip(a, b, c) { $0 + $1 + $2 } },
        { a, b, c in .zip(a, b, c, Letters.just("").repeat(9)) { $0 + $1 + $2 + $3 } },
        { a, b, c in .zip([a, b, c]) { $0.joined() } },
      ],
      [
        ("ab----|", "-x-y---|", "--k-l---|", "--p-q-|"), ("ab----|", "-x--|", "--k-l---|", "--p-|"),
        ("ab|", "-x-y-|", "--k--l--", "--p--(q|)"), ("a-|", "-x---", "-k---", "-p|"), ("--|", "x---", "k---", "--|"),
        ("ab^", "---", "---", "--^"), ("ab--", "-x--", "--k-", "--p!"),
      ]
    ),
  ]

  @Test(arguments: joins.keys.sorted(), 0..<4) func allFormsHaveTheseRows(name: String, form: Int) throws {
    let letters: [Character: String] = ["p": "axk", "q": "byl", "r": "bxk", "s": "bxl"]
    let join = try #require(Self.joins[name])
    for (a, b, c, expected) in join.rows {
      let time = VirtualTimeScheduler()
      try expect(join.forms[form](time.cold(a), time.cold(b), time.cold(c)), expected, letters, on: time)
    }
  }

  @Test func nothingToCombineIsOver() throws {
    let none: [Letters] = [
      .combineLatest([Letters]()) { $0.joined() }, .zip([Letters]()) { $0.joined() }, .merge([]), .concat([]),
    ]
    for signal in none { try expect(signal, "|", on: VirtualTimeScheduler()) }
  }

  static let operators: [Operator] = [
    Operator("withLatest", ["ab--c-d|": "-p--q-r|"]) { source, time in
      let pairs = ["bx": "p", "cy": "q", "dy": "r"]
      return source.withLatest(from: try time.cold("-x--y|").catchToValue { _ in "" }).map { pairs[$0 + $1] ?? "?" }
    },
    Operator("withLatest of a property", ["ab--c|": "pq--r|", "|": "|", "a-^": "p-^", "(ab|)": "(pq|)", "a!b": "p!-"]) {
      source, _ in
      let pairs = ["ax": "p", "bx": "q", "cx": "r"], property = MutableProperty("x")
      return source.withLatest(from: property).map { pairs[$0 + $1] ?? "?" }
    },
    // It observes the other signal first.
    Operator("withLatest of a value at once", ["a|": "p|", "a^": "p^", "-|": "-|", "a!b": "p!-"]) { source, _ in
      source.withLatest(from: Signal.just("x")).map { ["ax": "p"][$0 + $1] ?? "?" }
    },
    Operator(
      "sample",
      [
        "ab--c--d|": "---b-c-----(d|)", "|": "|", "a-|": "---(a|)", "-----|": "-----|", "a^": "-^", "----^": "----^",
        "ab--!": "---b!",
      ]
    ) { source, time in source.sample(on: try time.cold("---x-x-----x-").catchToValue { _ in "" }) },
    // It completes with its trigger.
    Operator("sample on a trigger that completes", ["ab-c-": "--b-|"]) { source, time in
      source.sample(on: try time.cold("--x-|").catchToValue { _ in "" })
    },
    // It observes its source first.
    Operator("sample on a value at once", ["a-|": "a-|"]) { source, _ in
      source.sample(on: Signal<Int, Never>.just(1).concat(.never))
    },
  ]

  @Test func aPropertyIsReadWhenTheValuePasses() {
    let count = MutableProperty(0), taps = MutableProperty(0), title = count.map { "title \($0)" }
    count.bind(to: taps)
    let both = Recorder(taps.changes.withLatest(from: title).map { "\($0) \($1)" })
    count.value = 7
    #expect(both.values == ["7 \(title.value)"])
  }

  @Test func aPropertyThatIsReadIsNotRetainedAndLeavesItsLastValue() {
    let (taps, input) = Signal<Int, Never>.pipe()
    var root: MutableProperty? = MutableProperty(1), tens = root?.map { $0 * 10 }
    weak let released = root
    let recorder = tens.map { Recorder(taps.withLatest(from: $0).map { $0 + $1 }) }
    root?.value = 2
    root = nil
    tens = nil
    #expect(released == nil)
    input.send(3)
    #expect(recorder?.values == [23])
  }

  @Test(arguments: operators) func hasTheseRows(_ operation: Operator) throws { try operation.expectRows() }
}
