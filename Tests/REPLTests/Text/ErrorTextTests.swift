import Foundation
import Testing

@testable import REPL

/// Errors in words for users: the place and the reason, without Foundation's types.
@Suite struct ErrorTextTests {
  private struct Item: Codable { let name: String, due: Int, tags: [String]? }
  private struct Own: Error, CustomStringConvertible { let description = "the disk is full" }

  private static let jsonRows: [(String, String)] = [
    (#"[{"name": "a"}]"#, "[0].due is missing"), (#"[{"name": 1, "due": 2}]"#, "[0].name is not a text"),
    (#"[{"name": "a", "due": "x"}]"#, "[0].due is not a number"), (#"{}"#, "it is not a list"),
    (#"[{"name": "a", "due": null}]"#, "[0].due is null"), (#"[1]"#, "[0] is not an object"),
    (#"[{"name": "a", "due": 1, "tags": {}}]"#, "[0].tags is not a list"), ("{1", "it is not valid JSON"),
  ]

  @Test("a decoding error has the place and the reason", arguments: jsonRows)
  func json(_ text: String, _ problem: String) {
    let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([Item].self, from: Data(text.utf8)) }
    #expect(error.map { ErrorText.of($0) } == problem)
  }

  @Test("an error of the system has the system's message, if it has one; an error of the app has its own description")
  func others() {
    let unwritable = #expect(throws: CocoaError.self) {
      try Data().write(to: URL(fileURLWithPath: "/no/such/folder/a"))
    }
    let apple = NSError(
      domain: NSCocoaErrorDomain, code: 512,
      userInfo: [NSLocalizedDescriptionKey: "The operation couldn’t be completed. (NSCocoaErrorDomain error 512.)"])
    let errors: [any Error] = [unwritable ?? Own(), POSIXError(.ENOSPC), CocoaError(.fileWriteUnknown), apple, Own()]
    #expect(
      errors.map { ErrorText.of($0) } == [
        "No such file or directory", "No space left on device", "the system gives no reason",
        "the system gives no reason", "the disk is full",
      ])
  }
}
