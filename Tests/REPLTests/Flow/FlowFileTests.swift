import Fixtures
import Foundation
import Testing

@testable import REPL

@Suite struct FlowFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("invalid bytes are reported with their line, also in a line with other separators")
  func notText() throws {
    let file = try folder.write("a.flow", Array("# \u{2028}\u{85}\r\n\u{FFFD}\n> 登录".utf8) + [0xFF, 0xFF, 10])
    #expect(throws: FlowSyntaxError(line: 3, column: 5, reason: "this is not UTF-8; save the file as UTF-8")) {
      try FlowFile.text(of: file)
    }
  }

  @Test("a file that was changed in the meantime is not replaced") func changed() throws {
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
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    #expect(try folder.read("a.flow") == "new" && folder.names == ["a.flow", "link.flow"])
  }

  @Test("a file that cannot be replaced is not changed", .enabled(if: FileKind(at: "/proc/self/comm") == .regular))
  func unwritable() throws {
    // No file can be created in this folder.
    let file = URL(fileURLWithPath: "/proc/self/comm"), name = try FlowFile.text(of: file)
    let error = #expect(throws: FlowFileError.self) { try FlowFile.replace(name, with: "new", in: file) }
    #expect(error?.description.hasPrefix("it cannot be written: ") == true)
    #expect(try FlowFile.text(of: file) == name)
  }

  @Test("a read-only file is not changed, even by the superuser") func readOnly() throws {
    let file = try folder.write("a.flow", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    let error = #expect(throws: FlowFileError.self) { try FlowFile.replace("old", with: "new", in: file) }
    #expect(error?.description == "it is read-only, and is left as it is; make it writable to accept it")
    #expect(try folder.read("a.flow") == "old" && folder.names == ["a.flow"])
  }

  @Test("the temporary file has a unique name: no other file in the folder is overwritten") func draft() throws {
    let file = try folder.write("a.flow", "old"), other = try folder.write("other", "mine")
    for name in [".a.flow.new", ".accepted-"] {
      try FileManager.default.createSymbolicLink(at: folder.file(name), withDestinationURL: other)
    }
    try FlowFile.replace("old", with: "new", in: file)
    #expect(try folder.read("a.flow") == "new" && folder.read("other") == "mine")
    #expect(folder.names == [".a.flow.new", ".accepted-", "a.flow", "other"])
  }

  @Test("a flow with the longest possible file name can be replaced") func longName() throws {
    let file = try folder.write(String(repeating: "a", count: 250) + ".flow", "old")
    try FlowFile.replace("old", with: "new", in: file)
    #expect(try FlowFile.text(of: file) == "new")
  }

  @Test("a pipe, a device, a folder and a missing file are refused at once") func noFile() throws {
    for (path, reason) in [
      (try folder.pipe("pipe.flow"), "it is a pipe or a device; save the flow in a file"),
      ("/dev/zero", "it is a pipe or a device; save the flow in a file"), (folder.path, "it is a folder; name a file"),
      (folder.path + "/gone", "there is no such file"),
    ] {
      let error = #expect(throws: FlowFileError.self) { try FlowFile.text(of: URL(fileURLWithPath: path)) }
      #expect(error?.description == reason)
    }
  }
}
