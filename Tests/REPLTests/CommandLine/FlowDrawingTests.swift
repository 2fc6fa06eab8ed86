import Fixtures
import Foundation
import Signals
import Testing
import VIPER

@testable import REPL

/// `draw FLOW`.
@MainActor @Suite struct FlowDrawingTests {
  private let folder: TemporaryFolder
  private let terminal = RecordedTerminal()
  init() throws { folder = try TemporaryFolder() }

  private func draw(_ arguments: String..., by app: ConsoleApp = SmallApp.console()) async -> Int32 {
    await app.main(
      ["draw"] + arguments, terminal: terminal.terminal(), machine: [:],
      environment: .fixed(by: VirtualDate(VirtualTimeScheduler())))
  }

  @Test("0: the flow as it runs, on the standard output or in a file, still or animated") func drawn() async throws {
    let file = try folder.write("a.flow", "# A\n> :open lab\n  Lab\n  echo: -\nlab> echo <hi>\n  echo: <hi>\n")
    #expect(await draw(file.path) == 0)
    let still = terminal.text
    #expect(still.contains("<title id=\"title\">small: a.flow</title>"))
    #expect(
      MarkupReading(still).all("text").map(\.text) == [
        "small: a.flow", "# A", ">", ":open lab", "Lab", "echo: -", "lab>", "echo <hi>", "echo: <hi>",
      ])
    #expect(await draw("--svg=\(folder.path)/a.svg", file.path) == 0)
    #expect(try folder.read("a.svg") == still && terminal.text == still && terminal.errorText == "")
    #expect(await draw("--animated", "--svg=\(folder.path)/b.svg", folder.path) == 0)
    #expect(try folder.read("b.svg").contains("@keyframes t1 "))
  }

  @Test("a secret is not drawn") func secret() async throws {
    let app = ConsoleApp("safe", home: "lab") { session in
      let lab = Module(.lab) { _, _ in Assembly(view: ConsoleView(.field("pin", MutableProperty(""), secret: true))) }
      return try Navigator(stage: session.console, environment: session.environment, modules: [lab])
    }
    let file = try folder.write("a.flow", "> :open lab\n  pin: -\nlab> pin 1234\n  pin: ***\n")
    #expect(await draw(file.path, by: app) == 0)
    #expect(MarkupReading(terminal.text).all("text").map(\.text).suffix(3) == ["lab>", "pin ***", "pin: ***"])
    #expect(!terminal.text.contains("1234"))
  }

  @Test("1: a failing flow is drawn as it runs, and its differences are printed") func differs() async throws {
    let file = try folder.write("a.flow", "> :open lab\n  Lap\n")
    #expect(await draw(file.path) == 1)
    #expect(MarkupReading(terminal.text).all("text", class: "output").map(\.text) == ["Lab", "echo: -"])
    #expect(terminal.errorText.hasPrefix("FAIL \(file.path)\n"))
  }

  @Test("2: more flows than one, and a file that is none; 69: no flow") func refused() async throws {
    try folder.write("a.flow", "> :quit\n")
    try folder.write("b.flow", "> :quit\n")
    #expect(await draw(folder.path) == 2)
    #expect(terminal.errorText == "small: draw takes one flow, and these are 2; name one\n")
    try folder.write("c", "what\n")
    #expect(await draw(folder.path + "/c") == 2)
    #expect(await draw(folder.path + "/none") == 69)
    #expect(await draw("--svg=\(folder.path)/no/a.svg", folder.path + "/a.flow") == 2)
    #expect(terminal.errorText.contains("small: \(folder.path)/no/a.svg cannot be written: "))
    #expect(terminal.text == "")
  }
}
