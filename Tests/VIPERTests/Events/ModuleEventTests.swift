import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

extension ModuleEvent<Int> { fileprivate static var number: Self { ModuleEvent("number") } }
extension ModuleEvent<Void> { fileprivate static var nudge: Self { ModuleEvent("nudge") } }
extension ModuleEvent<String> {
  fileprivate static var news: Self {
    ModuleEvent(
      Notification.Name("news"), read: { $0.userInfo?["text"] as? String }, write: { ["text": $0] })
  }
}

@MainActor @Suite struct ModuleEventTests {
  private let heard = MutableProperty<[String]>([])
  private let routers = MutableProperty<[String: Router<Never>]>([:])
  private let environment = AppEnvironment.fixed(on: VirtualTimeScheduler())
  private let host = Route<Void, Never>("host"), part = Route<Void, Never>("part", style: .embedded)
  private let top = Route<Void, Never>("top"), deaf = Route<Void, Never>("deaf", style: .embedded)

  private func listening(to route: Route<Void, Never>) -> Module {
    Module(route, fromAnywhere: true) { [heard, routers] router, _ in
      let name = router.name
      router.received(.number).observeValues { number in heard.modify { $0.append("\(name) \(number)") } }
        .stored(in: router.alive)
      router.received(.news).observeValues { text in heard.modify { $0.append("\(name) \(text)") } }
        .stored(in: router.alive)
      routers.modify { $0[name] = router }
      return Assembly()
    }
  }

  /// `host#1` with `part#2` and `deaf#3` in it, and `top#4` on it.
  private func navigator() throws -> Navigator {
    let deafModule = Module(deaf, fromAnywhere: true) { [routers] router, _ in
      routers.modify { $0[router.name] = router }
      return Assembly()
    }
    let navigator = try Navigator(
      stage: RecordingStage(), environment: environment,
      modules: [listening(to: host), listening(to: part), listening(to: top), deafModule])
    let router = navigator.router
    router.setRoot(host).start()
    router.embed(part).start()
    router.embed(deaf).start()
    router.push(top).start()
    #expect(navigator.routesOfPath == ["host", "top"])
    return navigator
  }

  private func router(_ name: String) throws -> Router<Never> { try #require(routers.value[name]) }

  @Test func allIsEveryOtherModuleThatListens() throws {
    let navigator = try navigator()
    let sending = Recorder(try router("part#2").send(.number, 7, to: .all))
    #expect(heard.value == ["host#1 7", "top#4 7"])
    #expect(sending.values.count == 1 && sending.isCompleted)
    _ = navigator
  }

  @Test func parentAndChildren() throws {
    let navigator = try navigator()
    #expect(Recorder(try router("top#4").send(.number, 1, to: .parent)).isCompleted)
    #expect(Recorder(try router("host#1").send(.number, 2, to: .children)).isCompleted)
    #expect(heard.value == ["host#1 1", "part#2 2", "top#4 2"])
    #expect(Recorder(try router("host#1").send(.number, 3, to: .parent)).failure == .closed("the parent of host#1"))
    _ = navigator
  }

  @Test func aRecipientThatIsNotOpenOrNotListeningIsAnErrorAndTheOthersGetTheEvent() throws {
    let navigator = try navigator()
    let host = try router("host#1")
    #expect(Recorder(host.send(.number, 1, to: .modules(deaf, top))).failure == .unheard("number", by: "deaf"))
    let gone = Route<Void, Never>("gone")
    #expect(Recorder(host.send(.number, 2, to: .modules(gone, part))).failure == .closed("gone"))
    #expect(heard.value == ["top#4 1", "part#2 2"])
    _ = navigator
  }

  @Test func aRecipientNamedTwiceGetsTheEventOnceAlsoFromItself() throws {
    let navigator = try navigator()
    #expect(Recorder(try router("top#4").send(.number, 1, to: .modules(top, part, top))).isCompleted)
    #expect(heard.value == ["top#4 1", "part#2 1"])
    _ = navigator
  }

  @Test func aPayloadOfAnotherTypeIsUnheard() throws {
    let navigator = try navigator()
    let wrong = ModuleEvent<String>("number")
    #expect(
      Recorder(try router("host#1").send(wrong, "x", to: .modules(top))).failure == .unheard("number", by: "top"))
    #expect(heard.value == [])
    _ = navigator
  }

