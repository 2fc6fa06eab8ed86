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

  @Test(arguments: [(1, [2]), (2, [1, 2]), (Int.max, [0, 1, 2])]) func keepsAsManyEntriesAsItsLimit(
    limit: Int, kept: [Int]
  ) {
    let trace = Trace(VirtualTimeScheduler(), keeping: limit)
    for number in 0..<3 { trace.record(.value, module: "\(number)") }
    #expect(trace.entries.map(\.module) == kept.map(String.init))
  }

  @Test func routesAreTheLinkLog() throws {
    let navigator = try TestApp().open("/home/details;value=a")
    navigator.userBack().start()
    func entries(_ kind: Trace.Kind) -> [Trace.Entry] { navigator.trace.entries.filter { $0.kind == kind } }
    #expect(entries(.route).map(\.detail) == ["home#1", "home#1/details#2", "home#1"])
    #expect(entries(.attach).map(\.module) == ["home#1", "details#2"])
    #expect(entries(.free).map(\.module) == ["details#2"])
    let focus = ["home#1 gained", "home#1 lost", "details#2 gained", "details#2 lost", "home#1 gained"]
    #expect(entries(.focus).map { "\($0.module) \($0.detail)" } == focus)
  }

  /// The entries of refused navigations in the link log.
  private func refused(_ navigator: Navigator) -> [String] {
    navigator.trace.entries.filter { $0.kind == .route && $0.detail.hasPrefix("refused: ") }
      .map { "\($0.name): \($0.detail.dropFirst("refused: ".count))" }
  }

  @Test func everyRefusalIsInTheLinkLogOnce() throws {
    let app = TestApp()
    app.guards["other"] = Guard { _, _ in .refuse("members only") }
    let navigator = try app.makeNavigator()
    let router = navigator.router
    navigator.open("/home").start()
    let home = try app.router("home#1")
    let details = Route<String, Int>("details"), gone = Route<Void, Never>("gone")
    home.push(.tabs).start()
    home.present(gone).start()
    home.replace(.other, with: "b").start()
    home.push(details, with: "a").start()
    home.push(.form).start()
    home.back(to: .details).start()
    router.select(.form).start()
    app.refusesBack = ["details#2"]
    navigator.userBack().start()
    navigator.open("/plain").start()
    app.refusesBack = []
    navigator.open("/home/detials").start()
    navigator.open("/home/other;value=b").start()
    router.open("/details?page=1").start()
    navigator.restore(NavigationTree()).start()
    #expect(
      refused(navigator) == [
        "push tabs: 'home' does not declare that it opens 'tabs'; add 'tabs' to its `opens:`, or declare 'tabs' `fromAnywhere:`",
        "modal gone: there is no module for 'gone'; add one to the navigator's modules",
        "replace by other: members only",
        "push form: 'home' is covered by 'details'; only the module on top can open another",
        "back to details: there is nothing to go back to; open something first, or replace the root",
        "select form: 'form' is not open, or has closed; open it and try again",
        "back: 'details' refuses to close now",
        "open /plain: 'details' refuses to close now",
        "open /home/detials: there is no module for 'detials'; did you mean 'details'?",
        "open /home/other;value=b: members only",
        "open /details?page=1: 'details' has no parameter 'page'; it takes 'value'",
        "restore: the saved tree is empty: it has no root to open",
      ])
  }

  @Test func laterRefusalsAreInTheLinkLogToo() throws {
    let app = TestApp()
    app.guards["form"] = Guard { _, _ in .hold(until: .never) }
    let navigator = try app.open("/home")
    navigator.router.present(.form).start()
    app.stage.answer = .failing(.invalid("no room"))
    navigator.router.push(.plain).start()
    navigator.closeAll()
    #expect(
      refused(navigator) == [
        "push plain: no room", "close everything: no room",
        "modal form: 'app' is not open, or has closed; open it and try again",
      ])
  }
}
