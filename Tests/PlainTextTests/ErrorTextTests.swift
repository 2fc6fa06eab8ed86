import Foundation
import PlainText
import Testing

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

  @Test("the decoder's own reason can be left out, a long key is cut, and the whole has a name") func options() throws {
    let key = String(repeating: "k", count: 60), json = Data("{\"\(key)\": [1]}".utf8)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "its value is secret"))
    }
    let error = try #require(throws: DecodingError.self) { try decoder.decode([String: [Date]].self, from: json) }
    let place = key.prefix(50) + "…[0]"
    #expect(ErrorText(error).path == place)
    #expect(ErrorText(error).text == "\(place) cannot be read: its value is secret")
    #expect(ErrorText(error, hidesDetails: true).text == "\(place) cannot be read")
    let whole = try #require(throws: DecodingError.self) { try decoder.decode(Item.self, from: Data("[]".utf8)) }
    #expect(ErrorText(whole, of: "the file").text == "the file is not an object")
    let endless = try #require(throws: EncodingError.self) { try JSONEncoder().encode(["a": Double.infinity]) }
    #expect(ErrorText.of(endless) == "a cannot be encoded: it is inf")
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
