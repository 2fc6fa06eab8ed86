import REPL
import Signals
import VIPER

/// A screen to try the harness with.
@MainActor final class LabPresenter: Presenter {
  let status = MutableProperty("")
  /// Says `tick 1` 300 ms later, and `tick 2` and `again 2` 500 ms after that.
  let tick: Command<Void, Void, Never>
  /// Asks `lab.ping`, and shows the answer.
  let ping: Command<Void, String, CallFailure>
  /// Leaves a timer behind that nobody ends.
  let leave: Command<Void, Void, Never>
  /// Schedules itself again at once, for ever.
  let spin: Command<Void, Void, Never>
  /// Prints what a harness would.
  let echo = MutableProperty("")

  init(_ router: Router<Never>, _ calls: Calls) {
    let status = status, scheduler = router.environment.scheduler
    tick = Command(policy: .concurrent) {
      .deferred {
        scheduler.schedule(after: .milliseconds(300)) { status.value = "tick 1" }
        scheduler.schedule(after: .milliseconds(800)) { status.value = "tick 2" }
        scheduler.schedule(after: .milliseconds(800)) { status.value = "again 2" }
        return .just(())
      }
    }
    ping = Command { calls.call("lab.ping", .just("pong"), failure: CallFailure.init) }
    leave = Command {
      .deferred {
        scheduler.schedule(after: .seconds(5)) {}
        return .just(())
      }
    }
    spin = Command {
      .deferred {
        Self.spin(on: scheduler)
        return .just(())
      }
    }
    ping.values.bind(to: status).stored(in: router.alive)
  }

  private nonisolated static func spin(on scheduler: any Scheduler) {
    scheduler.schedule { spin(on: scheduler) }
  }
}

extension ConsoleView {
  convenience init(_ presenter: LabPresenter) {
    self.init(
      .title(Property(constant: "Lab")), .label("", presenter.status.readOnly), .field("echo", presenter.echo),
      .busy(presenter.ping.isExecuting), .button("tick", presenter.tick), .button("ping", presenter.ping),
      .button("leave", presenter.leave), .button("spin", presenter.spin),
      .alert("", presenter.ping.failures.map(\.text)))
  }
}
