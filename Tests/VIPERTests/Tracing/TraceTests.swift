import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct TraceTests {
  @Test func keepsEntriesAndHandsThemOn() {
    let time = VirtualTimeScheduler()
    let lines = MutableProperty<[String]>([])
    let trace = Trace(time) { entry in lines.modify { $0.append(entry.description) } }
    trace.record(.event, module: "a#1", name: "tap", "once")
    time.advance(by: .seconds(1))
    trace.record(.free, module: "a#1")
    #expect(lines.value == ["0.0 seconds event a#1 tap once", "1.0 seconds free a#1"])
    #expect(trace.entries.map(\.description) == lines.value)
  }

  @Test func routesAreTheLinkLog() throws {
    let app = TestApp()
    let navigator = try app.makeNavigator()
    navigator.open("/home/details;value=a").start()
    navigator.userBack().start()
    #expect(
      navigator.trace.entries.filter { $0.kind == .route }.map(\.detail) == ["home#1", "home#1/details#2", "home#1"])
    #expect(navigator.trace.entries.filter { $0.kind == .attach }.map(\.module) == ["home#1", "details#2"])
    #expect(navigator.trace.entries.filter { $0.kind == .free }.map(\.module) == ["details#2"])
  }
}
