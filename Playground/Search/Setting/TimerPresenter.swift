import Language
import Signals
import VIPER

/// A timer of half a second, which ends with its module. It has no data, so it needs no interactor.
@MainActor package final class TimerPresenter: Presenter {
  package enum State: Sendable { case stopped, running, paused }

  package let texts: SearchTexts
  package let ticks: Property<Int>
  package let status: Property<String>
  /// Starts from 0.
  package let start: Command<Void, Void, Never>
  package let pause: Command<Void, Void, Never>
  /// Continues from the number at which it was paused.
  package let resume: Command<Void, Void, Never>
  package let stop: Command<Void, Void, Never>

  package init(_ router: Router<Never>) {
    let texts = SearchTexts.of(router.environment.locale), scheduler = router.environment.scheduler
    let state = MutableProperty(State.stopped), ticks = MutableProperty(0)
    func change(from allowed: [State], _ body: @escaping @Sendable () -> Void) -> Command<Void, Void, Never> {
      .sync(unless: state.map { allowed.contains($0) ? nil : texts.timerIs($0) }) { body() }
    }
    start = change(from: [.stopped]) { (ticks.value, state.value) = (0, .running) }
    pause = change(from: [.running]) { state.value = .paused }
    resume = change(from: [.paused]) { state.value = .running }
    stop = change(from: [.running, .paused]) { state.value = .stopped }
    (self.texts, self.ticks) = (texts, ticks.readOnly)
    status = Property.combineLatest(state, ticks, transform: texts.timer)
    state.signal
      .flatMap(.latest) { $0 == .running ? .timer(every: .milliseconds(500), on: scheduler) : .never }
      .observeValues { _ in ticks.modify { $0 += 1 } }
      .stored(in: router.alive)
  }
}
