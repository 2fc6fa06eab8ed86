import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

/// Hosts of the presenters of the overview's example: one asks the other for a name.
@MainActor @Suite struct PresenterHostTests {
  private let time = VirtualTimeScheduler()
  private var environment: AppEnvironment { .fixed(on: time) }

  private func list(
    _ stage: RecordingStage = RecordingStage(), _ modules: Module...
  ) throws -> PresenterHost<ListPresenter, Never> {
    try PresenterHost(.list, environment: environment, stage: stage, opens: .add, modules: modules) { router, _ in
      ListPresenter(router: router)
    }
  }

  /// The names, the visible route, and whether another name is asked for.
  private func state(_ host: PresenterHost<ListPresenter, Never>) -> [String] {
    host.presenter.names.value + [host.visible ?? "nothing"] + (host.presenter.add.isExecuting.value ? ["asking"] : [])
  }

  @Test(arguments: ["milk", nil]) func aPresenterFinishesWithItsResultOrGoesBackWithoutOne(result: String?) throws {
    let host = try PresenterHost(.add, environment: environment) { router, _ in AddPresenter(router: router) }
    let presenter = host.presenter, before = [host.isOpen, presenter.save.isEnabled.value]
    presenter.name.value = result ?? ""
    if result != nil { presenter.save.execute() } else { presenter.cancel.execute() }
    #expect(before == [true, false])
    #expect(host.results == [result].compactMap { $0 })
    #expect(!host.isOpen)
  }

  private final class Noting: Presenter {
    private(set) var notes: [String] = []
    func loaded() { notes.append("loaded") }
    func willGainFocus() { notes.append("gains") }
    func shouldGoBack() -> Bool {
      notes.append("asked")
      return true
    }
    func willLoseFocus() { notes.append("loses") }
    func unloaded() { notes.append("unloaded") }
  }

  @Test func aPresenterIsNotifiedAndAskedAsInAnApp() throws {
    let host = try PresenterHost(.list, environment: environment) { _, _ in Noting() }
    host.navigator.userBack().start()
    #expect(host.presenter.notes == ["loaded", "gains", "asked", "loses", "unloaded"])
    #expect(!host.isOpen)
  }

  @Test func anOpenedModuleMayAnswerOrGoBackAtOnceAndOneWithoutAModuleIsEmpty() throws {
    let counts = MutableProperty(0)
    let host = try list(
      RecordingStage(),
      .answering(.add) { _ in
        counts.modify { $0 += 1 }
        return counts.value == 2 ? nil : "name \(counts.value)"
      })
    for _ in 1...3 { host.presenter.add.execute() }
    #expect(state(host) == ["name 1", "name 3", "list"])
    #expect(host.stage.kinds == [.root, .push, .modal, .back, .modal, .back, .modal, .back])
    let other = try list()
    other.presenter.add.execute()
    let asking = state(other)
    other.navigator.userBack().start()
    #expect([asking, state(other)] == [["add", "asking"], ["list"]])
  }

  @Test func aModuleThatCannotOpenIsAnError() {
    #expect(throws: RouteError.invalid("no room")) { try list(RecordingStage(.failing(.invalid("no room")))) }
    #expect(throws: RouteError.duplicate("list")) { try list(RecordingStage(), Module(.list) { _, _ in Assembly() }) }
  }

  @Test func aSlowStageShowsThePresenterWhenItDoes() throws {
    let host = try list(RecordingStage(.after(.seconds(1), time))), before = state(host)
    time.advance(by: .seconds(1))
    #expect([before, state(host)] == [["(below list)"], ["list"]])
    #expect(host.isOpen)
    #expect(host.stage.kinds == [.root, .push])
  }

  @Test func aPresenterThatAStageDoesNotShowIsNotOpen() throws {
    let host = try list(RecordingStage(.never)), wasOpen = host.isOpen
    time.advance(by: .seconds(60))
    #expect([wasOpen, host.isOpen] == [true, false])
    #expect(host.visible == "(below list)")
  }

  @Test func anAnsweringRootGivesItsResultAndStays() throws {
    let navigator = try Navigator([.answering(Route<Int, String>("pick")) { count in "\(count)" }])
    let result = Recorder(navigator.router.setRoot(Route<Int, String>("pick"), with: 3))
    #expect([result.outcome, navigator.address] == ["3, end", "pick#1"])
  }
}
