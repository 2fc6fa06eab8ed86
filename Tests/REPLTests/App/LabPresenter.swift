import Dispatch
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
  let leaveTwice: Command<Void, Void, Never>
  /// Asks `lab.wait`, which takes a second of virtual time.
  let wait: Command<Void, String, CallFailure>
  /// Asks `lab.fetch`, which answers on another thread.
  let fetch: Command<Void, String, CallFailure>
  /// Asks `lab.hang`, which never answers.
  let hang: Command<Void, String, CallFailure>
  /// Asks `lab.none`, for which there is no real work.
  let none: Command<Void, String, CallFailure>
  /// Looks at something every minute, and nothing comes of it; with a failing `lab.ping` it asks it three times.
  let watch: Command<Void, Void, Never>
  let retry: Command<Void, String, CallFailure>
  /// Counts seconds on the screen, for ever.
  let count: Command<Void, Void, Never>
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
    leave = .sync { _ = scheduler.schedule(after: .seconds(5)) {} }
    leaveTwice = Command {
      .deferred {
        for _ in 0..<2 { scheduler.schedule(after: .seconds(5)) {} }
        return .just(())
      }
    }
    wait = Command {
      calls.call("lab.wait", .just("waited").delay(.seconds(1), on: scheduler), failure: CallFailure.init)
    }
    fetch = Command { calls.call("lab.fetch", Self.elsewhere("fetched"), failure: CallFailure.init) }
    hang = Command { calls.call("lab.hang", .never, failure: CallFailure.init) }
    none = Command { calls.call("lab.none", nil, failure: CallFailure.init) }
    watch = Command { Signal<Int, Never>.timer(every: .seconds(60), on: scheduler).map { _ in } }
    retry = Command {
      calls.call("lab.ping", .fail(CallFailure("no answer")), failure: CallFailure.init)
        .retry(3, delay: { _, _ in .seconds(2) }, on: scheduler)
    }
    count = Command {
      Signal<Int, Never>.timer(every: .seconds(1), on: scheduler).map { status.value = "\($0)" }
    }
    spin = .sync { Self.spin(on: scheduler) }
    router.received(ModuleEvent<String>("say")).bind(to: status).stored(in: router.alive)
    status.traced("status", by: router)
    ping.traced("ping", by: router)
    for values in [ping.values, wait.values, fetch.values, hang.values, none.values, retry.values] {
      values.bind(to: status).stored(in: router.alive)
    }
  }

  private nonisolated static func elsewhere(_ answer: String) -> Signal<String, CallFailure> {
    Signal { emitter in
      DispatchQueue.global().async {
        emitter.send(answer)
        emitter.complete()
      }
    }
  }

  private nonisolated static func spin(on scheduler: any Scheduler) {
    scheduler.schedule { spin(on: scheduler) }
  }
}

extension ConsoleView {
  convenience init(_ presenter: LabPresenter) {
    self.init(
      .title("Lab"), .field("echo", presenter.echo), .label("", presenter.status.readOnly),
      .busy(presenter.ping.isExecuting), .button("tick", presenter.tick), .button("ping", presenter.ping),
      .button("leave", presenter.leave), .button("leave-twice", presenter.leaveTwice),
      .button("wait", presenter.wait), .button("fetch", presenter.fetch), .button("hang", presenter.hang),
      .button("none", presenter.none), .button("watch", presenter.watch), .button("retry", presenter.retry),
      .button("count", presenter.count), .button("spin", presenter.spin),
      .alert("", presenter.ping.failures.map(\.text)), .alert("", presenter.none.failures.map(\.text)),
      .alert("", presenter.retry.failures.map(\.text)))
  }
}
