import Fixtures
import Foundation
import REPL
import Search
import Services
import Signals
import Testing
import VIPER
import VIPERTesting

/// A screen without layers among modules.
@MainActor @Suite struct AboutScreenTests {
  private let console = Console()

  private func navigator() throws -> Navigator {
    let transport = ScriptedTransport()
    let service = PictureService(search: transport, pictures: transport)
    let modules = SearchModules(service, files: MemoryFileSystem(), folder: URL(fileURLWithPath: "/pictures"))
    return try Navigator(
      stage: console, environment: .fixed(on: VirtualTimeScheduler()), modules: modules.all)
  }

  @Test("the screen is in the tree and in the log of links") func tree() throws {
    let navigator = try navigator()
    navigator.open("/search/about").start()
    #expect(navigator.tree.value.path.map(\.destination.route) == ["search", "about"])
    #expect(try navigator.links.print(navigator.tree.value.path.map(\.destination)) == "/search/about")
    let log = navigator.trace.entries.filter { $0.kind == .route }.map { "\($0)" }
    #expect(log.contains { $0.contains("about") })
  }

  @Test("the screen is released when it closes, and the audit finds no leak") func audit() throws {
    let navigator = try navigator()
    navigator.open("/search/about").start()
    let held = navigator.tree.value
    #expect(console.run("message").contains("Message"))
    _ = console.run("cancel")
    _ = console.run("send")
    #expect(console.run("back").contains("event: loadData about"))
    #expect(held != navigator.tree.value)
    #expect(navigator.leaks() == [])
    navigator.closeAll()
    #expect(navigator.leaks() == [])
  }

  @Test("the audit names the screen when it leaks") func leak() throws {
    let kept = MutableProperty<AboutScreen?>(nil), home = Route<Void, Never>("home")
    let about = Module(.about, opens: .message) { router, _ in
      let screen = AboutScreen(router)
      kept.value = screen
      return Assembly(view: screen.view, others: [screen])
    }
    let modules = [
      Module(home, opens: .about) { _, _ in Assembly(view: ConsoleView()) }, about,
      Module(.message) { _, _ in Assembly(view: ConsoleView()) },
    ]
    let navigator = try Navigator(
      stage: console, environment: .fixed(on: VirtualTimeScheduler()), modules: modules)
    navigator.open("/home/about").start()
    #expect(console.run("back") == [])
    #expect(navigator.leaks().map(\.part) == ["view ConsoleView", "part AboutScreen", "router Router<Never>"])
    kept.value = nil
    #expect(navigator.leaks() == [])
  }
}
