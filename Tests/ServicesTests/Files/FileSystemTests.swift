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

  @Test("a file has the bytes last written to it, many or none; a missing file has none", arguments: all)
  func contents(_ files: any FileSystem) throws {
    for data in [Data((0..<1_000_003).map { UInt8(truncatingIfNeeded: $0) }), Data()] {
      try files.write(data, to: file)
      #expect(try files.contents(of: file) == data)
    }
    for missing in [file, folder.file("no folder/no file")] {
      for _ in 1...2 { try files.remove(missing) }
      #expect(try files.contents(of: missing) == nil)
    }
  }

  @Test("renaming replaces a file of the same name, and fails for a missing file", arguments: all)
  func renaming(_ files: any FileSystem) throws {
    try files.write(Data("old".utf8), to: file)
    try files.write(Data("new".utf8), to: other)
    try files.rename(other, to: file)
    try files.synchronize(file)
    try files.synchronize(folder.url)
    #expect(try [files.contents(of: file), files.contents(of: other)] == [Data("new".utf8), nil])
    #expect(throws: FileSystemFailure("No such file or directory")) { try files.rename(other, to: file) }
  }

  @Test("a changed file has a new version, and a missing file has none", arguments: all)
  func versions(_ files: any FileSystem) throws {
    #expect(try files.version(of: file) == nil)
    try files.write(Data("a".utf8), to: file)
    let first = try files.version(of: file)
    #expect(try first != nil && files.version(of: file) == first)
    try files.write(Data("abc".utf8), to: file)
    #expect(try files.version(of: file) != first)
  }

  @Test("a lock has one holder at a time", arguments: all)
  func locks(_ files: any FileSystem) throws {
    let lock = try #require(try files.lock(file))
    #expect(try files.lock(file) == nil)
    lock.dispose()
    #expect(try files.lock(file) != nil)
  }
}
