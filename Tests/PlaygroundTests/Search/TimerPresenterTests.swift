import Search
import Signals
import SignalsTesting
import Testing
import VIPER
import VIPERTesting

@MainActor @Suite struct TimerPresenterTests {
  private let time = VirtualTimeScheduler()

  private func host() throws -> PresenterHost<TimerPresenter, Never> {
    try PresenterHost(.timer, environment: .fixed(on: time)) { router, _ in TimerPresenter(router) }
  }

  @Test("the timer ticks every half second while it runs") func ticking() throws {
    let shown = try host(), presenter = shown.presenter
    time.advance(by: .seconds(2))
    #expect(presenter.ticks.value == 0)
    presenter.start.execute()
    try expect(
      presenter.ticks.changes, "-----1----2----3", ["1": 1, "2": 2, "3": 3], tick: .milliseconds(100), on: time)
  }

  @Test("a paused timer keeps its number; a stopped one restarts from 0") func pausing() throws {
    let shown = try host(), presenter = shown.presenter
    presenter.start.execute()
    time.advance(by: .milliseconds(1200))
    presenter.pause.execute()
    time.advance(by: .seconds(10))
    #expect(presenter.ticks.value == 2 && time.pending == 0)
    presenter.resume.execute()
    time.advance(by: .milliseconds(500))
    #expect(presenter.ticks.value == 3)
    presenter.stop.execute()
    #expect(time.pending == 0)
    presenter.start.execute()
    #expect(presenter.ticks.value == 0)
  }

  @Test("commands that do not apply are disabled, with a reason") func states() throws {
    let shown = try host(), presenter = shown.presenter
    func enabled() -> [Bool] {
      [presenter.start, presenter.pause, presenter.resume, presenter.stop].map(\.isEnabled.value)
    }
    #expect(enabled() == [true, false, false, false] && presenter.stop.disabledReason.value == "the timer is stopped")
    presenter.start.execute()
    #expect(enabled() == [false, true, false, true] && presenter.start.disabledReason.value == "the timer is running")
    presenter.pause.execute()
    #expect(enabled() == [false, false, true, true] && presenter.pause.disabledReason.value == "the timer is paused")
  }

  @Test("the timer ends with its module") func closing() throws {
    let host = try host()
    host.presenter.start.execute()
    #expect(time.pending == 1)
    host.navigator.closeAll()
    #expect(time.pending == 0)
  }
}
