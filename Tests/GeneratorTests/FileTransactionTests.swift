import Foundation
import Generator
import Testing

@Suite struct FileTransactionTests {
  /// A disk on which the operations of some numbers fail, counted from 1.
  private final class FailingFiles: ProjectFiles {
    private let disk = DiskFiles(), fails: (Int) -> Bool
    private var count = 0

    init(_ fails: @escaping (Int) -> Bool) { self.fails = fails }

    private func operate(_ work: () throws -> Void) throws {
      count += 1
      guard !fails(count) else { throw CocoaError(.fileWriteOutOfSpace) }
      try work()
    }

    func text(of file: URL) throws -> String? { try disk.text(of: file) }
    func files(in folder: URL) -> [String] { disk.files(in: folder) }
    func exists(_ url: URL) -> Bool { disk.exists(url) }
    func isFolder(_ url: URL) -> Bool { disk.isFolder(url) }
    func createFolder(_ folder: URL) throws { try operate { try disk.createFolder(folder) } }
    func write(_ text: String, to file: URL) throws { try operate { try disk.write(text, to: file) } }
    func move(_ file: URL, to name: URL) throws { try operate { try disk.move(file, to: name) } }
    func remove(_ url: URL) throws { try operate { try disk.remove(url) } }
  }

  private static let reason = CocoaError(.fileWriteOutOfSpace).localizedDescription
  /// New files, changed ones and removed ones, in folders that are there and that are not.
  private static let command = ["Notes", "--template", "screen", "--overwrite", "--add-route"]

  private func project() throws -> TestProject {
    let project = try TestProject()
    project.run("Notes")
    try project.write("Sources/App/Notes/NotesTexts.swift", "// Changed.\n")
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("Tests"))
    return project
  }

  @Test("whichever step fails, all is as it was, folders included, and the reason is said") func everyStep() throws {
    let project = try project(), before = project.files
    var step = 0, answer = TestProject.Answer(code: 1, text: "", errors: "")
    while answer.code != 0 {
      step += 1
      #expect(step < 100)
      project.disk = FailingFiles { [step] in $0 == step }
      answer = project.run(arguments: Self.command)
      guard answer.code != 0 else { break }
      #expect(
        answer.code == 1 && answer.errors == "viper-generate: nothing was written: \(Self.reason)\n", "step \(step)")
      #expect(project.files == before, "step \(step)")
    }
    #expect(step > 30)
    // The last step that can fail is the one after all is written: it is not worth taking all back.
    let staging = project.folder.appendingPathComponent(".viper-generate.tmp").path
    #expect(
      answer.text.hasSuffix(
        "\nwarning: \(staging) is not needed any more, and cannot be removed: \(Self.reason). Remove it\n"))
    try FileManager.default.removeItem(atPath: staging)
    let other = try self.project()
    #expect(other.run(arguments: Self.command).code == 0)
    #expect(project.files == other.files)
  }

  @Test("a disk that fails for good while changes are taken back keeps the old files, and says where") func forGood()
    throws
  {
    let project = try project(), before = project.files
    project.disk = FailingFiles { $0 > 20 }
    let answer = project.run(arguments: Self.command),
      staging = project.folder.appendingPathComponent(".viper-generate.tmp")
    #expect(answer.code == 1)
    #expect(
      answer.errors == "viper-generate: \(Self.reason), and then taking back what was done failed: \(Self.reason). "
        + "The files as they were are in \(staging.path); its files.txt says which is which\n")
    // Everything that was there is there: in its place, or put by.
    let texts = Set(project.files.values)
    #expect(before.values.allSatisfy(texts.contains))
    let list = try #require(project.text(".viper-generate.tmp/files.txt"))
    let kept = list.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1).map(String.init) }
    let there = kept.filter { project.text(".viper-generate.tmp/\($0[0])") != nil }
    #expect(!there.isEmpty)
    for line in there { #expect(project.text(".viper-generate.tmp/\(line[0])") == before[line[1]], "\(line)") }
    // Nobody else writes into it until somebody has looked.
    let next = project.run("Other")
    #expect(next.code == 1)
    #expect(
      next.errors == "viper-generate: \(staging.path) is there: another run is under way, or one was killed. "
        + "If none is, look for files of yours in it (its files.txt says which is which), remove it and try again\n")
    #expect(project.text("Sources/App/Other/OtherModule.swift") == nil)
  }

  @Test(
    "a file that somebody else writes meanwhile stays as it is, and so does everything else",
    arguments: ["Sources/App/Notes/NotesTexts.swift", "Tests/AppTests/Notes/NotesModuleTests.swift"])
  func meanwhile(path: String) throws {
    let project = try project()
    var theirs: [String: String] = [:]
    project.disk = FailingFiles { step in
      // The first step comes after all was read.
      if step == 1 {
        try? project.write(path, "// Theirs.\n")
        theirs = project.files
      }
      return false
    }
    let answer = project.run(arguments: Self.command)
    #expect(answer.code == 1)
    #expect(answer.errors == "viper-generate: nothing was written: \(path) was changed meanwhile; try again\n")
    #expect(project.text(path) == "// Theirs.\n" && project.files == theirs)
  }

  @Test("a file that cannot be read is named") func unreadable() throws {
    let project = try TestProject()
    try Data([0xFF, 0xFE, 0x00]).write(to: project.folder.appendingPathComponent("Sources/App/Bad.swift"))
    let answer = project.run("Notes")
    #expect(answer.code == 1 && answer.errors.hasPrefix("viper-generate: Sources/App/Bad.swift cannot be read: "))
    #expect(project.text("Sources/App/Notes/NotesModule.swift") == nil)
  }
}
