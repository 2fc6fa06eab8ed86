// An app whose commands end the program or hold it up, for tests of the processes that run flows.
import Foundation
import REPL
import Signals
import VIPER

let options = [ConsoleOption("pipe", value: "FILE", help: "a pipe that is opened when the program hangs")]
let app = ConsoleApp("victim", home: "home", options: options) { session in
  let pipe = session.options["pipe"]
  let home = Module(Route<Void, Never>("home")) { _, _ in
    @MainActor func button(_ name: String, _ body: @escaping @Sendable () -> Void) -> Control {
      .button(name, Command<Void, Void, Never> { .deferred { .just(body()) } })
    }
    return Assembly(
      view: ConsoleView(
        .title(Property(constant: "Home")), button("fine") {}, button("crash") { fatalError("crashed on purpose") },
        button("leave") { exit(3) },
        button("hang") {
          if let pipe { _ = FileHandle(forWritingAtPath: pipe) }
          DispatchSemaphore(value: 0).wait()
        },
        .field("password", MutableProperty(""), secret: true)))
  }
  return try Navigator(stage: session.console, environment: session.environment, modules: [home])
}
exit(await app.main(Array(CommandLine.arguments.dropFirst())))