  @Test func aClosedModuleNeitherSendsNorHears() throws {
    let navigator = try navigator()
    let top = try router("top#4")
    let received = Recorder(top.received(.number))
    navigator.userBack().start()
    #expect(received.isCompleted)
    #expect(Recorder(top.received(.number)).isCompleted)
    #expect(Recorder(top.send(.number, 1, to: .all)).failure == .closed("top#4"))
    #expect(Recorder(try router("host#1").send(.number, 1, to: .modules(self.top))).failure == .closed("top"))
    #expect(heard.value == [])
  }

  @Test func theAppSendsAndDoesNotHear() throws {
    let navigator = try navigator()
    #expect(Recorder(navigator.router.received(.number)).isCompleted)
    #expect(Recorder(navigator.router.send(.number, 9, to: .children)).isCompleted)
    #expect(heard.value == ["host#1 9"])
  }

  @Test func notificationsArriveAsEvents() throws {
    let navigator = try navigator()
    environment.notifications.post(name: Notification.Name("news"), object: nil, userInfo: ["text": "rain"])
    environment.notifications.post(name: Notification.Name("news"), object: nil, userInfo: ["other": "ignored"])
    #expect(heard.value == ["host#1 rain", "part#2 rain", "top#4 rain"])
    navigator.userBack().start()
    environment.notifications.post(name: Notification.Name("news"), object: nil, userInfo: ["text": "sun"])
    #expect(heard.value.suffix(2) == ["host#1 sun", "part#2 sun"])
  }

  @Test func aSentEventIsAlsoPostedAndReceivedOnce() throws {
    let navigator = try navigator()
    let posted = MutableProperty<[String]>([])
    nonisolated(unsafe) let token = environment.notifications.addObserver(  // handed back to the centre, nothing else
      forName: Notification.Name("news"), object: nil, queue: nil
    ) { notification in
      if let text = notification.userInfo?["text"] as? String { posted.modify { $0.append(text) } }
    }
    #expect(Recorder(try router("host#1").send(.news, "snow", to: .modules(top))).isCompleted)
    #expect(heard.value == ["top#4 snow"])
    #expect(posted.value == ["snow"])
    environment.notifications.removeObserver(token)
    _ = navigator
  }

