import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER

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

  @Test func allIsEveryOtherModuleThatListens() {
    let sending = Recorder(part.send(.number, 7, to: .all))
    #expect(app.takeHeard() == ["host#1 7", "top#4 7"])
    #expect(sending.values.count == 1 && sending.isCompleted)
  }

  @Test func parentAndChildren() {
    #expect(Recorder(top.send(.number, 1, to: .parent)).isCompleted)
    #expect(app.takeHeard() == ["host#1 1"])
    #expect(Recorder(host.send(.number, 2, to: .children)).isCompleted)
    #expect(app.takeHeard() == ["part#2 2", "top#4 2"])
    #expect(Recorder(host.send(.number, 3, to: .parent)).failure == .closed("the parent of host#1"))
  }

  @Test func aRecipientThatIsNotOpenOrNotListeningIsAnErrorAndTheOthersGetTheEvent() {
    let gone = Route<Void, Never>("gone")
    #expect(Recorder(host.send(.number, 1, to: .modules(.deaf, .top))).failure == .unheard("number", by: "deaf"))
    #expect(Recorder(host.send(.number, 2, to: .modules(gone, .part))).failure == .closed("gone"))
    #expect(app.takeHeard() == ["top#4 1", "part#2 2"])
  }

  @Test func aRecipientNamedTwiceGetsTheEventOnceAlsoFromItself() {
    #expect(Recorder(top.send(.number, 1, to: .modules(.top, .part, .top))).isCompleted)
    #expect(app.takeHeard() == ["top#4 1", "part#2 1"])
  }

  @Test func aPayloadOfAnotherTypeIsUnheard() {
    let wrong = Recorder(host.send(ModuleEvent<String>("number"), "x", to: .modules(.top)))
    #expect(wrong.failure == .unheard("number", by: "top") && app.takeHeard() == [])
  }

  @Test func aClosedModuleNeitherSendsNorHears() {
    let received = Recorder(top.received(.number))
    navigator.userBack().start()
    #expect(received.isCompleted && Recorder(top.received(.number)).isCompleted)
    for sending in [top.send(.news, "sun", to: .all), top.send(.news, "sun", to: .parent)] {
      #expect(Recorder(sending).failure == .closed("top#4"))
    }
    #expect(Recorder(host.send(.number, 1, to: .modules(.top))).failure == .closed("top"))
    #expect(app.takeHeard() == [] && app.takePosted() == [])
  }

  @Test func theAppSendsAndDoesNotHear() {
    #expect(Recorder(navigator.router.received(.number)).isCompleted)
    #expect(Recorder(navigator.router.send(.number, 9, to: .children)).isCompleted)
    #expect(app.takeHeard() == ["host#1 9"])
  }

  @Test func notificationsArriveAsEvents() {
    app.post("rain")
    navigator.environment.notifications.post(
      name: Notification.Name("news"), object: nil, userInfo: ["other": "ignored"])
    #expect(app.takeHeard() == ["host#1 rain", "part#2 rain", "top#4 rain"])
    navigator.userBack().start()
    app.post("sun")
    #expect(app.takeHeard() == ["host#1 sun", "part#2 sun"])
  }

  @Test func aSentEventIsAlsoPostedAndReceivedOnce() {
    #expect(Recorder(host.send(.news, "snow", to: .modules(.top))).isCompleted)
    #expect(app.takeHeard() == ["top#4 snow"] && app.takePosted() == ["snow"])
  }

  @Test func theEventsOfAnOpenModuleAreKnownByName() {
    let all = ["news", "number", "word"]
    #expect((1...5).map(navigator.events(heardBy:)) == [all, all, [], all, []])
    navigator.userBack().start()
    #expect(navigator.events(heardBy: 4) == [])
  }

  @Test func aFlowSendsByNameAndJSON() throws {
    try navigator.send(named: "number", json: "4")
    #expect(app.takeHeard() == ["host#1 4", "part#2 4", "top#4 4"])
    #expect(navigator.trace.entries.filter { $0.kind == .event }.map(\.module) == ["host#1", "part#2", "top#4"])
  }

  private final class Live: Sendable {}

  @Test(arguments: [
    ("numer", "4", "no open module listens to 'numer'; did you mean 'number'?"),
    ("entirely else", "4", "no open module listens to 'entirely else'; open one that does"),
    ("number", "four", "the payload of 'number' cannot be read as Int: four"),
    ("nudge", "1", "'nudge' has no payload; leave it out"),
    ("live", "{}", "a Live cannot be read from JSON; send 'live' from code"),
  ]) func eventsThatAFlowCannotSendAreReported(name: String, json: String, message: String) throws {
    top.received(ModuleEvent<Void>("nudge")).observeValues { _ in Issue.record("it is sent") }
    top.received(ModuleEvent<Live>("live")).observeValues { _ in Issue.record("it is sent") }
    let error = #expect(throws: RouteError.self) { try navigator.send(named: name, json: json) }
    #expect(error?.description == message && app.takeHeard() == [])
  }

  @Test func anEventWithoutPayloadTakesNone() throws {
    let nudges = Recorder(top.received(ModuleEvent<Void>("nudge")))
    for json in ["", "null", "{}"] { try navigator.send(named: "nudge", json: json) }
    #expect(nudges.values.count == 3)
  }

  /// A view of another architecture, whose only link to its module is the router.
  @MainActor private final class PlainScreen {
    let router: Router<Never>
    let heard = MutableProperty<[Int]>([])
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
    #expect(screen.value?.heard.value == [1] && app.takeHeard() == ["host#1 2"])
    app.navigator.userBack().start()
    #expect(Recorder(try app.router("host#1").send(.number, 3, to: .modules(plain))).failure == .closed("plain"))
  }

  @Test func anEventThatAListenerSendsComesAfterTheOneItHears() throws {
    let sent = MutableProperty<[String]>([])
    host.received(.number).filter { $0 == 1 }.observeValues { [host] _ in
      host.send(.number, 2, to: .modules(.host, .part)).observe { event in sent.modify { $0.append("2 \(event)") } }
    }
    top.send(.number, 1, to: .modules(.host, .part)).observe { event in sent.modify { $0.append("1 \(event)") } }
    #expect(app.takeHeard() == ["host#1 1", "part#2 1", "host#1 2", "part#2 2"])
    #expect(sent.value == ["1 value()", "1 completed", "2 value()", "2 completed"])
    host.received(.number).filter { $0 == 3 }.observeValues { [host] _ in
      host.send(.number, 4, to: .modules(.host, .part)).start()
    }
    try navigator.send(named: "number", json: "3")
    #expect(app.takeHeard() == ["host#1 3", "part#2 3", "top#4 3", "host#1 4", "part#2 4"])
  }
}
