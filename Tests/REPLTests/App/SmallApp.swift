import Signals
import Testing
import VIPER

@testable import REPL

/// A small app for the tests: the list and the modal of a to-do app, and a screen whose buttons misbehave.
enum SmallApp {
  static func console() -> ConsoleApp {
    let data = ConsoleOption("data", value: "DIR", help: "where data is")
    return ConsoleApp("small", home: "todo", options: [data]) { session in
      session.announce("data: \(session.options["data"] ?? "none")")
      let environment = session.environment, calls = session.calls.hermetic
      let list = Module(.todo, opens: .add) { router, _ in
        let presenter = ListPresenter(router)
        return Assembly(view: ConsoleView(presenter), presenter: presenter)
      }
      let add = Module(.add) { router, _ in
        let presenter = AddPresenter(router, calls)
        return Assembly(view: ConsoleView(presenter), presenter: presenter)
      }
      let lab = Module(.lab) { router, _ in
        let presenter = LabPresenter(router, calls)
        return Assembly(view: ConsoleView(presenter), presenter: presenter)
      }
      let leaky = Module(.leaky) { _, _ in
        let presenter = LeakyPresenter()
        presenter.itself = presenter
        LeakyPresenter.kept.append(presenter)
        return Assembly(view: ConsoleView(.title("Leaky")), presenter: presenter)
      }
      return try Navigator(
        stage: session.console, environment: environment, modules: [list, add, lab, leaky])
    }
  }

  /// What a flow gives.
  @MainActor static func run(_ text: String, stepLimit: Int = 1000) async throws -> FlowResult {
    try await FlowRunner(console(), limits: Settling.Limits(steps: stepLimit)).execute(text)
  }

  /// The outputs of the steps of a flow.
  @MainActor static func outputs(_ text: String, stepLimit: Int = 1000) async throws -> [[String]] {
    try await run(text, stepLimit: stepLimit).outputs
  }
}

extension Route<Void, Never> {
  static var todo: Self { Route("todo") }
  static var lab: Self { Route("lab") }
  static var leaky: Self { Route("leaky") }
}
extension Route<Void, Entry> { static var add: Self { Route("add", style: .modal) } }

/// Something to be done, as it was typed.
struct Entry: Sendable {
  var name: String
  var due: String
}

/// What a call of the app fails with.
struct CallFailure: Error, CustomStringConvertible {
  let text: String
  init(_ text: String) { self.text = text }
  var description: String { text }
}

@MainActor final class LeakyPresenter: Presenter {
  /// What ought to have gone with its module, on purpose.
  static var kept: [LeakyPresenter] = []
  /// A reference that stays, by which a sanitizer finds the table of the weak ones: the presenter has it by no pointer.
  weak var itself: LeakyPresenter?
}
