import Signals
import SignalsTesting
import Testing
import VIPERTesting

@testable import VIPER

@MainActor @Suite struct TraceTests {
  @Test func keepsEntriesUpToItsLimitAndHandsThemOnAndEvaluatesNoTextWhileItIsOff() {
    let time = VirtualTimeScheduler(), lines = MutableProperty<[String]>([])
    let trace = Trace(time) { entry in lines.modify { $0.append(entry.description) } }
    trace.record(.event, module: "a#1", name: "tap", "once")
    time.advance(by: .seconds(1))
    trace.record(.free, module: "a#1")
    let kept = ["0.0 seconds event a#1 tap once", "1.0 seconds free a#1"]
    #expect([lines.value, trace.entries.map(\.description)] == [kept, kept])
    let limited = [1, 2, Int.max].map { limit in
      let trace = Trace(time, keeping: limit)
      for number in 0..<3 { trace.record(.value, module: "\(number)") }
      return trace.entries.map(\.module)
    }
    #expect(limited == [["2"], ["1", "2"], ["0", "1", "2"]])
    let quiet = Trace(time)
    var asked = 0
    func text() -> String {
      asked += 1
      return ""
    }
    let counts = [false, true].map { isOn in
      quiet.isOn = isOn
      quiet.record(.value, module: "a#1", name: text(), text())
      return [asked, quiet.entries.count]
    }
    #expect(counts == [[0, 0], [2, 1]])
  }

  @Test func routesAreTheLinkLog() throws {
    let navigator = try TestApp().open("/home/details;value=a")
    navigator.userBack().start()
    func entries(_ kind: Trace.Kind, _ text: (Trace.Entry) -> String) -> [String] {
      navigator.trace.entries.filter { $0.kind == kind }.map(text)
    }
    #expect(entries(.route, \.detail) == ["home#1/details#2", "home#1"])
    #expect([entries(.attach, \.module), entries(.free, \.module)] == [["home#1", "details#2"], ["details#2"]])
    let focus = ["details#2 gained", "details#2 lost", "home#1 gained"]
    #expect(entries(.focus) { "\($0.module) \($0.detail)" } == focus)
  }

  /// The entries of refused navigations in the link log.
  private func refused(_ navigator: Navigator) -> [String] {
    navigator.trace.entries.filter { $0.kind == .route && $0.detail.hasPrefix("refused: ") }
      .map { "\($0.name): \($0.detail.dropFirst("refused: ".count))" }
  }

  @Test func everyRefusalIsInTheLinkLogOnceAlsoALaterOne() throws {
    let app = TestApp()
    app.guards = ["other": Guard { _, _ in .refuse("members only") }, "form": Guard { _, _ in .hold(until: .never) }]
    let (navigator, home) = try app.home(), router = navigator.router
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
    router.present(.form).start()
    app.stage.answer = .failing(.invalid("no room"))
    router.push(.plain).start()
    navigator.closeAll()
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
        "open /details?page=1: 'details' needs the parameter 'value' (String): details;value=…",
        "restore: the saved tree is empty: it has no root to open",
        "push plain: no room", "close everything: no room",
        "modal form: 'app' is not open, or has closed; open it and try again",
      ])
  }
}
