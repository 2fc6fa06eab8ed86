import Fixtures
import Foundation
import Services
import Signals
import Testing

/// The laws of file systems, on a disk and in memory.
@Suite struct FileSystemTests {
  static let all: [any FileSystem] = [DiskFileSystem(), MemoryFileSystem()]
  private let folder: TemporaryFolder
  private var file: URL { folder.file("file") }
  private var other: URL { folder.file("other") }

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "a file has the bytes last written to it, many or none, and a version of their own; a missing file has neither",
    arguments: all)
  func contents(_ files: any FileSystem) throws {
    var versions: [FileVersion?] = []
    for data in [Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0) }), Data()] {
      try files.write(data, to: file)
      #expect(try files.contents(of: file) == data)
      versions += try [files.version(of: file), files.version(of: file)]
    }
    #expect(versions[0] == versions[1])
    #expect(versions[2] == versions[3])
    #expect(Set(versions + [nil]).count == 3)
    for missing in [file, folder.file("no folder/no file")] {
      for _ in 1...2 { try files.remove(missing) }
      #expect(try files.contents(of: missing) == nil)
      #expect(try files.version(of: missing) == nil)
    }
  }

  @Test(
    "renaming replaces a file of the same name, and fails for a missing file; a lock has one holder at a time",
    arguments: all)
  func renaming(_ files: any FileSystem) throws {
    try files.write(Data("old".utf8), to: file)
    try files.write(Data("new".utf8), to: other)
    try files.rename(other, to: file)
    for place in [file, folder.url] { try files.synchronize(place) }
    #expect(try [files.contents(of: file), files.contents(of: other)] == [Data("new".utf8), nil])
    #expect(throws: FileSystemFailure("No such file or directory")) { try files.rename(other, to: file) }

    let lock = try files.lock(other), isSecond = try files.lock(other) != nil
    lock?.dispose()
    #expect(lock != nil)
    #expect(!isSecond)
    #expect(try files.lock(other) != nil)
  }
}
