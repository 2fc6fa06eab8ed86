import Fixtures
import Foundation
import Signals
import Testing

@testable import REPL

/// `draw FLOW`.
@MainActor @Suite struct FlowDrawingTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("0: the flow as it runs, on the standard output or in a file, still or animated") func drawn() async throws {
    let file = try folder.write("a.flow", "# A\n> :open lab\n  Lab\n  echo: -\nlab> echo <hi>\n  echo: <hi>\n")
    let still = await folder.run("draw", file.path)
    #expect(still.code == 0 && still.text.contains("<title id=\"title\">small: a.flow</title>"))
    #expect(
      MarkupReading(still.text).all("text").map(\.text) == [
        "small: a.flow", "# A", ">", ":open lab", "Lab", "echo: -", "lab>", "echo <hi>", "echo: <hi>",
      ])
    #expect(await folder.run("draw", "--svg=\(folder.path)/a.svg", file.path) == ProgramRun(code: 0))
    #expect(try folder.read("a.svg") == still.text)
    #expect(await folder.run("draw", "--animated", "--svg=\(folder.path)/b.svg", folder.path).code == 0)
    #expect(try folder.read("b.svg").contains("@keyframes t1 "))
  }

  @Test("a secret is not drawn") func secret() async throws {
    let app = ConsoleApp("safe") { _, _ in ConsoleView(.field("pin", MutableProperty(""), secret: true)) }
    let file = try folder.write("a.flow", "> :open home\n  pin: -\nhome> pin 1234\n  pin: ***\n")
    let drawn = await folder.run("draw", file.path, by: app)
    #expect(drawn.code == 0 && !drawn.text.contains("1234"))
    #expect(MarkupReading(drawn.text).all("text").map(\.text).suffix(3) == ["home>", "pin ***", "pin: ***"])
  }

  @Test("1: a failing flow is drawn as it runs, and its differences are printed") func differs() async throws {
    let drawn = await folder.run("draw", try folder.write("a.flow", "> :open lab\n  Lap\n").path)
    #expect(drawn.code == 1 && drawn.errors.hasPrefix("FAIL a.flow\n"))
    #expect(MarkupReading(drawn.text).all("text", class: "output").map(\.text) == ["Lab", "echo: -"])
  }

  @Test("2: more than one flow, or a file that is not a flow; 69: no flow") func refused() async throws {
    for name in ["a.flow", "b.flow"] { try folder.write(name, "> :quit\n") }
    #expect(
      await folder.run("draw", folder.path)
        == ProgramRun(code: 2, errors: "small: draw takes one flow, and these are 2; name one\n"))
    let bad = await folder.run("draw", try folder.write("c", "what\n").path)
    #expect(bad.code == 2 && bad.text == "")
    #expect(await folder.run("draw", folder.path + "/none").code == 69)
    let unwritten = await folder.run("draw", "--svg=\(folder.path)/no/a.svg", folder.path + "/a.flow")
    #expect(
      unwritten.code == 2 && unwritten.text == "" && unwritten.errors.contains("small: no/a.svg cannot be written: "))
  }
}
