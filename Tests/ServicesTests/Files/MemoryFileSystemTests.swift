import Foundation
import Services
import Testing

@Suite struct MemoryFileSystemTests {
  private let file = URL(fileURLWithPath: "/a"), other = URL(fileURLWithPath: "/b")

  @Test("it contains the initial files and the written ones")
  func contents() {
    let disk = MemoryFileSystem(["/a": Data("a".utf8)])
    #expect(disk.contents(of: file) == Data("a".utf8))
    #expect(disk.contents(of: other) == nil)
    disk.write(Data("b".utf8), to: other)
    #expect(disk.contents(of: other) == Data("b".utf8))
    disk.remove(other)
    #expect(disk.contents(of: other) == nil)
  }

  @Test("renaming replaces a file of the same name, and fails for a missing file")
  func renaming() throws {
    let disk = MemoryFileSystem(["/a": Data("a".utf8), "/b": Data("b".utf8)])
    try disk.rename(file, to: other)
    #expect(disk.contents(of: other) == Data("a".utf8))
    #expect(disk.contents(of: file) == nil)
    #expect(throws: FileSystemFailure("No such file or directory")) { try disk.rename(file, to: other) }
  }
}
