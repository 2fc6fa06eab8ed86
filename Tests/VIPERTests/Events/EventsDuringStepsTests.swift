import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// The recipients of events while modules open and close: a module receives events until it has closed.
@MainActor @Suite struct EventsDuringStepsTests {
  private let app: ListeningApp
  private let navigator: Navigator

  init() throws {
    app = try ListeningApp()
    navigator = app.navigator
  }

  /// Opens `link`; from then on each step takes a second.
  private func open(_ link: String) {
    navigator.open(link).start()
    _ = app.takeHeard()
    app.stage.answer = .after(.seconds(1), app.time)
  }

  @Test func aModuleSpeaksToItsParentFromTheFirstToTheLastOfItsFocus() throws {
    navigator.open("/host/speaking").start()
    try app.router("speaking#2").back.execute()
    #expect(app.takeHeard() == ["loaded", "gains", "loses"].map { "host#1 speaking#2 \($0)" })
  }

  @Test func aClosingModuleReceivesAndSends() throws {
    open("/host/speaking/top")
    let speaking = try app.router("speaking#2"), top = try app.router("top#3")
    speaking.back.execute()
    app.time.advance(by: .milliseconds(500))
    _ = app.takeHeard()
    let sending = [
      navigator.router.send(.word, "a", to: .all), navigator.router.send(.word, "b", to: .modules(.top)),
      try app.router("host#1").send(.word, "c", to: .children), top.send(.word, "d", to: .parent),
    ]
    for event in sending { #expect(Recorder(event).isCompleted) }
    #expect(
      app.takeHeard() == ["host#1 a", "speaking#2 a", "top#3 a", "top#3 b", "speaking#2 c", "speaking#2 d"])
    app.time.advance(by: .seconds(1))
    #expect(Recorder(navigator.router.send(.word, "e", to: .modules(.top))).failure == .closed("top"))
    #expect(Recorder(top.send(.word, "f", to: .parent)).failure == .closed("top#3"))
    #expect(app.takeHeard() == [])
  }

  @Test func anOpeningModuleReceivesAndSends() throws {
    open("/host")
    let host = try app.router("host#1")
    host.send(.word, "nobody there", to: .children).start()
    navigator.router.push(.top).start()
    #expect(Recorder(try app.router("top#2").send(.word, "a", to: .parent)).isCompleted)
    #expect(Recorder(host.send(.word, "b", to: .children)).isCompleted)
    #expect(app.takeHeard() == ["host#1 a", "top#2 b"])
  }

  @Test func whileOneRootTakesTheOthersPlaceBothAreTheAppsChildren() throws {
    open("/host")
    navigator.router.setRoot(.top).start()
    navigator.router.send(.word, "a", to: .children).start()
    #expect(app.takeHeard() == ["top#2 a", "host#1 a"])
    app.time.advance(by: .seconds(1))
    navigator.router.send(.word, "b", to: .children).start()
    #expect(app.takeHeard() == ["top#2 b"])
  }

  @Test func aModuleWhoseClosingIsRolledBackHasMissedNoEvent() throws {
    open("/host/top")
    app.stage.answer = .never
    try app.router("top#2").back.execute()
    navigator.router.send(.word, "a", to: .modules(.top)).start()
    app.time.advance(by: .seconds(60))
    #expect(navigator.path == ["host#1", "top#2"] && app.takeHeard() == ["top#2 a"])
  }

  @Test(arguments: [true, false]) func aModuleClosedByAnotherListenerGetsNoEvent(isSentByAFlow: Bool) throws {
    navigator.open("/host/top").start()
    try app.router("host#1").received(.word).observeValues { [weak navigator] _ in
      MainActor.assumeIsolated { navigator?.closeAll() }
    }
    if isSentByAFlow {
      try navigator.send(named: "word", json: #""a""#)
    } else {
      let sending = Recorder(navigator.router.send(.word, "a", to: .modules(.host, .top)))
      #expect(sending.failure == .closed("top"))
    }
    #expect(app.takeHeard() == ["host#1 a"])
    // The listener of this test is one of two at the module.
    #expect(Set(navigator.trace.entries.filter { $0.kind == .event }.map(\.module)) == ["host#1"])
  }

  @Test func anEventWithoutRecipientsIsNotInTheTrace() throws {
    navigator.open("/host/top").start()
    let host = try app.router("host#1")
    host.send(ModuleEvent<Int>("word"), 7, to: .modules(.top)).start()
    #expect(!navigator.trace.entries.contains { $0.kind == .event })
    host.send(.word, "a", to: .modules(.top)).start()
    #expect(navigator.trace.entries.filter { $0.kind == .event }.map(\.module) == ["top#2"])
  }
}
