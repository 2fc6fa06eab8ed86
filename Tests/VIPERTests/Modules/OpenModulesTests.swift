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
    navigator = try app.open(
      "/home",
      [
        Module(document) { _, _ in Assembly() }, Module(snapshot, fromAnywhere: true) { _, _ in Assembly() },
        Module(handler) { _, _ in Assembly() },
      ])
  }

  private var children: [NavigationTree.Node] { navigator.tree.value.root?.children ?? [] }

  @Test func anObjectIsOnePlaceAndANewOneAtItsAddressIsAnother() {
    let first = Document(), second = Document()
    for input in [first, second, first, second] { navigator.router.embed(document, with: input).start() }
    let count = children.count
    for _ in 0..<100 { navigator.router.embed(document, with: Document()).start() }
    #expect([count, children.count] == [2, 102])
  }

  @Test func equalValuesAreOnePlaceAndInputsThatCannotBeComparedAreOthers() throws {
    let router = try app.router("home#1")
    for page in [1, 2, 1] { router.tab(snapshot, with: Snapshot(page: page)).start() }
    let selections = [2, 3].map { Recorder(router.select(snapshot, with: Snapshot(page: $0))).outcome }
    #expect(selections == ["done", "closed(snapshot)"])
    #expect(children.count == 2)
    #expect(navigator.tree.value.root?.selected == children.last?.id)
    let pushes = (0..<2).map { _ in Recorder(navigator.router.push(handler, with: Handler {})) }
    // The app's router opens on the visible screen.
    #expect(pushes.map(\.outcome) == ["waiting", "waiting"])
    #expect(navigator.tree.value.path.count == 4)
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
