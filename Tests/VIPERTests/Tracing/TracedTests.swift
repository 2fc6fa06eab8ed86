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

  @Test func aSignalIsNamedWithItsValuesAndItsEnd() {
    let (signal, input) = Signal<Int, Broken>.pipe()
    let traced = signal.traced("page", by: router)
    #expect(lines(.bind) == [])
    let first = Recorder(traced), second = Recorder(Signal<Int, Broken>.just(7).traced("one", by: router))
    input.send(1)
    input.fail(Broken())
    #expect(first.values == [1] && first.failure != nil && second.values == [7])
    #expect(
      lines(.bind, .value) == [
        "bind search#2 page ", "bind search#2 one ", "value search#2 one 7", "bind search#2 one completed",
        "value search#2 page 1", "bind search#2 page failed: no network",
      ])
  }

  @Test func aPropertyIsNamedUntilItsModuleCloses() {
    let query = MutableProperty("c").traced("query", by: router)
    query.value = "ca"
    navigator.userBack().start()
    query.value = "cat"
    #expect(lines(.value) == ["value search#2 query c", "value search#2 query ca"])
  }

  @Test func aCommandIsTracedWithoutItsInputAndOutput() {
    let answers = MutableProperty<[Result<Int, Broken>]>([.success(1), .failure(Broken())])
    let load = Command<String, Int, Broken> { _ in .result { answers.modify { $0.removeFirst() } } }
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

  @Test func aValueThatReadsLikeAnEndIsAValue() {
    let words = Recorder(
      Signal<String, Never>.from(["completed", "executing", "failed: x"]).traced("word", by: router))
    time.advance(by: .seconds(1))
    trace.record(.event, module: "search#2", name: "tap", "completed")
    #expect(
      trace.marbles(tick: .seconds(1)) == """
        search#2 word  *   a=completed b=executing c=failed: x
        search#2 tap   -a  a=completed
        """)
    #expect(words.isCompleted)
  }

  @Test func marblesOfAnEmptyOrAVeryLongTimeLine() {
    #expect(Trace(time).marbles(tick: .seconds(1)) == "")
    trace.record(.event, module: "a#1", name: "tap", "x")
    time.advance(by: .seconds(1_000_000))
    trace.record(.event, module: "a#1", name: "tap", "y")
    let row = trace.marbles(tick: .milliseconds(1))
    #expect(row.count < 1_100)
    #expect(row.hasPrefix("a#1 tap  a-----"))
  }

  private struct Chrome: Decodable {
    struct Event: Decodable {
      let name: String, cat: String, ph: String, ts: Int64, pid: Int, tid: Int
      let id: String?, s: String?, args: [String: String]
    }
    let traceEvents: [Event]
  }
  private func chromeEvents() throws -> [Chrome.Event] {
    try JSONDecoder().decode(Chrome.self, from: Data(trace.chromeJSON().utf8)).traceEvents
  }

  @Test func chromeOpensTheJSON() throws {
    let load = Command<Void, Int, Broken> { .never }.traced("load", by: router)
    time.advance(by: .milliseconds(5))
    load.execute()
    time.advance(by: .microseconds(1500))
    load.cancel()
    navigator.userBack().start()
    let events = try chromeEvents()
    func phases(_ name: String) -> [String] { events.filter { $0.name == name }.map { "\($0.ph) \($0.ts)" } }
    #expect(phases("search#2") == ["B 0", "E 6500"])
    #expect(phases("load") == ["i 0", "b 5000", "e 6500"])
    let names = events.filter { $0.ph == "M" }.compactMap { $0.args["name"] }
    #expect(Set(names) == ["base#1", "search#2", "app"])
    #expect(Set(events.map(\.tid)).count == names.count)
    #expect(events.allSatisfy { $0.ph != "i" || $0.s == "t" })
  }

  @Test func spansNestInTheirTracks() throws {
    // Two commands of one module overlap, and one still runs when the module closes.
    let first = Command<Void, Int, Broken> { .never }.traced("first", by: router)
    let second = Command<Void, Int, Broken> { .never }.traced("second", by: router)
    first.execute()
    time.advance(by: .milliseconds(1))
    second.execute()
    time.advance(by: .milliseconds(1))
    first.cancel()
    navigator.router.push(Route<Void, Never>("base")).start()
    navigator.closeAll()
    let events = try chromeEvents()
    var open: [Int: [String]] = [:], running: Set<String> = []
    for event in events {
      switch event.ph {
      case "B": open[event.tid, default: []].append(event.name)
      case "E": #expect(open[event.tid]?.popLast() == event.name)
      case "b": #expect(running.insert(event.id ?? "").inserted)
      case "e": #expect(running.remove(event.id ?? "") != nil)
      default: #expect(["M", "i"].contains(event.ph))
      }
    }
    #expect(open.count == 3 && open.values.allSatisfy { $0.isEmpty })
    #expect(running == ["search#2 second"])
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.ph == "M" || $0.ts <= $1.ts })
  }

  @Test func aTraceThatIsOffKeepsNothingAndEvaluatesNoText() {
    let quiet = Trace(time)
    quiet.isOn = false
    var asked = 0
    func text() -> String {
      asked += 1
      return ""
    }
    quiet.record(.value, module: "a#1", name: text(), text())
    #expect(asked == 0 && quiet.entries.isEmpty)
    quiet.isOn = true
    quiet.record(.value, module: "a#1", name: text(), text())
    #expect(asked == 2 && quiet.entries.count == 1)
  }
}
