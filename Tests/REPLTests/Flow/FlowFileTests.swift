import Fixtures
import Foundation
import Testing

@testable import REPL

@Suite struct FlowFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("bytes that are no text are said with the line they are on, whatever else ends a line there")
  func notText() throws {
    let file = try folder.write("a.flow", Array("# \u{2028}\u{85}\r\n\u{FFFD}\n> 登录".utf8) + [0xFF, 0xFF, 10])
    #expect(throws: FlowSyntaxError(line: 3, column: 5, reason: "this is not UTF-8; save the file as UTF-8")) {
      try FlowFile.text(of: file)
    }
  }

  @Test("a file that was changed meanwhile is left as it is") func changed() throws {
    let file = try folder.write("a.flow", "new")
    let error = #expect(throws: FlowFileError.self) { try FlowFile.replace("old", with: "newer", in: file) }
    #expect(error?.description == "it was changed while it ran, and is left as it is; accept it again")
    #expect(try folder.read("a.flow") == "new")
  }

  @Test("a file keeps its permissions, and a link stays a link") func kept() throws {
    let file = try folder.write("a.flow", "old"), link = folder.url.appendingPathComponent("link.flow")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    try FlowFile.replace("old", with: "new", in: link)
    #expect(try folder.read("a.flow") == "new")
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a.flow", "link.flow"])
  }

  @Test("a file that cannot be replaced is left as it is, with nothing beside it") func unwritable() throws {
    let file = try folder.write("a.flow", "old")
    // The draft's name is taken by a folder.
    let draft = folder.url.appendingPathComponent(".a.flow.new/x")
    try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
    let error = #expect(throws: FlowFileError.self) { try FlowFile.replace("old", with: "new", in: file) }
    #expect(error?.description.hasPrefix("it cannot be written: ") == true)
    #expect(try folder.read("a.flow") == "old")
  }
}
