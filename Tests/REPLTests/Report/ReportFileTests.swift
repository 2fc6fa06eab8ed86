import Fixtures
import Foundation
import Testing

@testable import REPL
@testable import REPLTools

@Suite struct ReportFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a file, or the target of a link, gets the report, whether it was there or not; the link stays")
  func file() throws {
    let link = folder.file("link"), target = folder.file("target")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    var written: [String] = []
    for (path, text) in [(target, "long text"), (target, "text"), (link, "long text"), (link, "text")] {
      try ReportFile.write(text, to: path.path)
      written.append(try folder.read("target"))
    }
    written.append(try FileManager.default.destinationOfSymbolicLink(atPath: link.path))
    #expect(written + folder.names == ["long text", "text", "long text", "text", target.path, "link", "target"])
  }

  @Test("an existing file keeps its permissions") func permissions() throws {
    let file = try folder.write("report", "old")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try ReportFile.write("new", to: file.path)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try folder.read("report") == "new")
  }

  @Test("the reader of a pipe gets the report, and a pipe or a device stays one") func streams() throws {
    let pipe = try folder.pipe()
    // Opened for reading and writing, so that neither end waits for the other.
    let reader = FileHandle(fileDescriptor: open(pipe, O_RDWR), closeOnDealloc: true)
    for path in [pipe, "/dev/null"] { try ReportFile.write("text", to: path) }
    #expect(try reader.read(upToCount: 4) == Data("text".utf8))
    #expect([pipe, "/dev/null"].map { FileKind(at: $0) } == [.stream, .stream])
  }

  @Test("a place that cannot be written is an error") func refused() throws {
    try folder.write("folder/file", "")
    let places = ["/dev/full", folder.path + "/folder", folder.path + "/no/report"]
    #expect(places.filter { (try? ReportFile.write("text", to: $0)) != nil } == [])
  }
}
