import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Inputs that exist in memory only and have no text to compare.
@MainActor @Suite struct OpenModulesTests {
  private final class Document: Sendable {}
  private struct Snapshot: Equatable, Sendable { var page: Int }
  private struct Handler: Sendable { var call: @Sendable () -> Void }

  private let host = Route<Void, Never>("host")
  private let document = Route<Document, Int>(transient: "document", style: .embedded)
  private let snapshot = Route<Snapshot, Int>(transient: "snapshot", style: .tab)
  private let handler = Route<Handler, Int>(transient: "handler")
  private let navigator: Navigator
  private let hostRouter = MutableProperty<Router<Never>?>(nil)

  init() throws {
    navigator = try Navigator(
      stage: RecordingStage(), environment: .fixed(on: VirtualTimeScheduler()),
      modules: [
        Module(host, opens: snapshot) { [hostRouter] router, _ in
          hostRouter.value = router
          return Assembly()
        },
        Module(document) { _, _ in Assembly() },
        Module(snapshot) { _, _ in Assembly() }, Module(handler) { _, _ in Assembly() },
      ])
    navigator.router.setRoot(host).start()
  }

  private var children: [NavigationTree.Node] { navigator.tree.value.root?.children ?? [] }

  @Test func twoObjectsAreTwoPlacesAndOneIsOne() {
    let first = Document(), second = Document()
    for input in [first, second, first, second] { navigator.router.embed(document, with: input).start() }
    #expect(children.count == 2)
  }

  @Test func equalValuesAreOnePlaceAndCanBeSelected() throws {
    let router = try #require(hostRouter.value)
    for page in [1, 2, 1] { router.tab(snapshot, with: Snapshot(page: page)).start() }
    #expect(children.count == 2)
    #expect(Recorder(router.select(snapshot, with: Snapshot(page: 2))).isCompleted)
    #expect(navigator.tree.value.root?.selected == children.last?.id)
    let missing = Recorder(router.select(snapshot, with: Snapshot(page: 3)))
    #expect(missing.failure == .closed("snapshot"))
  }

  @Test func anInputThatCannotBeComparedIsADestinationOfItsOwn() {
    let waiting = Recorder(navigator.router.push(handler, with: Handler {}))
    let second = Recorder(navigator.router.push(handler, with: Handler {}))
    #expect(waiting.events.isEmpty)
    // The app's router opens on the visible screen.
    #expect(second.events.isEmpty)
    #expect(navigator.tree.value.path.count == 3)
  }

  @Test func anObjectThatHasGoneIsNotTakenForAnother() {
    for _ in 0..<100 { navigator.router.embed(document, with: Document()).start() }
    #expect(children.count == 100)
  }

  @Test func theInputGoesWithTheModule() {
    weak var input: Document?
    do {
      let made = Document()
      input = made
      let opening = navigator.router.embed(document, with: made).start()
      #expect(children.count == 1)
      opening.dispose()
    }
    #expect(input == nil)
  }
}
