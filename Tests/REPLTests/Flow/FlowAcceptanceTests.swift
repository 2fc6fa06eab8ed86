import Foundation
import REPL
import Testing

@Suite @MainActor struct FlowAcceptanceTests {
  private func accepted(_ text: String, machine: [String: String] = [:]) async throws -> (text: String, typed: Typed) {
    let folder = try Folder(["a.flow": text])
    let typed = await Typed(["accept", folder.path("a.flow")], machine: machine)
    return (try folder.text("a.flow"), typed)
  }

  @Test(
    "outputs and bare prompts are filled in; all else stays, byte for byte",
    arguments: [
      (
        "> :open notes\n> add\n",
        "> :open notes\n  NOTES\n  (no notes)\nnotes> add\n  Add\n  text: -\n  password: -\n  stars: 3\n"
      ),
      // No last newline, before and after.
      ("> :open notes", "> :open notes\n  NOTES\n  (no notes)"),
      // Carriage returns, and a mixture.
      ("# A\r\n> :open notes\r\n\r\n# B\n", "# A\r\n> :open notes\r\n  NOTES\r\n  (no notes)\r\n\r\n# B\n"),
      ("> :open notes\n  old\n\n  older\n\n\n#  B  \n", "> :open notes\n  NOTES\n  (no notes)\n\n\n#  B  \n"),
      ("\u{FEFF}> :open notes\n", "\u{FEFF}> :open notes\n  NOTES\n  (no notes)\n"),
      ("> :open notes\n\n-- x --\n  data\r\n\n", "> :open notes\n  NOTES\n  (no notes)\n\n-- x --\n  data\r\n\n"),
      // What is as it was is not touched, blanks at its end included.
      ("> :open notes\n  NOTES  \n  (no notes)\n", "> :open notes\n  NOTES  \n  (no notes)\n"),
      // Output that is gone.
      ("> :open notes\n  NOTES\n  (no notes)\nnotes> :help\nnotes> leave\n", nil),
    ] as [(String, String?)]) func rewriting(_ old: String, _ new: String?) async throws
  {
    let (text, typed) = try await accepted(old)
    #expect(typed.code == 0 && typed.errors.isEmpty)
    if let new { #expect(text == new && text.utf8.elementsEqual(new.utf8)) }
    // Accepted once, it passes and stays.
    #expect(try await report(text).passed)
    let again = try await accepted(text)
    #expect(again.text == text)
    #expect(again.typed.output.first?.hasPrefix("same ") == true)
  }

  @Test("it says what it wrote") func says() async throws {
    let typed = try await accepted("> :open notes\n").typed
    #expect(typed.output.first?.hasPrefix("wrote ") == true)
  }

  @Test("a build never approves itself") func refusedInCI() async throws {
    let (text, typed) = try await accepted("> :open notes\n", machine: ["CI": "true"])
    #expect(text == "> :open notes\n")
    #expect(typed.code == 2)
    #expect(typed.errors == ["notes: accept is for people: CI=true, and a build must not approve itself"])
  }

  @Test(
    "what the harness says is never recorded",
    arguments: [
      "> :stub notes.all -> []\n> :quit\n", "> :open notes\n> spin\n", "> :now never\n",
    ]) func refusedComplaints(_ old: String) async throws
  {
    let (text, typed) = try await accepted(old)
    #expect(text == old)
    #expect(typed.code == 1)
    #expect(typed.errors.first?.hasSuffix("not accepted, for this cannot be recorded:") == true)
    #expect(typed.errors.dropFirst().allSatisfy { $0.hasPrefix("  !! ") } && typed.errors.count > 1)
  }

  @Test("a conflict of a merge is settled first") func refusedConflict() async throws {
    let old = "> :open notes\n<<<<<<< ours\n  NOTES\n=======\n>>>>>>> theirs\n"
    let (text, typed) = try await accepted(old)
    #expect(text == old)
    #expect(typed.code == 2)
    #expect(
      typed.errors.first?.hasSuffix("line 2: '<<<<<<<' is a conflict of a merge; settle it first, then run again")
        == true)
  }

  @Test("behind a link, what the link names is rewritten") func link() async throws {
    let folder = try Folder(["a.flow": "> :open notes\n"])
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("l.flow"), withDestinationPath: folder.path("a.flow"))
    #expect(await Typed(["accept", folder.path("l.flow")]).code == 0)
    #expect(try folder.text("a.flow") == "> :open notes\n  NOTES\n  (no notes)\n")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.path("l.flow"))) != nil)
  }
}
