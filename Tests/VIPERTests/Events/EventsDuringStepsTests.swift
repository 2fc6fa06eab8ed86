import Foundation
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

extension ModuleEvent<String> {
  fileprivate static var word: Self { ModuleEvent("word") }
  fileprivate static var news: Self {
    ModuleEvent(Notification.Name("news"), read: { $0.userInfo?["text"] as? String }, write: { ["text": $0] })
  }
}

/// The recipients of events while modules open and close: a module receives events until it has closed.
@MainActor @Suite struct EventsDuringStepsTests {
  private let heard = MutableProperty<[String]>([])
  private let routers = MutableProperty<[String: Router<Never>]>([:])
  private let time = VirtualTimeScheduler()
  private let stage = RecordingStage()
  private let environment: AppEnvironment
  private let list = Route<Void, Never>("list"), item = Route<Void, Never>("item"), note = Route<Void, Never>("note")
  private let navigator: Navigator

  /// Sends `word` to its parent at each moment of its life.
  private final class Speaking: Presenter {
    private let router: Router<Never>
    init(_ router: Router<Never>) { self.router = router }
    private func say(_ moment: String) {
      router.send(.word, "\(router.name) \(moment)", to: .parent).start()
    }
    func loaded() { say("loaded") }
    func willGainFocus() { say("gains") }
    func willLoseFocus() { say("loses") }
    func unloaded() { say("unloaded") }
  }

  init() throws {
    environment = .fixed(on: time)
    let (heard, routers) = (heard, routers)
    func listening(
      _ route: Route<Void, Never>,
      _ makePresenter: @escaping @MainActor @Sendable (Router<Never>) -> (any Presenter)?
    ) -> Module {
      Module(route, fromAnywhere: true) { router, _ in
        let name = router.name
        for event in [ModuleEvent.word, .news] {
          router.received(event).observeValues { word in heard.modify { $0.append("\(name): \(word)") } }
            .stored(in: router.alive)
        }
        routers.modify { $0[name] = router }
        return Assembly(presenter: makePresenter(router))
      }
    }
    navigator = try Navigator(
      stage: stage, environment: environment,
      modules: [listening(list) { _ in nil }, listening(item) { Speaking($0) }, listening(note) { _ in nil }])
  }

