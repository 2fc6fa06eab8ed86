import Signals
import SignalsTesting

extension OperatorDiagram {
  /// All diagrams, by purpose, in display order.
  static let all: [(purpose: String, diagrams: [OperatorDiagram])] = [
    ("Sources", sources), ("Transforming", transforming), ("Filtering", filtering), ("Combining", combining),
    ("Flattening", flattening), ("Timing", timing), ("Recovering", recovering), ("Sharing and delivering", sharing),
    ("Looking on", watching), ("Properties", properties),
  ]

  private static let sources = [
    OperatorDiagram("Signal/just(_:)", "just", as: "just(a)", [:]) { _ in .just("a") },
    OperatorDiagram("Signal/fail(_:)", "fail", as: "fail", [:]) { _ in .fail(MarbleFailure()) },
    OperatorDiagram("Signal/empty", "empty", as: "empty", [:]) { _ in .empty },
    OperatorDiagram("Signal/never", "never", as: "never", [:]) { _ in .never },
    OperatorDiagram("Signal/from(_:)", "from", as: "from([a, b, c])", [:]) { _ in .from(["a", "b", "c"]) },
    OperatorDiagram("Signal/deferred(_:)", "deferred", as: "deferred { made }", ["made": "a--b|"]) { inputs in
      .deferred { inputs["made"] }
    },
    OperatorDiagram("Signal/result(_:)", "result", as: "result { .success(a) }", [:]) { _ in .result { .success("a") }
    },
    OperatorDiagram("Signal/timer(every:on:)", "timer", as: "timer(every: 3)", [:], columns: 10) { inputs in
      Signal<Int, Never>.timer(every: .seconds(3), on: inputs.time).map { "\($0)" }.promoteFailure()
    },
  ]

  private static let transforming = [
    OperatorDiagram("Signal/map(_:)", "map", as: "map { $0 * 10 }", "1--2--|") { $0.source.map { $0 + "0" } },
    OperatorDiagram("Signal/tryMap(_:)", "tryMap", as: "tryMap { 6 / $0 }", "1--3--0--2|") { inputs in
      inputs.source.tryMap { value throws(MarbleFailure) in
        guard let number = Int(value), number != 0 else { throw MarbleFailure() }
        return "\(6 / number)"
      }
    },
    OperatorDiagram("Signal/compactMap(_:)", "compactMap", as: "compactMap { Int($0) }", "1--x--3|") { inputs in
      inputs.source.compactMap { Int($0) }.map { "\($0)" }
    },
    OperatorDiagram("Signal/scan(_:_:)", "scan", as: "scan(0, +)", "1--2--3--|") { inputs in
      inputs.source.scan(0) { $0 + (Int($1) ?? 0) }.map { "\($0)" }
    },
    OperatorDiagram("Signal/scan(into:_:)", "scanInto", as: "scan(into: 0, +=)", "1--2--3--|") { inputs in
      inputs.source.scan(into: 0) { $0 += Int($1) ?? 0 }.map { "\($0)" }
    },
    OperatorDiagram("Signal/combinePrevious()", "combinePrevious", as: "combinePrevious", "1--2--3|") {
      $0.source.combinePrevious().pairs
    },
    OperatorDiagram("Signal/enumerated()", "enumerated", as: "enumerated", "a--b--|") { inputs in
      inputs.source.enumerated().map { ("\($0.offset)", $0.value) }.pairs
    },
    OperatorDiagram("Signal/reduce(_:_:)", "reduce", as: "reduce(0, +)", "1--2--3--|") { inputs in
      inputs.source.reduce(0) { $0 + (Int($1) ?? 0) }.map { "\($0)" }
    },
    OperatorDiagram("Signal/collect()", "collect", as: "collect", "a--b--|") { inputs in
      inputs.source.collect().map { "[\($0.joined(separator: ","))]" }
    },
    OperatorDiagram("Signal/materialize()", "materialize", as: "materialize", "a--^") { inputs in
      inputs.source.materialize().map { event in
        switch event {
        case .value(let value): "value(\(value))"
        case .failed: "failed"
        case .completed: "completed"
        }
      }.promoteFailure()
    },
  ]

