import Signals
import SignalsTesting
import Testing
import VIPER

/// Inputs that exist in memory only and have no text to compare.
@MainActor @Suite struct OpenModulesTests {
  private final class Document: Sendable {}
  private struct Snapshot: Equatable, Sendable { var page: Int }
  private struct Handler: Sendable { var call: @Sendable () -> Void }

  private let app = TestApp()
  private let document = Route<Document, Int>(transient: "document", style: .embedded)
  private let snapshot = Route<Snapshot, Int>(transient: "snapshot", style: .tab)
  private let handler = Route<Handler, Int>(transient: "handler")
  private let navigator: Navigator

  /// `home#1`.
  init() throws {
    navigator = try app.makeNavigator([
      Module(document) { _, _ in Assembly() }, Module(snapshot, fromAnywhere: true) { _, _ in Assembly() },
      Module(handler) { _, _ in Assembly() },
    ])
    navigator.open("/home").start()
  }

  private var children: [NavigationTree.Node] { navigator.tree.value.root?.children ?? [] }

  @Test func twoObjectsAreTwoPlacesAndOneIsOne() {
    let first = Document(), second = Document()
    for input in [first, second, first, second] { navigator.router.embed(document, with: input).start() }
    #expect(children.count == 2)
  }

  @Test func equalValuesAreOnePlaceAndCanBeSelected() throws {
    let router = try app.router("home#1")
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
    // The app's router opens on the visible screen.
    #expect(waiting.events.isEmpty && second.events.isEmpty && navigator.tree.value.path.count == 3)
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
