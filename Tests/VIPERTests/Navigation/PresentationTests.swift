import Signals
import Testing
import VIPER
import VIPERTesting

/// A presentation reaches the stage with its transition, unchanged.
@MainActor @Suite struct PresentationTests {
  enum Animation: Equatable, Sendable { case fade, slide(fromLeft: Bool) }

  private let app = TestApp()
  private let plain = Route<Void, Never>("bare"), fading = Route<Void, Never>("fading", presentation: Animation.fade)

  private func home() throws -> (Navigator, Router<Never>) {
    let navigator = try app.makeNavigator([app.module(plain), app.module(fading)])
    navigator.open("/home").start()
    return (navigator, try app.router("home#1"))
  }

  private var last: Animation? { app.stage.transitions.last?.presentation as? Animation }

  @Test func theRouteSaysItAndTheCallSaysOtherwise() throws {
    let (navigator, router) = try home()
    router.push(plain).start()
    #expect(app.stage.transitions.last?.presentation == nil)
    navigator.userBack().start()
    router.push(fading).start()
    #expect(last == .fade)
    navigator.userBack().start()
    let verbs: [(Animation) -> Signal<Never, RouteError>] = [
      { router.push(fading, presentation: $0) }, { router.present(fading, presentation: $0) },
      { router.pushUnlessVisible(fading, presentation: $0) },
    ]
    for verb in verbs {
      verb(.slide(fromLeft: true)).start()
      #expect(last == .slide(fromLeft: true))
      navigator.userBack().start()
      // The way back has it, too.
      #expect(app.stage.kinds.last == .back && last == .slide(fromLeft: true))
    }
    router.replace(fading, presentation: Animation.slide(fromLeft: false)).start()
    #expect(last == .slide(fromLeft: false))
    navigator.router.setRoot(plain, presentation: Animation.slide(fromLeft: true)).start()
    #expect(last == .slide(fromLeft: true))
  }

  @Test func linksAndRestorationsHaveTheRoutesOwn() throws {
    let navigator = try home().0
    navigator.open("/home/fading").start()
    #expect(last == .fade)
    let tree = navigator.tree.value
    navigator.closeAll()
    navigator.restore(tree).start()
    #expect(navigator.tree.value.path.count == 2 && last == .fade)
  }
}
