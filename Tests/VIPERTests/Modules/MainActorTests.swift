import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Modules are built, notified and freed on the main actor, from every thread that asks. Each test runs in its own process,
/// like thread tests.
@Suite struct MainActorTests {
  @Test func presentersAndViewsAreOnlyEverOnTheMainActor() async {
    await #expect(processExitsWith: .success) {
      let calls = MutableProperty<Set<String>>([])
      let note: @Sendable (String) -> Void = { name in
        // Ends the process if this fails.
        MainActor.assertIsolated(name)
        calls.modify { _ = $0.insert(name) }
      }
      let (navigator, stage) = try await Self.open(note)
      let router = await navigator.router
      await Threads.run(4) { _ in
        for step in 0..<5 {
          router.setRoot(.base).start()
          router.open("/checked;value=\(step)/checked?value=\(step + 50)").start()
          router.push(.checked, with: step + 100).observe { _ in note("result") }
        }
      }
      await navigator.open("/base/checked?value=1000").start()
      await navigator.userBack().start()
      let expected: Set = [
        "guard", "build", "loaded", "gains", "loses", "unloaded", "isReady", "shouldGoBack", "result", "alive",
        "focused",
        "view", "stage",
      ]
      #expect(calls.value == expected)
      withExtendedLifetime(stage) {}
    }
  }

  @MainActor private static func open(_ note: @escaping @Sendable (String) -> Void) throws -> (Navigator, CheckingStage)
  {
    let stage = CheckingStage(note)
    let checked = Module(
      .checked,
      guard: Guard { _, _ in
        note("guard")
        return .proceed
      }
    ) { router, _ in
      note("build")
      let presenter = CheckingPresenter(router, note)
      return Assembly(view: CheckingView(note), presenter: presenter)
    }
    let navigator = try Navigator(
      stage: stage, environment: .fixed(on: VirtualTimeScheduler()),
      modules: [Module(.base, opens: .checked) { _, _ in Assembly() }, checked])
    return (navigator, stage)
  }
}

extension Route<Void, Never> { fileprivate static var base: Self { Route("base") } }
extension Route<Int, Int> { fileprivate static var checked: Self { Route("checked") } }

private typealias Note = @Sendable (String) -> Void

@MainActor private final class CheckingStage: Stage {
  private let note: Note
  init(_ note: @escaping Note) { self.note = note }
  func perform(_ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?) -> Signal<Never, RouteError> {
    note("stage")
    return .empty
  }
}

private final class CheckingView {
  private let note: Note
  init(_ note: @escaping Note) { self.note = note }
  deinit { note("view") }
}

@MainActor private final class CheckingPresenter: Presenter {
  private let router: Router<Int>
  private let note: Note

  init(_ router: Router<Int>, _ note: @escaping Note) {
    self.router = router
    self.note = note
    router.alive.add(Disposable { note("alive") })
  }

  func loaded() { note("loaded") }
  func willGainFocus() {
    note("gains")
    router.focused.add(Disposable { [note] in note("focused") })
  }
  func willLoseFocus() { note("loses") }
  func unloaded() { note("unloaded") }
  func shouldGoBack() -> Bool {
    note("shouldGoBack")
    return true
  }
  var isReady: Property<Bool> {
    note("isReady")
    return Property(constant: true)
  }
}