  @Test func theEventsOfAnOpenModuleAreKnownByName() throws {
    let navigator = try navigator()
    let ids = [1, 2, 3, 4, 5]
    #expect(
      ids.map(navigator.events(heardBy:)) == [["news", "number"], ["news", "number"], [], ["news", "number"], []])
    navigator.userBack().start()
    #expect(navigator.events(heardBy: 4) == [])
  }

  @Test func aFlowSendsByNameAndJSON() throws {
    let navigator = try navigator()
    try navigator.send(named: "number", json: "4")
    #expect(heard.value == ["host#1 4", "part#2 4", "top#4 4"])
    #expect(navigator.trace.entries.filter { $0.kind == .event }.map(\.module) == ["host#1", "part#2", "top#4"])
  }

  @Test(arguments: [
    ("numer", "4", "no open module listens to 'numer'; did you mean 'number'?"),
    ("entirely else", "4", "no open module listens to 'entirely else'; open one that does"),
    ("number", "four", "the payload of 'number' cannot be read as Int: four"),
  ]) func eventsThatAFlowCannotSendAreReported(name: String, json: String, message: String) throws {
    let navigator = try navigator()
    let error = #expect(throws: RouteError.self) { try navigator.send(named: name, json: json) }
    #expect(error?.description == message)
    #expect(heard.value == [])
  }

  @Test func anEventWithoutPayloadTakesNone() throws {
    let nudged = MutableProperty(0)
    let quiet = Module(Route<Void, Never>("quiet"), fromAnywhere: true) { router, _ in
      router.received(.nudge).observeValues { nudged.modify { $0 += 1 } }.stored(in: router.alive)
      return Assembly()
    }
    let navigator = try Navigator(stage: RecordingStage(), environment: environment, modules: [quiet])
    navigator.open("/quiet").start()
    for json in ["", "null", "{}"] { try navigator.send(named: "nudge", json: json) }
    #expect(nudged.value == 3)
    let error = #expect(throws: RouteError.self) { try navigator.send(named: "nudge", json: "1") }
    #expect(error?.description == "'nudge' has no payload; leave it out")
  }

  @Test func payloadsThatAreNotDecodableAreSentFromCodeOnly() throws {
    final class Live: Sendable {}
    let live = ModuleEvent<Live>("live")
    let hearing = Module(Route<Void, Never>("hearing"), fromAnywhere: true) { router, _ in
      router.received(live).observeValues { _ in }.stored(in: router.alive)
      return Assembly()
    }
    let navigator = try Navigator(stage: RecordingStage(), environment: environment, modules: [hearing])
    navigator.open("/hearing").start()
    let error = #expect(throws: RouteError.self) { try navigator.send(named: "live", json: "{}") }
    #expect(error?.description == "a Live cannot be read from JSON; send 'live' from code")
  }

  @Test func aPlainScreenSendsAndHears() throws {
    /// A view of another architecture, whose only link to its module is the router.
    final class PlainScreen {
      let router: Router<Never>
      init(_ router: Router<Never>, _ heard: MutableProperty<[String]>) {
        self.router = router
        router.received(.number).observeValues { number in heard.modify { $0.append("plain \(number)") } }
          .stored(in: router.alive)
      }
    }
    let plain = Route<Void, Never>("plain")
    let screen = MutableProperty<Router<Never>?>(nil)
    let navigator = try Navigator(
      stage: RecordingStage(), environment: environment,
      modules: [
        listening(to: host),
        Module(plain, fromAnywhere: true) { [heard] router, _ in
          screen.value = router
          return Assembly(view: PlainScreen(router, heard))
        },
      ])
    navigator.open("/host/plain").start()
    try router("host#1").send(.number, 1, to: .children).start()
    screen.value?.send(.number, 2, to: .modules(host)).start()
    #expect(heard.value == ["plain 1", "host#1 2"])
    navigator.userBack().start()
    #expect(Recorder(try router("host#1").send(.number, 3, to: .modules(plain))).failure == .closed("plain"))
  }

  @Test func anEventThatAListenerSendsComesAfterTheOneItHears() throws {
    let navigator = try navigator(), host = try router("host#1"), (home, badge) = (self.host, part)
    let sent = MutableProperty<[String]>([])
    host.received(.number).filter { $0 == 1 }.observeValues { _ in
      host.send(.number, 2, to: .modules(home, badge)).observe { event in sent.modify { $0.append("2 \(event)") } }
    }
    try router("top#4").send(.number, 1, to: .modules(home, badge)).observe { event in
      sent.modify { $0.append("1 \(event)") }
    }
    #expect(heard.value == ["host#1 1", "part#2 1", "host#1 2", "part#2 2"])
    #expect(sent.value == ["1 value()", "1 completed", "2 value()", "2 completed"])
    heard.value = []
    host.received(.number).filter { $0 == 3 }.observeValues { _ in
      host.send(.number, 4, to: .modules(home, badge)).start()
    }
    try navigator.send(named: "number", json: "3")
    #expect(heard.value == ["host#1 3", "part#2 3", "top#4 3", "host#1 4", "part#2 4"])
  }
}
