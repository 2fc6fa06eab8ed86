import Signals
import Testing
import VIPER

@testable import REPL

/// The controls `back` and `cancel`.
@MainActor @Suite struct WayOutTests {
  @Test("back executes the router's command, and has a description of the console") func back() throws {
    let command = Command<Void, Void, RouteError>(unless: Property(constant: "this is the first screen")) { .empty }
    let screen = try Screen(ConsoleView(.back(command)))
    screen.prints([
      "back": "! back is disabled: this is the first screen", "help": "back  goes back to the screen before this one",
    ])
    screen.console.texts = .simplifiedChinese
    screen.prints(["help": "back  返回上一个界面"])
    try Screen(ConsoleView(.back(command, help: "leaves"))).prints(["help": "back  leaves"])
  }

  @Test("cancel cancels its commands, and is disabled while none executes") func cancel() throws {
    let load = Command<Int, Int, Never> { _ in .never }, save = Command<Void, Void, RouteError> { .never }
    let other = Command<Void, Void, Never> { .never }
    let screen = try Screen(ConsoleView(.cancel(load, save, help: "gives up"), .button("other", other)))
    screen.prints([
      "cancel": "! cancel is disabled: nothing is under way",
      "help cancel": "cancel  gives up\ncancel is disabled: nothing is under way",
    ])
    load.execute(1)
    save.execute()
    other.execute()
    screen.prints(["help cancel": "cancel  gives up", "cancel": ""])
    #expect(!load.isExecuting.value && !save.isExecuting.value && other.isExecuting.value)
    screen.console.texts = .simplifiedChinese
    screen.prints(["cancel": "! cancel 不可用:没有正在进行的操作"])
    other.cancel()
  }
}
