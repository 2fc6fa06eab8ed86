import Fixtures
import Foundation
import Testing

@testable import REPL

@Suite struct FlowFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a file keeps its permissions, a link stays a link, and no other file is overwritten, however long the name is")
  func replaced() throws {
    let file = try folder.write(String(repeating: "a", count: 250) + ".flow", "old")
    let link = folder.file("link.flow"), other = try folder.write("other", "mine")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    // A temporary file has a unique name.
    for name in [".replacing-", ".link.flow.new"] {
      try FileManager.default.createSymbolicLink(at: folder.file(name), withDestinationURL: other)
    }
    try FlowFile.replace("old", with: "new", in: link)
    #expect(try folder.names.map(folder.read) == ["mine", "mine", "new", "new", "mine"])
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let destination = try FileManager.default.destinationOfSymbolicLink(atPath: link.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(destination == file.path)
  }

  @Test("a file that was changed meanwhile, is read-only even for the superuser, or cannot be replaced is not changed")
  func kept() throws {
    let changed = try folder.write("changed.flow", "new"), readOnly = try folder.write("locked.flow", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: readOnly.path)
    var reasons = [
      changed: "it changed during the run and was not rewritten; accept it again",
      readOnly: "it is read-only and was not rewritten; make it writable to accept it",
    ]
    // No file can be created in this folder.
    let system = URL(fileURLWithPath: "/proc/self/comm")
    if FileKind(at: system.path) == .regular { reasons[system] = "it cannot be written: " }
    for (file, reason) in reasons {
      let text = try FlowFile.text(of: file), old = file == changed ? "old" : text
      let error = #expect(throws: FlowFileError.self) { try FlowFile.replace(old, with: "newer", in: file) }
      #expect(error?.description.hasPrefix(reason) == true, "\(file)")
      #expect(try FlowFile.text(of: file) == text, "\(file)")
    }
    #expect(folder.names == ["changed.flow", "locked.flow"])
  }

  @Test("a pipe, a device, a folder, a missing file and invalid bytes are refused at once, with their reason")
  func unreadable() throws {
    let bytes = Array("# \u{2028}\u{85}\r\n\u{FFFD}\n> 登录".utf8) + [0xFF, 0xFF, 10]
    for (path, reason) in [
      (try folder.pipe("pipe.flow"), "it is a pipe or a device; save the flow in a file"),
      ("/dev/zero", "it is a pipe or a device; save the flow in a file"),
      (folder.path, "it is a folder; name a file that ends in .flow"),
      (folder.path + "/gone", "there is no such file"),
      (try folder.write("a.flow", bytes).path, "line 3, column 5: this is not UTF-8; save the file as UTF-8"),
    ] {
      let error = #expect(throws: (any Error).self) { try FlowFile.text(of: URL(fileURLWithPath: path)) }
      #expect(error.map { "\($0)" } == reason)
    }
  }
}
