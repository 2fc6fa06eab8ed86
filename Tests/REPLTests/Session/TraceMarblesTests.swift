import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@testable import REPL

@MainActor @Suite struct TraceMarblesTests {
  private struct Broken: Error, CustomStringConvertible { var description: String { "no network" } }

  private let app: TracedApp

  init() throws { app = try TracedApp() }

  @Test func marblesAreARowEachOnOneTimeLine() {
    let query = MutableProperty("c").traced("query", by: app.router)
    let (page, input) = Signal<Int, Broken>.pipe()
    let load = Command<Void, Int, Broken> { page }.traced("load", by: app.router)
    app.time.advance(by: .milliseconds(200))
    query.value = "ca"
    app.time.advance(by: .milliseconds(100))
    query.value = "c"
    load.execute()
    let pages = Recorder(Signal<Int, Never>.from([1, 2]).traced("pages", by: app.router))
    app.time.advance(by: .milliseconds(300))
    input.fail(Broken())
    app.router.send(ModuleEvent<Int>("tap"), 5, to: .all).start()
    #expect(
      app.trace.marbles(tick: .milliseconds(100)) == """
        search#2 query  a-ba---  a=c b=ca
        search#2 load   ---[--*  ^=no network
        search#2 pages     *     a=1 b=2
        """)
    #expect(app.trace.marbles(tick: .zero).contains("search#2 query  *  a=c b=ca"))
    withExtendedLifetime(pages) {}
  }

  @Test func marblesOfAValueThatReadsLikeAnEndAndOfAnEmptyOrAVeryLongTimeLine() {
    let words = Recorder(
      Signal<String, Never>.from(["completed", "executing", "failed: x"]).traced("word", by: app.router))
    app.time.advance(by: .seconds(1))
    app.trace.record(.event, module: "search#2", name: "tap", "completed")
    #expect(
      app.trace.marbles(tick: .seconds(1)) == """
        search#2 word  *   a=completed b=executing c=failed: x
        search#2 tap   -a  a=completed
        """)
    #expect(words.isCompleted)
    #expect(Trace(app.time).marbles(tick: .seconds(1)) == "")
    app.time.advance(by: .seconds(1_000_000))
    app.trace.record(.event, module: "search#2", name: "tap", "y")
    let rows = app.trace.marbles(tick: .seconds(1)).split(separator: "\n")
    #expect(rows[1].count < 1_100)
    #expect(rows[1].hasPrefix("search#2 tap   -a----"))
  }
}