  private static let filtering = [
    OperatorDiagram("Signal/filter(_:)", "filter", as: "filter { $0 > 2 }", "1--4--2--3|") { inputs in
      inputs.source.filter { $0 > "2" }
    },
    OperatorDiagram("Signal/removeDuplicates()", "removeDuplicates", as: "removeDuplicates", "a--a--b--a|") { inputs in
      inputs.source.removeDuplicates()
    },
    OperatorDiagram(
      "Signal/removeDuplicates(by:)", "removeDuplicatesBy", as: "removeDuplicates { abs($0 - $1) < 3 }", "1--3--5--4|"
    ) { inputs in
      inputs.source.removeDuplicates { abs((Int($0) ?? 0) - (Int($1) ?? 0)) < 3 }
    },
    OperatorDiagram("Signal/prefix(_:)", "prefix", as: "prefix(2)", "a--b--c--|") { $0.source.prefix(2) },
    OperatorDiagram(
      "Signal/prefix(while:inclusive:)", "prefixWhile", as: "prefix(while: { $0 < 3 })", "1--2--3--1|"
    ) { inputs in inputs.source.prefix(while: { $0 < "3" }) },
    OperatorDiagram(
      "Signal/prefix(while:inclusive:)", "prefixWhileInclusive", as: "prefix(while: { $0 < 3 }, inclusive: true)",
      "1--2--3--1|"
    ) { inputs in inputs.source.prefix(while: { $0 < "3" }, inclusive: true) },
    OperatorDiagram(
      "Signal/prefix(until:)", "prefixUntil", as: "prefix(until: trigger)",
      ["source": "a--b--c--d|", "trigger": "-----x-----"]
    ) { $0.source.prefix(until: $0.safe("trigger")) },
    OperatorDiagram("Signal/dropFirst(_:)", "dropFirst", as: "dropFirst(1)", "a--b--c|") { $0.source.dropFirst(1) },
    OperatorDiagram("Signal/drop(while:)", "dropWhile", as: "drop(while: { $0 < 3 })", "1--3--2--4|") { inputs in
      inputs.source.drop(while: { $0 < "3" })
    },
    OperatorDiagram("Signal/first(where:)", "firstWhere", as: "first(where: { $0 > 2 })", "1--4--2|") { inputs in
      inputs.source.first(where: { $0 > "2" })
    },
    OperatorDiagram("Signal/first()", "first", as: "first", "--a--b|") { $0.source.first() },
    OperatorDiagram("Signal/ignoreValues()", "ignoreValues", as: "ignoreValues", "a--b--|") {
      $0.source.ignoreValues()
    },
    OperatorDiagram("Signal/replaceEmpty(with:)", "replaceEmpty", as: "replaceEmpty(with: x)", "---|") { inputs in
      inputs.source.replaceEmpty(with: "x")
    },
    OperatorDiagram("Signal/prepend(_:)", "prepend", as: "prepend(x)", "--a--b|") { $0.source.prepend("x") },
  ]