  private func router(_ name: String) throws -> Router<Never> { try #require(routers.value[name]) }

  private func takeHeard() -> [String] {
    defer { heard.value = [] }
    return heard.value
  }

  /// Opens `link`; from then on each step takes a second.
  private func open(_ link: String) {
    navigator.open(link).start()
    _ = takeHeard()
    stage.answer = .after(.seconds(1), time)
  }

  @Test func aModuleSpeaksToItsParentFromTheFirstToTheLastOfItsFocus() throws {
    navigator.open("/list/item").start()
    try router("item#2").back.execute()
    #expect(takeHeard() == ["loaded", "gains", "loses"].map { "list#1: item#2 \($0)" })
  }

  @Test func aClosingModuleReceivesAndSends() throws {
    open("/list/item/note")
    let item = try router("item#2"), note = try router("note#3")
    item.back.execute()
    time.advance(by: .milliseconds(500))
    _ = takeHeard()
    #expect(Recorder(navigator.router.send(.word, "a", to: .all)).isCompleted)
    #expect(Recorder(navigator.router.send(.word, "b", to: .modules(self.note))).isCompleted)
    #expect(Recorder(try router("list#1").send(.word, "c", to: .children)).isCompleted)
    #expect(Recorder(note.send(.word, "d", to: .parent)).isCompleted)
    #expect(takeHeard() == ["list#1: a", "item#2: a", "note#3: a", "note#3: b", "item#2: c", "item#2: d"])
    time.advance(by: .seconds(1))
    #expect(Recorder(navigator.router.send(.word, "e", to: .modules(self.note))).failure == .closed("note"))
    #expect(Recorder(note.send(.word, "f", to: .parent)).failure == .closed("note#3"))
    #expect(takeHeard() == [])
  }

  @Test func anOpeningModuleReceivesAndSends() throws {
    open("/list")
    try router("list#1").send(.word, "nobody there", to: .children).start()
    navigator.router.push(note).start()
    #expect(Recorder(try router("note#2").send(.word, "a", to: .parent)).isCompleted)
    #expect(Recorder(try router("list#1").send(.word, "b", to: .children)).isCompleted)
    #expect(takeHeard() == ["list#1: a", "note#2: b"])
  }

  @Test func whileOneRootTakesTheOthersPlaceBothAreTheAppsChildren() throws {
    open("/list")
    navigator.router.setRoot(note).start()
    navigator.router.send(.word, "a", to: .children).start()
    #expect(takeHeard() == ["note#2: a", "list#1: a"])
    time.advance(by: .seconds(1))
    navigator.router.send(.word, "b", to: .children).start()
    #expect(takeHeard() == ["note#2: b"])
  }

  @Test func aModuleWhoseClosingIsRolledBackHasMissedNoEvent() throws {
    open("/list/note")
    stage.answer = .never
    try router("note#2").back.execute()
    navigator.router.send(.word, "a", to: .modules(note)).start()
    time.advance(by: .seconds(60))
    #expect(navigator.tree.value.path.count == 2)
    #expect(takeHeard() == ["note#2: a"])
  }

  @Test func aModuleClosedByAnotherListenerGetsNoEvent() throws {
    navigator.open("/list/note").start()
    try router("list#1").received(.word).observeValues { [weak navigator] _ in
      MainActor.assumeIsolated { navigator?.closeAll() }
    }
    _ = takeHeard()
    let sending = Recorder(navigator.router.send(.word, "a", to: .modules(list, note)))
    #expect(sending.failure == .closed("note"))
    #expect(takeHeard() == ["list#1: a"])
    #expect(navigator.trace.entries.last { $0.kind == .event }?.module == "list#1")
  }

  @Test func aFlowSendsNothingToAModuleClosedByAnotherListener() throws {
    navigator.open("/list/note").start()
    try router("list#1").received(.word).observeValues { [weak navigator] _ in
      MainActor.assumeIsolated { navigator?.closeAll() }
    }
    try navigator.send(named: "word", json: #""a""#)
    #expect(heard.value == ["list#1: a"])
    #expect(Set(navigator.trace.entries.filter { $0.kind == .event }.map(\.module)) == ["list#1"])
  }

  @Test func anEventWithoutRecipientsIsNotInTheTrace() throws {
    navigator.open("/list/note").start()
    try router("list#1").send(ModuleEvent<Int>("word"), 7, to: .modules(note)).start()
    #expect(!navigator.trace.entries.contains { $0.kind == .event })
    try router("list#1").send(.word, "a", to: .modules(note)).start()
    #expect(navigator.trace.entries.filter { $0.kind == .event }.map(\.module) == ["note#2"])
  }

  @Test func anEventOfAClosedModuleIsNotPosted() throws {
    let posted = MutableProperty<[String]>([])
    nonisolated(unsafe) let token = environment.notifications.addObserver(  // handed back to the centre, nothing else
      forName: Notification.Name("news"), object: nil, queue: nil
    ) { notification in
      if let text = notification.userInfo?["text"] as? String { posted.modify { $0.append(text) } }
    }
    navigator.open("/list/note").start()
    let note = try router("note#2")
    note.send(.news, "rain", to: .parent).start()
    note.back.execute()
    #expect(Recorder(note.send(.news, "sun", to: .parent)).failure == .closed("note#2"))
    #expect(Recorder(note.send(.news, "sun", to: .all)).failure == .closed("note#2"))
    #expect(posted.value == ["rain"])
    #expect(heard.value == ["list#1: rain"])
    environment.notifications.removeObserver(token)
  }
}
