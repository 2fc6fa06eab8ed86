import Testing
import VIPER

@testable import REPL

@MainActor @Suite struct PromptNameTests {
  @Test(
    "a plain name is unchanged; characters that prompts, lines or paths reserve are percent-encoded",
    arguments: [
      ("todo", "todo"), ("登录", "登录"), ("my-list_2", "my-list_2"), ("my list", "my%20list"), ("a>b", "a%3Eb"),
      ("#1", "%231"), ("a/b", "a%2Fb"), ("100%", "100%25"), ("<<<<<<<", "%3C%3C%3C%3C%3C%3C%3C"), ("a\nb", "a%0Ab"),
      ("\u{3000}", "%E3%80%80"), ("\u{202E}x", "%E2%80%AEx"),
    ])
  func written(_ route: String, _ name: String) throws {
    #expect(PromptName.written(route) == name)
    #expect(try FlowParser.parse("\(name)> :quit\n").steps.map(\.screen) == [name])
    let module = Module(Route<Void, Never>(route)) { _, _ in Assembly(view: ConsoleView()) }
    let navigator = try Navigator(stage: Console(), environment: .fixed(by: VirtualDate(FlowTime())), modules: [module])
    #expect(try navigator.links.parse("/\(name)").map(\.route) == [route])
  }
}