  private static let combining = [
    OperatorDiagram(
      "Signal/combineLatest(_:_:transform:)", "combineLatest", as: "combineLatest(a, b) { … }",
      ["a": "1-----2----|", "b": "---x-----y---|"]
    ) { .combineLatest($0["a"], $0["b"]) { $0 + $1 } },
    OperatorDiagram(
      "Signal/combineLatest(_:transform:)", "combineLatestOfMany", as: "combineLatest([p, q, r]) { … }",
      ["p": "1-----2|", "q": "-x-----|", "r": "--y----|"]
    ) { .combineLatest([$0["p"], $0["q"], $0["r"]]) { $0.joined() } },
    OperatorDiagram(
      "Signal/zip(_:_:transform:)", "zip", as: "zip(a, b) { … }", ["a": "1--2-----3|", "b": "---x---y----|"]
    ) { .zip($0["a"], $0["b"]) { $0 + $1 } },
    OperatorDiagram(
      "Signal/zip(_:transform:)", "zipOfMany", as: "zip([p, q, r]) { … }",
      ["p": "1--2--|", "q": "-x--y-|", "r": "--k---l|"]
    ) { .zip([$0["p"], $0["q"], $0["r"]]) { $0.joined() } },
    OperatorDiagram(
      "Signal/sample(on:)", "sample", as: "sample(on: trigger)",
      ["source": "a-b-----c---d|", "trigger": "---x--x---x-----x-|"]
    ) { $0.source.sample(on: $0.safe("trigger")) },
    OperatorDiagram(
      "Signal/withLatest(from:)", "withLatest", as: "withLatest(from: other)",
      ["source": "1--2--3----4|", "other": "--a-----b|"]
    ) { $0.source.withLatest(from: $0.safe("other")).pairs },
    OperatorDiagram(
      "Signal/withLatest(from:)", "withLatestOfAProperty", as: "withLatest(from: property)",
      ["source": "1--2--3----4|", "property": "a-b-----c---"]
    ) { inputs in
      let property = inputs.property("property")
      return inputs.source.withLatest(from: property).map { pair in withExtendedLifetime(property) { pair } }.pairs
    },
    OperatorDiagram("Signal/merge(_:_:)", "merge", as: "merge(a, b)", ["a": "a-----c--|", "b": "---b----|"]) {
      .merge($0["a"], $0["b"])
    },
    OperatorDiagram(
      "Signal/merge(_:)", "mergeOfMany", as: "merge([p, q, r])",
      ["p": "a-----d|", "q": "--b---|", "r": "----c|"]
    ) { .merge([$0["p"], $0["q"], $0["r"]]) },
    OperatorDiagram(
      "Signal/concat(_:)", "concat", as: "concat(other)", ["source": "a--b|", "other": "c--d|"]
    ) { $0.source.concat($0["other"]) },
    OperatorDiagram(
      "Signal/concat(_:)", "concatOfMany", as: "concat([p, q, r])", ["p": "a--b|", "q": "-c|", "r": "-d-|"]
    ) { .concat([$0["p"], $0["q"], $0["r"]]) },
    OperatorDiagram(
      "Signal/then(_:)", "then", as: "then { next }", ["source": "a--b|", "next": "-c--d|"]
    ) { inputs in inputs.source.then { inputs["next"] } },
  ]

  /// A source whose values are the names of its inner signals.
  private static func flattening(
    _ symbol: String, _ name: String, _ strategy: FlattenStrategy, as call: String,
    _ inputs: KeyValuePairs<String, String> = ["source": "a--b---|", "a": "1--2--3|", "b": "-4--5|"]
  ) -> OperatorDiagram {
    OperatorDiagram(symbol, name, as: call, inputs) { inputs in inputs.source.flatMap(strategy) { inputs[$0] } }
  }

  private static let flattening = [
    OperatorDiagram(
      "Signal/flatMap(_:_:)", "flatMap", as: "flatMap { $0 == a ? p : q }",
      ["source": "a--b---|", "p": "1--2--3|", "q": "-4--5|"]
    ) { inputs in inputs.source.flatMap { inputs[$0 == "a" ? "p" : "q"] } },
    OperatorDiagram(
      "Signal/expand(_:)", "expand", as: "expand { $0 == a ? p : .empty }", ["source": "a--|", "p": "-b-c|"]
    ) { inputs in inputs.source.expand { $0 == "a" ? inputs["p"] : .empty } },
    flattening("FlattenStrategy/merge", "flatMapMerge", .merge, as: "flatMap(.merge)"),
    flattening("FlattenStrategy/concat", "flatMapConcat", .concat, as: "flatMap(.concat)"),
    flattening("FlattenStrategy/latest", "flatMapLatest", .latest, as: "flatMap(.latest)"),
    flattening(
      "FlattenStrategy/first", "flatMapFirst", .first, as: "flatMap(.first)",
      ["source": "a--b-----c|", "a": "1--2--3|", "c": "-4--5|"]),
    flattening(
      "FlattenStrategy/limited(_:)", "flatMapLimited", .limited(2), as: "flatMap(.limited(2))",
      ["source": "a-b-c---|", "a": "1--2--3|", "b": "4--5|", "c": "-6--7|"]),
  ]

  private static let timing = [
    OperatorDiagram("Signal/debounce(_:on:)", "debounce", as: "debounce(2)", "ab----c----d|") { inputs in
      inputs.source.debounce(.seconds(2), on: inputs.time)
    },
    OperatorDiagram("Signal/throttle(_:latest:on:)", "throttle", as: "throttle(3)", "abc------d-e|") { inputs in
      inputs.source.throttle(.seconds(3), on: inputs.time)
    },
    OperatorDiagram(
      "Signal/throttle(_:latest:on:)", "throttleFirst", as: "throttle(3, latest: false)", "abc------d-e|"
    ) { inputs in inputs.source.throttle(.seconds(3), latest: false, on: inputs.time) },
    OperatorDiagram("Signal/delay(_:on:)", "delay", as: "delay(2)", "a--b|") { inputs in
      inputs.source.delay(.seconds(2), on: inputs.time)
    },
    OperatorDiagram("Signal/timeout(_:failingWith:on:)", "timeout", as: "timeout(4)", "a--b-------c|") { inputs in
      inputs.source.timeout(.seconds(4), failingWith: MarbleFailure(), on: inputs.time)
    },
  ]

