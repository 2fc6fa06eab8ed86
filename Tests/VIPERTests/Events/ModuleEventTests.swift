import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct ModuleEventTests {
  private let app: ListeningApp
  private let navigator: Navigator
  private let host: Router<Never>, part: Router<Never>, top: Router<Never>

  /// `host#1` with `part#2` and `deaf#3` in it, and `top#4` on it.
  init() throws {
    app = try ListeningApp()
    navigator = app.navigator
    navigator.open("/host").start()
    navigator.router.embed(.part).start()
    navigator.router.embed(.deaf).start()
    navigator.router.push(.top).start()
    host = try app.router("host#1")
    part = try app.router("part#2")
    top = try app.router("top#4")
  }

  /// The modules of the events in the trace.
  private var traced: [String] { navigator.trace.entries.filter { $0.kind == .event }.map(\.module) }
  private func outcome(_ sending: Signal<Void, RouteError>) -> String { Recorder(sending).outcome }

  @Test func recipientsAreAllOthersTheParentTheChildrenOrNamedModulesOnce() {
    let outcomes = [
      part.send(.number, 7, to: .all), top.send(.number, 1, to: .parent), host.send(.number, 2, to: .children),
      host.send(.number, 3, to: .parent), top.send(.number, 4, to: .modules(.top, .part, .top)),
    ].map(outcome)
    #expect(outcomes == ["done", "done", "done", "closed(the parent of host#1)", "done"])
    #expect(
      app.takeHeard() == ["host#1 7", "top#4 7", "host#1 1", "part#2 2", "top#4 2", "top#4 4", "part#2 4"])
  }

  @Test func aRecipientThatIsNotOpenOrNotListeningIsAnErrorAndTheOthersGetTheEvent() {
    let gone = Route<Void, Never>("gone")
    let outcomes = [
      host.send(.number, 1, to: .modules(.deaf, .top)), host.send(.number, 2, to: .modules(gone, .part)),
      // A payload of another type.
      host.send(ModuleEvent<String>("number"), "x", to: .modules(.top)),
    ].map(outcome)
    #expect(outcomes == ["unheard(number, by: deaf)", "closed(gone)", "unheard(number, by: top)"])
    #expect(app.takeHeard() == ["top#4 1", "part#2 2"])
  }

  @Test func aClosedModuleNeitherSendsNorHearsAndTheAppOnlySends() {
    let received = Recorder(top.received(.number))
    navigator.userBack().start()
    #expect(received.isCompleted)
    #expect(Recorder(top.received(.number)).isCompleted)
    let outcomes = [
      top.send(.news, "sun", to: .all), top.send(.news, "sun", to: .parent),
      host.send(.number, 1, to: .modules(.top)),
    ].map(outcome)
    #expect(outcomes == ["closed(top#4)", "closed(top#4)", "closed(top)"])
    #expect(app.takeHeard() == [])
    #expect(navigator.events(heardBy: 4) == [])
    navigator.router.send(.number, 9, to: .children).start()
    #expect(app.takeHeard() == ["host#1 9"])
    #expect(Recorder(navigator.router.received(.number)).isCompleted)
  }

  @Test func notificationsArriveAsEventsAndASentEventIsAlsoPostedAndReceivedOnce() {
    let posted = MutableProperty<[String]>([]), center = navigator.environment.notifications
    _ = center.addObserver(forName: Notification.Name("news"), object: nil, queue: nil) { notification in
      posted.modify { $0.append("\(notification.userInfo?["text"] ?? "")") }
    }
    // That of a closed module is not.
    top.back().start()
    #expect(outcome(top.send(.news, "sun", to: .all)) == "closed(top#4)")
    host.send(.news, "snow", to: .modules(.part)).start()
    #expect([app.takeHeard(), posted.value] == [["part#2 snow"], ["snow"]])
    navigator.router.push(.top).start()
    app.post("rain")
    navigator.environment.notifications.post(
      name: Notification.Name("news"), object: nil, userInfo: ["other": "ignored"])
    navigator.userBack().start()
    app.post("sun")
    #expect(app.takeHeard() == ["host#1 rain", "part#2 rain", "top#5 rain", "host#1 sun", "part#2 sun"])
  }

  private final class Live: Sendable {}

  @Test func aFlowSendsByNameAndJSON() throws {
    let nudges = Recorder(top.received(ModuleEvent<Void>("nudge"))), all = ["news", "number", "word"]
    #expect((1...5).map(navigator.events(heardBy:)) == [all, all, [], ["news", "nudge", "number", "word"], []])
    // An event without recipients is not in the trace.
    host.send(ModuleEvent<Int>("word"), 7, to: .modules(.top)).start()
    try navigator.send(named: "number", json: "4")
    for json in ["", "null", "{}"] { try navigator.send(named: "nudge", json: json) }
    #expect(app.takeHeard() == ["host#1 4", "part#2 4", "top#4 4"])
    #expect(nudges.values.count == 3)
    #expect(traced == ["host#1", "part#2", "top#4", "top#4", "top#4", "top#4"])
  }

  private nonisolated static let eventsThatAFlowCannotSendAreReportedRows: [(String, String, String)] = [
    ("numer", "4", "no open module listens to 'numer'; did you mean 'number'?"),
    ("entirely else", "4", "no open module listens to 'entirely else'; open one that does"),
    ("number", "four", "the payload of 'number' cannot be read as Int: four"),
    ("count", "four", "the payload of 'count' cannot be read as Optional<Int>: four"),
    ("nudge", "1", "'nudge' has no payload; leave it out"),
    ("live", "{}", "a Live cannot be read from JSON; send 'live' from code"),
  ]

  @Test(arguments: eventsThatAFlowCannotSendAreReportedRows) func eventsThatAFlowCannotSendAreReported(
    name: String, json: String, message: String
  ) throws {
    top.received(ModuleEvent<Void>("nudge")).observeValues { _ in Issue.record("it is sent") }
    top.received(ModuleEvent<Int?>("count")).observeValues { _ in Issue.record("it is sent") }
    top.received(ModuleEvent<Live>("live")).observeValues { _ in Issue.record("it is sent") }
    let error = #expect(throws: RouteError.self) { try navigator.send(named: name, json: json) }
    #expect(error?.description == message)
    #expect(app.takeHeard() == [])
  }

  /// A view of another architecture, whose only link to its module is the router.
  @MainActor private final class PlainScreen {
    let router: Router<Never>, heard = MutableProperty<[Int]>([])
    init(_ router: Router<Never>) {
      self.router = router
      router.received(.number).observeValues { [heard] number in heard.modify { $0.append(number) } }
        .stored(in: router.alive)
    }
  }

  @Test func aPlainScreenSendsAndHears() throws {
    let plain = Route<Void, Never>("plain"), screen = MutableProperty<PlainScreen?>(nil)
    let app = try ListeningApp([
      Module(plain, fromAnywhere: true) { router, _ in
        let view = PlainScreen(router)
        screen.value = view
        return Assembly(view: view)
      }
    ])
    app.navigator.open("/host/plain").start()
    try app.router("host#1").send(.number, 1, to: .children).start()
    screen.value?.router.send(.number, 2, to: .modules(.host)).start()
    #expect(screen.value?.heard.value == [1])
    #expect(app.takeHeard() == ["host#1 2"])
    app.navigator.userBack().start()
    #expect(outcome(try app.router("host#1").send(.number, 3, to: .modules(plain))) == "closed(plain)")
  }

  @Test func anEventThatAListenerSendsComesAfterTheOneItHears() throws {
    let sent = MutableProperty<[String]>([])
    host.received(.number).filter { $0 % 2 == 1 }.observeValues { [host] number in
      host.send(.number, number + 1, to: .modules(.host, .part)).observe { event in
        sent.modify { $0.append("\(number + 1) \(event)") }
      }
    }
    top.send(.number, 1, to: .modules(.host, .part)).observe { event in sent.modify { $0.append("1 \(event)") } }
    #expect(sent.value == ["1 value()", "1 completed", "2 value()", "2 completed"])
    try navigator.send(named: "number", json: "3")
    #expect(
      app.takeHeard() == [
        "host#1 1", "part#2 1", "host#1 2", "part#2 2", "host#1 3", "part#2 3", "top#4 3", "host#1 4", "part#2 4",
      ])
  }

  @Test func aModuleSpeaksToItsParentFromTheFirstToTheLastOfItsFocus() throws {
    navigator.router.push(.speaking).start()
    try app.router("speaking#5").back().start()
    #expect(app.takeHeard() == ["loaded", "gains", "loses"].map { "top#4 speaking#5 \($0)" })
  }

  @Test func aModuleReceivesAndSendsUntilItHasClosedAlsoIfThatIsRolledBack() throws {
    app.stage.answer = .after(.seconds(1), app.time)
    navigator.userBack().start()
    app.time.advance(by: .milliseconds(500))
    let sending = [
      navigator.router.send(.word, "a", to: .all), navigator.router.send(.word, "b", to: .modules(.top)),
      host.send(.word, "c", to: .children), top.send(.word, "d", to: .parent),
    ].map(outcome)
    app.time.advance(by: .seconds(1))
    let late = [navigator.router.send(.word, "e", to: .modules(.top)), top.send(.word, "f", to: .parent)].map(outcome)
    #expect(sending + late == ["done", "done", "done", "done", "closed(top)", "closed(top#4)"])
    #expect(
      app.takeHeard() == ["host#1 a", "part#2 a", "top#4 a", "top#4 b", "part#2 c", "top#4 c", "host#1 d"])
    app.stage.answer = .never
    part.back().start()
    host.send(.word, "g", to: .modules(.part)).start()
    app.time.advance(by: .seconds(60))
    #expect(navigator.events(heardBy: 2) != [])
    #expect(app.takeHeard() == ["part#2 g"])
  }

  @Test func anOpeningModuleReceivesAndSendsAlsoARootBesideTheOneThatItReplaces() throws {
    navigator.closeAll()
    app.stage.answer = .after(.seconds(1), app.time)
    for route in [Route.host, .top] {
      navigator.router.setRoot(route).start()
      navigator.router.send(.word, "during \(route.name)", to: .children).start()
      app.time.advance(by: .seconds(1))
    }
    navigator.router.push(.part).start()
    let part = try app.router("part#7"), top = try app.router("top#6")
    #expect(
      [part.send(.word, "up", to: .parent), top.send(.word, "down", to: .children)].map(outcome) == ["done", "done"])
    #expect(
      app.takeHeard() == [
        "host#5 during host", "host#5 during top", "top#6 during top", "top#6 up", "part#7 down",
      ])
  }

  enum End: CaseIterable, Sendable { case back, rollBack, closeAll }

  @Test(arguments: End.allCases) func aModuleReceivesAndSendsUntilItIsUnloadedHoweverItCloses(end: End) throws {
    navigator.router.push(.speaking).start()
    if end == .rollBack {
      app.stage.answer = .failing(.invalid("no room"))
      try app.router("speaking#5").push(.speaking).start()
    } else {
      navigator.router.push(.speaking).start()
      let host = host
      try app.router("speaking#6").alive.add(Disposable { host.send(.word, "ended", to: .modules(.speaking)).start() })
      if end == .back { try app.router("speaking#6").back(to: .host).start() } else { navigator.closeAll() }
    }
    let heard = app.takeHeard().filter { $0.hasPrefix("speaking#5 ") }
    #expect(
      heard == ["loaded", "gains", "loses"].map { "speaking#5 speaking#6 \($0)" }
        + (end == .rollBack ? [] : ["speaking#5 ended"]))
  }

  @Test(arguments: [true, false]) func aModuleClosedByAnotherListenerGetsNoEvent(isSentByAFlow: Bool) throws {
    host.received(.word).observeValues { [weak navigator] _ in MainActor.assumeIsolated { navigator?.closeAll() } }
    if isSentByAFlow {
      try navigator.send(named: "word", json: #""a""#)
    } else {
      #expect(outcome(navigator.router.send(.word, "a", to: .modules(.host, .top))) == "closed(top)")
    }
    // The listener of this test is one of two at the module.
    #expect(app.takeHeard() == ["host#1 a"])
    #expect(Set(traced) == ["host#1"])
  }
}
