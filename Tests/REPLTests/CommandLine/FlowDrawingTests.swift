import Fixtures
import Foundation
import Signals
import Testing

@testable import REPL

/// `draw FLOW`.
@MainActor @Suite struct FlowDrawingTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("0: the flow as it runs, without secrets, on the standard output or in a file, still or animated")
  func drawn() async throws {
    let app = ConsoleApp("safe") { _, _ in
      ConsoleView(.title("Tom & Jo"), .field("pin", MutableProperty(""), secret: true))
    }
    let file = try folder.write("a.flow", "# A\n> :open home\n  Tom & Jo\n  pin: -\nhome> pin psst\n  pin: ***\n").path
    let runs = await folder.runs(
      [[file], ["--svg=\(folder.path)/a.svg", file], ["--animated", "--svg=\(folder.path)/b.svg", folder.path]].map {
        ["draw"] + $0
      }, by: app)
    let still = runs[0].text
    #expect(runs == [ProgramRun(code: 0, text: still), ProgramRun(code: 0), ProgramRun(code: 0)])
    let files = try ["a.svg", "b.svg"].map { try folder.read($0) }
    #expect(files[0] == still)
    #expect(files[1].contains("@keyframes t4 "))
    #expect(!still.contains("psst"))
    #expect(still.contains("<title id=\"title\">safe: a.flow</title>"))
    #expect(
      MarkupReading(still).all("text").map(\.text) == [
        "safe: a.flow", "# A", ">", ":open home", "Tom & Jo", "pin: -", "home>", "pin ***", "pin: ***",
      ])
  }

  @Test("1: a failing flow is drawn as it runs, and its differences are printed") func differs() async throws {
    let drawn = await folder.run("draw", try folder.write("a.flow", "> :open lab\n  Lap\n").path)
    #expect(drawn.code == 1)
    #expect(drawn.errors.hasPrefix("FAIL a.flow\n"))
    #expect(MarkupReading(drawn.text).all("text", class: "output").map(\.text) == ["Lab", "echo: -"])
  }

  @Test("2: more than one flow, a file that is not a flow, or a picture that cannot be written; 69: no flow")
  func refused() async throws {
    for name in ["a.flow", "b.flow"] { try folder.write(name, "> :quit\n") }
    let path = folder.path, bad = try folder.write("c", "what\n").path
    let runs = await folder.runs([
      ["draw", path], ["draw", bad], ["draw", "--svg=\(path)/no/a.svg", path + "/a.flow"], ["draw", path + "/none"],
    ])
    #expect(runs.map { "\($0.code) \($0.text)" } == ["2 ", "2 ", "2 ", "69 "])
    #expect(runs[0].errors == "small: draw takes one flow, not 2; name one\n", "\(runs)")
    #expect(runs[2].errors.hasPrefix("small: no/a.svg cannot be written: "), "\(runs)")
  }
}