  private static let recovering = [
    OperatorDiagram("Signal/mapFailure(_:)", "mapFailure", as: "mapFailure { … }", "a--^") { inputs in
      inputs.source.mapFailure { _ in MarbleFailure() }
    },
    OperatorDiagram(
      "Signal/catch(_:)", "catch", as: "catch { handler }", ["source": "a--^", "handler": "-b--c|"]
    ) { inputs in inputs.source.catch { _ in inputs["handler"] } },
    OperatorDiagram("Signal/catchToValue(_:)", "catchToValue", as: "catchToValue { b }", "a--^") { inputs in
      inputs.source.catchToValue { _ in "b" }.promoteFailure()
    },
    OperatorDiagram("Signal/retry(_:)", "retry", as: "retry(1)", "a--^") { $0.source.retry(1) },
    OperatorDiagram("Signal/retry(_:delay:on:)", "retryWithDelay", as: "retry(1, delay: 2)", "a--^") { inputs in
      inputs.source.retry(1, delay: { _, _ in .seconds(2) }, on: inputs.time)
    },
    OperatorDiagram("Signal/repeat(_:)", "repeat", as: "repeat(2)", "a--b-|") { $0.source.repeat(2) },
    OperatorDiagram("Signal/promoteFailure(to:)", "promoteFailure", as: "promoteFailure", "a--b|") { inputs in
      inputs.safe("source").promoteFailure()
    },
  ]

  private static let sharing = [
    OperatorDiagram(
      "Signal/share(replay:once:)", "share", as: "share(replay: 1)", ["source": "a--b--c--|"], others: ["a later one"]
    ) { inputs in
      let shared = inputs.source.share(replay: 1)
      shared.named("a later one", in: inputs.trace).subscribe(on: inputs.later(5)).start()
      return shared
    },
    OperatorDiagram(
      "Signal/share(replay:once:)", "shareOnce", as: "share(replay: 1, once: true)", ["source": "a--b--c|"],
      others: ["a later one"]
    ) { inputs in
      let shared = inputs.source.share(replay: 1, once: true)
      shared.named("a later one", in: inputs.trace).subscribe(on: inputs.later(9)).start()
      return shared
    },
    OperatorDiagram("Signal/map(on:_:)", "mapOn", as: "map(on: .ui) { … }", "1--2--|") { inputs in
      inputs.source.map(on: UIScheduler()) { $0 + "0" }
    },
    OperatorDiagram("Signal/observe(on:)", "observeOn", as: "observe(on: aTickLater)", "ab---c|") { inputs in
      inputs.source.observe(on: inputs.later(1))
    },
    OperatorDiagram("Signal/subscribe(on:)", "subscribeOn", as: "subscribe(on: aTickLater)", "a--b|") { inputs in
      inputs.source.subscribe(on: inputs.later(1))
    },
  ]

  private static let watching = [
    OperatorDiagram("Signal/doValue(_:)", "doValue", as: "doValue(body)", "a--b--|") { inputs in
      inputs.source.doValue(inputs.calls("body"))
    },
    OperatorDiagram("Signal/doFailed(_:)", "doFailed", as: "doFailed(body)", "a--^") { inputs in
      let body = inputs.calls("body")
      return inputs.source.doFailed { _ in body("x") }
    },
    OperatorDiagram("Signal/doCompleted(_:)", "doCompleted", as: "doCompleted(body)", "a--|") { inputs in
      let body = inputs.calls("body")
      return inputs.source.doCompleted { body("x") }
    },
    OperatorDiagram(
      "Signal/doFinally(_:)", "doFinally", as: "doFinally(body)", ["source": "a--b--c|"], columns: 5, disposed: true
    ) { inputs in
      let body = inputs.calls("body")
      return inputs.source.doFinally { body("x") }
    },
    OperatorDiagram("Signal/log(_:file:line:to:)", "log", as: "log(\"query\")", "a--|") { inputs in
      let print = inputs.calls("printed")
      return inputs.source.log("query") { line in print("… " + (line.split(separator: " ").last ?? "")) }
    },
  ]

