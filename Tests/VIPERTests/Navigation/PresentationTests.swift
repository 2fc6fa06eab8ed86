import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// A presentation reaches the stage with its transition, unchanged.
@MainActor @Suite struct PresentationTests {
  enum Animation: Equatable, Sendable { case fade, slide(fromLeft: Bool) }

  private let stage = RecordingStage()
  private let routers = MutableProperty<[String: Router<Never>]>([:])
  private let home = Route<Void, Never>("home")
  private let plain = Route<Void, Never>("plain"), fading = Route<Void, Never>("fading", presentation: Animation.fade)

  private func navigator() throws -> Navigator {
    let modules = [home, plain, fading].map { route in
      Module(route, opens: plain, fading) { [routers] router, _ in
        routers.modify { $0[router.name] = router }
        return Assembly()
      }
    }
    let navigator = try Navigator(
      stage: stage, environment: .fixed(on: VirtualTimeScheduler()), modules: modules)
    navigator.router.setRoot(home).start()
    return navigator
  }

  private var last: Animation? { stage.transitions.last?.presentation as? Animation }

  @Test func theRouteSaysItAndTheCallSaysOtherwise() throws {
    let navigator = try navigator(), router = try #require(routers.value["home#1"])
    router.push(plain).start()
    #expect(stage.transitions.last?.presentation == nil)
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
      #expect(stage.kinds.last == .back && last == .slide(fromLeft: true))
    }
    router.replace(fading, presentation: Animation.slide(fromLeft: false)).start()
    #expect(last == .slide(fromLeft: false))
    navigator.router.setRoot(plain, presentation: Animation.slide(fromLeft: true)).start()
    #expect(last == .slide(fromLeft: true))
  }

  @Test func linksAndRestorationsHaveTheRoutesOwn() throws {
    let navigator = try navigator()
    navigator.open("/home/fading").start()
    #expect(last == .fade)
    let tree = navigator.tree.value
    navigator.closeAll()
    navigator.restore(tree).start()
    #expect(navigator.tree.value.path.count == 2 && last == .fade)
  }
}
