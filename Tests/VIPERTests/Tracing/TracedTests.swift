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
    #expect(before == [])
    #expect([pages[0].values, pages[1].values] == [[1], [7]])
    #expect(pages[0].failure != nil)
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
}
