import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct StageTimeLimitTests {
  private let app = TestApp()

  @Test func aStageIsToldOnceWhoseItIsAndMayGoBackByItself() throws {
    @MainActor final class Swiping: Stage {
      private(set) weak var navigator: Navigator?
      private(set) var count = 0
      func attach(to navigator: Navigator) {
        self.navigator = navigator
        count += 1
      }
      func perform(
        _ transition: Transition, view: (NavigationTree.Node.ID) -> AnyObject?
      ) -> Signal<Never, RouteError> { .empty }
    }
    let stage = Swiping()
    var navigator: Navigator? = try Navigator(
      stage: stage, environment: .fixed(on: app.time), modules: app.modules)
    navigator?.open("/home/details;value=a").start()
    #expect(stage.count == 1)
    stage.navigator?.userBack(alreadyShown: true).start()
    #expect(navigator?.tree.value.description == "home#1 *")
    navigator = nil
    #expect(stage.navigator == nil)
  }

  @Test(arguments: [RecordingStage.Answer.never, .failing(.invalid("no room"))])
  func aSwipeThatIsRefusedIsUndoneAndNavigationGoesOnEvenIfThatCannotBeShown(answer: RecordingStage.Answer) throws {
    let navigator = try app.open("/home/details;value=a")
    app.refusesBack = ["details#2"]
    app.stage.answer = answer
    let swipe = Recorder(navigator.userBack(alreadyShown: true))
    #expect(swipe.failure == .refused("'details' refuses to close now"))
    app.stage.answer = .atOnce
    let push = Recorder(navigator.router.push(.other, with: "b"))
    app.time.advance(by: .seconds(30))
    #expect(navigator.tree.value.path.count == 3 && push.events.isEmpty)
    #expect(navigator.trace.entries.contains { $0.name == "show again" && $0.detail.hasPrefix("refused") })
    #expect(app.time.pending == 0)
  }

  @Test func theIdOfAModuleRolledBackIsNotReused() throws {
    let (navigator, home) = try app.home()
    app.stage.answer = .failing(.invalid("no room"))
    home.push(.details, with: "a").start()
    app.stage.answer = .atOnce
    home.push(.details, with: "a").start()
    #expect(navigator.tree.value.path.map(\.id) == [1, 3])
  }

  @Test func aRequestForAModuleRolledBackClosesNoOther() throws {
    let (navigator, home) = try app.home()
    app.stage.answer = .after(.seconds(31), app.time)
    let opening = home.push(.details, with: "a").start()
    app.stage.answer = .atOnce
    home.present(.form).start()
    opening.dispose()
    app.time.advance(by: .seconds(30))
    #expect(navigator.routesOfPath == ["home", "form"])
  }

  @Test func aStageThatNeverAnswersIsReportedByNameAndNavigationGoesOn() throws {
    let (navigator, home) = try app.home()
    app.stage.answer = .never
    let opening = Recorder(home.push(.details, with: "a"))
    app.time.advance(by: .seconds(30))
    #expect(opening.failure == .notShown("details", by: "RecordingStage"))
    // A late stage is asked to show the current tree; no other transition is shown before its time for that is over.
    #expect(app.stage.transitions.last?.after == navigator.tree.value)
    app.stage.answer = .atOnce
    home.push(.details, with: "a").start()
    #expect(navigator.tree.value.path.count == 1)
    app.time.advance(by: .seconds(30))
    #expect(navigator.tree.value.path.count == 2)
    let log = navigator.trace.entries.filter { $0.kind == .route && $0.detail.hasPrefix("refused") }
    #expect(log.map(\.name) == ["push details", "show again"])
  }

  @Test func anAnswerAfterTheTimeLimitChangesNothing() throws {
    let (navigator, home) = try app.home()
    app.stage.answer = .after(.seconds(31), app.time)
    let opening = Recorder(home.push(.details, with: "a"))
    app.time.advance(by: .seconds(30))
    #expect(opening.failure == .notShown("details", by: "RecordingStage"))
    app.time.advance(by: .seconds(60))
    #expect(navigator.path == ["home#1"] && navigator.leaks() == [])
  }
}
