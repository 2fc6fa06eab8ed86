import Fixtures
import Foundation
import Testing

@testable import REPL

@Suite struct ReportFileTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test("a file, or the target of a link, gets the report, whether it was there or not; the link stays") func file()
    throws
  {
    let link = folder.file("link"), target = folder.file("target")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
    for (path, text) in [(target, "long text"), (target, "text"), (link, "long text"), (link, "text")] {
      try ReportFile.write(text, to: path.path)
      #expect(try folder.read("target") == text)
    }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
    #expect(folder.names == ["link", "target"])
  }

  @Test("the reader of a pipe gets the report, and the pipe stays a pipe") func pipe() throws {
    let pipe = try folder.pipe()
    // Opened for reading and writing, so that neither end waits for the other.
    let reader = FileHandle(fileDescriptor: open(pipe, O_RDWR), closeOnDealloc: true)
    try ReportFile.write("text", to: pipe)
    #expect(try reader.read(upToCount: 4) == Data("text".utf8))
    #expect(FileKind(at: pipe) == .stream)
  }

  @Test("a device stays a device") func device() throws {
    try ReportFile.write("text", to: "/dev/null")
    #expect(FileKind(at: "/dev/null") == .stream)
  }

  @Test("a place that cannot be written is an error", arguments: ["/dev/full", "folder", "no/report"])
  func refused(_ name: String) throws {
    try folder.write("folder/file", "")
    let path = name.hasPrefix("/") ? name : folder.path + "/" + name
    #expect(throws: (any Error).self) { try ReportFile.write("text", to: path) }
  }
}
