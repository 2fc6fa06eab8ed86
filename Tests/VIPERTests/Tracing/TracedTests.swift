import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER

@MainActor @Suite struct TracedTests {
  private struct Broken: Error, CustomStringConvertible { var description: String { "no network" } }

  private let app = TestApp()
  private let navigator: Navigator
  private let router: Router<Never>

  init() throws {
    navigator = try app.makeNavigator([
      app.module(Route<Void, Never>("base")), app.module(Route<Void, Never>("search")),
    ])
    navigator.open("/base/search").start()
    router = try app.router("search#2")
  }

  private var time: VirtualTimeScheduler { app.time }
  private var trace: Trace { navigator.trace }

  private func lines(_ kinds: Trace.Kind...) -> [String] {
    trace.entries.filter { kinds.contains($0.kind) }.map { "\($0.kind.rawValue) \($0.module) \($0.name) \($0.detail)" }
  }

  @Test func aSignalIsNamedWithItsValuesAndItsEndAndAPropertyUntilItsModuleCloses() {
    let (signal, input) = Signal<Int, Broken>.pipe()
    let traced = signal.traced("page", by: router), before = lines(.bind)
    let query = MutableProperty("c").traced("query", by: router)
    let pages = [Recorder(traced), Recorder(Signal<Int, Broken>.just(7).traced("one", by: router))]
    input.send(1)
    query.value = "ca"
    input.fail(Broken())
    navigator.userBack().start()
    query.value = "cat"
    #expect(before == [] && [pages[0].values, pages[1].values] == [[1], [7]] && pages[0].failure != nil)
    #expect(
      lines(.bind, .value) == [
        "bind search#2 query ", "value search#2 query c", "bind search#2 page ", "bind search#2 one ",
        "value search#2 one 7",
        "bind search#2 one completed", "value search#2 page 1", "value search#2 query ca",
        "bind search#2 page failed: no network",
      ])
  }

  @Test func aCommandIsTracedWithoutItsInputAndOutput() {
    let answers = MutableProperty<[Result<Int, Broken>]>([.success(1), .failure(Broken())])
    let load = Command<String, Int, Broken> { _ in .result { answers.withValue { $0.removeFirst() } } }
      .traced("load", by: router)
    load.execute("secret")
    load.execute("secret")
    #expect(
      lines(.bind, .command) == [
        "bind search#2 load ", "command search#2 load executing", "command search#2 load idle",
        "command search#2 load executing", "command search#2 load idle", "command search#2 load failed: no network",
      ])
  }

  @Test func marblesAreARowEachOnOneTimeLine() {
    let query = MutableProperty("c").traced("query", by: router)
    let (page, input) = Signal<Int, Broken>.pipe()
    let load = Command<Void, Int, Broken> { page }.traced("load", by: router)
    time.advance(by: .milliseconds(200))
    query.value = "ca"
    time.advance(by: .milliseconds(100))
    query.value = "c"
    load.execute()
    let pages = Recorder(Signal<Int, Never>.from([1, 2]).traced("pages", by: router))
    time.advance(by: .milliseconds(300))
    input.fail(Broken())
    router.send(ModuleEvent<Int>("tap"), 5, to: .all).start()
    #expect(
      trace.marbles(tick: .milliseconds(100)) == """
        search#2 query  a-ba---  a=c b=ca
        search#2 load   ---[--*  ^=no network
        search#2 pages     *     a=1 b=2
        """)
    #expect(trace.marbles(tick: .zero).contains("search#2 query  *  a=c b=ca"))
    withExtendedLifetime(pages) {}
  }

  @Test func marblesOfAValueThatReadsLikeAnEndAndOfAnEmptyOrAVeryLongTimeLine() {
    let words = Recorder(
      Signal<String, Never>.from(["completed", "executing", "failed: x"]).traced("word", by: router))
    time.advance(by: .seconds(1))
    trace.record(.event, module: "search#2", name: "tap", "completed")
    #expect(
      trace.marbles(tick: .seconds(1)) == """
        search#2 word  *   a=completed b=executing c=failed: x
        search#2 tap   -a  a=completed
        """)
    #expect(words.isCompleted && Trace(time).marbles(tick: .seconds(1)) == "")
    time.advance(by: .seconds(1_000_000))
    trace.record(.event, module: "search#2", name: "tap", "y")
    let rows = trace.marbles(tick: .seconds(1)).split(separator: "\n")
    #expect(rows[1].count < 1_100 && rows[1].hasPrefix("search#2 tap   -a----"))
  }

  private struct Chrome: Decodable {
    struct Event: Decodable {
      let name: String, cat: String, ph: String, ts: Int64, pid: Int, tid: Int
      let id: String?, s: String?, args: [String: String]
    }
    let traceEvents: [Event]
  }

  @Test func chromeOpensTheJSONWithSpansThatNestInTheirTracks() throws {
    // Two commands of one module overlap, and one still runs when the module closes.
    let first = Command<Void, Int, Broken> { .never }.traced("first", by: router)
    let second = Command<Void, Int, Broken> { .never }.traced("second", by: router)
    time.advance(by: .milliseconds(5))
    first.execute()
    time.advance(by: .milliseconds(1))
    second.execute()
    time.advance(by: .microseconds(500))
    first.cancel()
    navigator.router.push(Route<Void, Never>("base")).start()
    navigator.closeAll()
    let events = try JSONDecoder().decode(Chrome.self, from: Data(trace.chromeJSON().utf8)).traceEvents
    func phases(_ name: String) -> [String] { events.filter { $0.name == name }.map { "\($0.ph) \($0.ts)" } }
    #expect(
      ["search#2", "first", "second"].map(phases) == [
        ["B 0", "E 6500"], ["i 0", "b 5000", "e 6500"], ["i 0", "b 6000"],
      ])
    let names = events.filter { $0.ph == "M" }.compactMap { $0.args["name"] }
    #expect(Set(names) == ["base#1", "search#2", "base#3", "app"] && Set(events.map(\.tid)).count == names.count)
    var open: [Int: [String]] = [:], running: Set<String> = [], problems: [String] = []
    for event in events {
      let fits =
        switch event.ph {
        case "B": open[event.tid, default: []].append(event.name) == ()
        case "E": open[event.tid]?.popLast() == event.name
        case "b": running.insert(event.id ?? "").inserted
        case "e": running.remove(event.id ?? "") != nil
        default: event.ph == "M" || event.ph == "i" && event.s == "t"
        }
      if !fits { problems.append("\(event)") }
    }
    #expect(problems == [] && open.count == 3 && open.values.allSatisfy { $0.isEmpty })
    #expect(running == ["search#2 second"])
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.ph == "M" || $0.ts <= $1.ts })
  }
}
