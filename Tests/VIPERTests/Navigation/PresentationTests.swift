import Signals
import Testing
import VIPER
import VIPERTesting

/// A presentation reaches the stage with its transition, unchanged.
@MainActor @Suite struct PresentationTests {
  enum Animation: Equatable, Sendable { case fade, slide(fromLeft: Bool) }

  private let app = TestApp()
  private let plain = Route<Void, Never>("bare"), fading = Route<Void, Never>("fading", presentation: Animation.fade)

  /// The presentations of the transitions so far, after the first.
  private var shown: [Animation?] { app.stage.transitions.dropFirst().map { $0.presentation as? Animation } }

  @Test func theRouteSaysItAndTheCallSaysOtherwise() throws {
    let navigator = try app.open("/home", [app.module(plain), app.module(fading)]), router = try app.router("home#1")
    let left = Animation.slide(fromLeft: true), right = Animation.slide(fromLeft: false)
    for verb in [
      router.push(plain), router.push(fading), router.push(fading, presentation: left),
      router.present(fading, presentation: left), router.pushUnlessVisible(fading, presentation: left),
    ] {
      verb.start()
      navigator.userBack().start()
    }
    router.replace(fading, presentation: right).start()
    navigator.router.setRoot(plain, presentation: left).start()
    // The way back has it, too.
    #expect(shown == [nil, nil, .fade, .fade, left, left, left, left, left, left, right, left])
  }

  @Test func linksAndRestorationsHaveTheRoutesOwn() throws {
    let navigator = try app.open("/home/fading", [app.module(fading)]), tree = navigator.tree.value
    navigator.closeAll()
    navigator.restore(tree).start()
    // Opened, closed, and restored with its root.
    #expect(shown == [.fade, nil, nil, .fade])
  }

  /// A transition has one presentation.
  @Test func aScreenOfALinkWithAPresentationOpensInATransitionOfItsOwn() throws {
    _ = try app.open("/home/bare/fading/bare", [app.module(plain), app.module(fading)])
    #expect(app.stage.transitions.map(\.opened.count) == [2, 1, 1])
    #expect(shown == [.fade, nil])
  }
}
