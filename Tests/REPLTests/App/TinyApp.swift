import Signals
import VIPER

@testable import REPL

/// The smallest app that has something of everything a flow may say: a screen with a call, timers and work without end, and
/// one that opens a modal. Cheap to build, for scripts that are run by the ten thousand.
enum TinyApp {
  static let console = ConsoleApp("tiny", home: "todo") { session in
    let calls = session.calls.hermetic
    let modules = [
      Module(.lab) { router, _ in
        let presenter = LabPresenter(router, calls)
        return Assembly(view: presenter.view, presenter: presenter)
      },
      Module(.todo, opens: .add) { router, _ in
        Assembly(view: ConsoleView(.button("add", Command<Void, Entry, RouteError> { router.present(.add) })))
      },
      Module(.add) { router, _ in
        let name = MutableProperty("")
        let save = Command.sync(enabledIf: name.map { !$0.isEmpty }) {
          Entry(name: name.value, due: "")
        }
        save.values.bind(to: router.finish)
        return Assembly(view: ConsoleView(.field("name", name), .button("save", save)))
      },
    ]
    return try Navigator(stage: session.console, environment: session.environment, modules: modules)
  }

  @MainActor private final class LabPresenter: Presenter {
    let view: ConsoleView

    init(_ router: Router<Never>, _ calls: Calls) {
      let status = MutableProperty(""), scheduler = router.environment.scheduler
      let ping = Command { calls.call("lab.ping", .just("pong"), failure: CallFailure.init) }
      let tick = Command<Void, Void, Never> {
        Signal<Int, Never>.timer(every: .milliseconds(300), on: scheduler).first().map { _ in status.value = "tick" }
      }
      let spin = Command.sync { Self.spin(on: scheduler) }
      view = ConsoleView(
        .label("", status.readOnly), .button("ping", ping), .button("tick", tick), .button("spin", spin),
        .alert("", ping.failures.map(\.text)))
      ping.values.bind(to: status).stored(in: router.alive)
    }

    private nonisolated static func spin(on scheduler: any Scheduler) { scheduler.schedule { spin(on: scheduler) } }
  }
}
