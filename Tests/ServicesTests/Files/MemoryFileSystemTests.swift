import Foundation
import Services
import Testing

@Suite struct MemoryFileSystemTests {
  private let file = URL(fileURLWithPath: "/a"), other = URL(fileURLWithPath: "/b")

  @Test("it holds the files it was given and those that were written")
  func contents() {
    let disk = MemoryFileSystem(["/a": Data("a".utf8)])
    #expect(disk.contents(of: file) == Data("a".utf8))
    #expect(disk.contents(of: other) == nil)
    disk.write(Data("b".utf8), to: other)
    #expect(disk.contents(of: other) == Data("b".utf8))
    disk.remove(other)
    #expect(disk.contents(of: other) == nil)
  }

  @Test("a renamed file takes the place of the one with that name; there has to be one to rename")
  func renaming() throws {
    let disk = MemoryFileSystem(["/a": Data("a".utf8), "/b": Data("b".utf8)])
    try disk.rename(file, to: other)
    #expect(disk.contents(of: other) == Data("a".utf8))
    #expect(disk.contents(of: file) == nil)
    #expect(throws: FileSystemFailure("No such file or directory")) { try disk.rename(file, to: other) }
  }
}
