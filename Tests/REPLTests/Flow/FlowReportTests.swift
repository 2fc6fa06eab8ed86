import Foundation
import REPL
import Testing

@Suite @MainActor struct FlowReportTests {
  @Test(
    "what is no flow is a bad script",
    arguments: [
      ("", "BAD  a.flow: there is no command in it; write one, such as > :open notes"),
      ("# A\n", "BAD  a.flow: there is no command in it; write one, such as > :open notes"),
      ("> :opne x\n", "BAD  a.flow:1: there is no ':opne'; did you mean ':open'?"),
    ]) func bad(_ flow: String, _ text: String) async throws
  {
    let report = try await report(flow)
    #expect(report.shown == [text])
    #expect(report.isBadScript && !report.passed)
  }

  @Test("a file that is not UTF-8, or not there, is a bad script") func unreadable() async throws {
    let folder = try Folder()
    try folder.write(Data("> :open notes\n".utf8) + [0xFF, 0xFE], to: "a.flow")
    let file = folder.url.appendingPathComponent("a.flow")
    #expect(await Notes.app.run(flow: file).shown == ["BAD  a.flow:2: this is not UTF-8; save the file as UTF-8"])
    let gone = await Notes.app.run(flow: folder.url.appendingPathComponent("b.flow"))
    #expect(gone.shown == ["BAD  a.flow: it cannot be read; is it there?"])
  }
}
