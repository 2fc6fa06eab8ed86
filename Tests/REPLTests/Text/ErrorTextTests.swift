import Foundation
import Testing

@testable import REPL

/// Errors in words for users: the place and the reason, without Foundation's types.
@Suite struct ErrorTextTests {
  private struct Item: Codable { let name: String, due: Int, tags: [String]? }
  private struct Own: Error, CustomStringConvertible { let description = "the disk is full" }

  @Test(
    "a decoding error has the place and the reason",
    arguments: [
      (#"[{"name": "a"}]"#, "[0].due is missing"), (#"[{"name": 1, "due": 2}]"#, "[0].name is not a text"),
      (#"[{"name": "a", "due": "x"}]"#, "[0].due is not a number"), (#"{}"#, "it is not a list"),
      (#"[{"name": "a", "due": null}]"#, "[0].due is null"), (#"[1]"#, "[0] is not an object"),
      (#"[{"name": "a", "due": 1, "tags": {}}]"#, "[0].tags is not a list"), ("{1", "it is not valid JSON"),
    ])
  func json(_ text: String, _ problem: String) {
    do {
      _ = try JSONDecoder().decode([Item].self, from: Data(text.utf8))
      Issue.record("it was read")
    } catch { #expect(ErrorText.of(error) == problem) }
  }

  @Test("an error of the system has the system's message, if it has one") func system() {
    do {
      try Data().write(to: URL(fileURLWithPath: "/no/such/folder/a"))
      Issue.record("it was written")
    } catch { #expect(ErrorText.of(error) == "No such file or directory") }
    #expect(ErrorText.of(POSIXError(.ENOSPC)) == "No space left on device")
    #expect(!ErrorText.of(CocoaError(.fileWriteUnknown)).contains("could not be completed"))
  }

  @Test("an error of the app has its own description") func own() { #expect(ErrorText.of(Own()) == "the disk is full") }
}