  private static let properties = [
    OperatorDiagram("PropertyProtocol/signal", "propertySignal", as: "signal", ["source": "a--b--c|"]) { inputs in
      inputs.property("source").signal.promoteFailure()
    },
    OperatorDiagram("PropertyProtocol/changes", "propertyChanges", as: "changes", ["source": "a--b--c|"]) { inputs in
      inputs.property("source").changes.promoteFailure()
    },
    OperatorDiagram("PropertyProtocol/map(_:)", "propertyMap", as: "map { $0 * 10 }", ["source": "1--2--3"]) { inputs in
      inputs.property("source").map { $0 + "0" }.signal.promoteFailure()
    },
    OperatorDiagram(
      "Property/combineLatest(_:_:transform:)", "propertyCombineLatest", as: "combineLatest(a, b) { … }",
      ["a": "1-----2-", "b": "x--y----"]
    ) { Property.combineLatest($0.property("a"), $0.property("b")) { $0 + $1 }.signal.promoteFailure() },
    OperatorDiagram(
      "Property/combineLatest(_:_:_:transform:)", "propertyCombineLatestOfThree", as: "combineLatest(a, b, c) { … }",
      ["a": "1-----2-", "b": "x--y----", "c": "k----l--"]
    ) {
      Property.combineLatest($0.property("a"), $0.property("b"), $0.property("c")) { $0 + $1 + $2 }.signal
        .promoteFailure()
    },
    OperatorDiagram(
      "Property/combineLatest(_:_:_:_:transform:)", "propertyCombineLatestOfFour",
      as: "combineLatest(a, b, c, d) { … }", ["a": "1-----2", "b": "x--y---", "c": "k----l-", "d": "p-q----"]
    ) {
      Property.combineLatest($0.property("a"), $0.property("b"), $0.property("c"), $0.property("d")) {
        $0 + $1 + $2 + $3
      }.signal.promoteFailure()
    },
    OperatorDiagram(
      "Property/combineLatest(_:transform:)", "propertyCombineLatestOfMany", as: "combineLatest([p, q]) { … }",
      ["p": "1-----2-", "q": "x--y----"]
    ) { Property.combineLatest([$0.property("p"), $0.property("q")]) { $0.joined() }.signal.promoteFailure() },
    OperatorDiagram(
      "PropertyProtocol/flatMap(_:)", "propertyFlatMap", as: "flatMap { $0 == a ? p : q }",
      ["source": "a-----b--", "p": "1--2----3", "q": "7------8-"]
    ) { inputs in
      let p = inputs.property("p"), q = inputs.property("q")
      return inputs.property("source").flatMap { $0 == "a" ? p.readOnly : q.readOnly }.signal.promoteFailure()
    },
    OperatorDiagram(
      "PropertyProtocol/removeDuplicates()", "propertyRemoveDuplicates", as: "removeDuplicates", ["source": "1--1--2"]
    ) { $0.property("source").removeDuplicates().signal.promoteFailure() },
    OperatorDiagram(
      "PropertyProtocol/removeDuplicates(by:)", "propertyRemoveDuplicatesBy",
      as: "removeDuplicates { abs($0 - $1) < 3 }", ["source": "1--3--5--4"]
    ) { inputs in
      inputs.property("source").removeDuplicates { abs((Int($0) ?? 0) - (Int($1) ?? 0)) < 3 }.signal.promoteFailure()
    },
    OperatorDiagram("PropertyProtocol/and(_:)", "and", as: "and(other)", ["source": "t-----f-", "other": "f--t----"]) {
      $0.condition("source").and($0.condition("other")).letters
    },
    OperatorDiagram("PropertyProtocol/or(_:)", "or", as: "or(other)", ["source": "f-----t-", "other": "t--f----"]) {
      $0.condition("source").or($0.condition("other")).letters
    },
    OperatorDiagram("PropertyProtocol/not", "not", as: "not", ["source": "t--f-"]) {
      $0.condition("source").not.letters
    },
  ]
}

extension OperatorInputs {
  fileprivate func condition(_ name: String) -> Property<Bool> { property(name).map { $0 == "t" } }
}

extension Property<Bool> {
  fileprivate var letters: Letters { map { $0 ? "t" : "f" }.signal.promoteFailure() }
}
