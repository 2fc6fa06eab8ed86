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
    var step = 0, answer = TestProject.Answer(code: 1, text: "", errors: ""), named: Set<String> = []
    while answer.code != 0 {
      step += 1
      #expect(step < 100)
      project.disk = FailingFiles { [step] in $0 == step }
      answer = project.run(arguments: Self.command)
      guard answer.code != 0 else { break }
      let failed = answer.errors.wholeMatch(
        of: /viper-generate: nothing was written: cannot (make|write|replace|remove) (\S+): (.*)\n/)
      #expect(answer.code == 1 && failed.map { String($0.3) } == Self.reason, "step \(step): \(answer.errors)")
      if let failed { named.insert("\(failed.1) \(failed.2)") }
      #expect(project.files == before, "step \(step)")
    }
    #expect(step > 30)
    // The path is the one that is meant, not one of those that files wait in.
    for part in [
      "make .viper-generate.tmp", "write .viper-generate.tmp/files.txt", "make Tests/AppTests",
      "write Sources/App/Notes/NotesModule.swift", "replace Sources/App/Notes/NotesTexts.swift",
      "remove Sources/App/Notes/NotesInteractor.swift", "replace Sources/App/App.swift",
    ] { #expect(named.contains(part), "\(part)") }
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
    #expect(answer.errors.hasPrefix("viper-generate: cannot "))
    #expect(
      answer.errors.contains(
        #/: [^:]+, and then taking back what was done failed: cannot (put back|remove) \S+: /#))
    #expect(
      answer.errors.hasSuffix(
        ": \(Self.reason). The files as they were are in \(staging.path); its files.txt says which is which\n"))
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

  @Test(
    "what is in the way is named before anything is written",
    arguments: [
      ("Flows", "Flows is a file, and would have to be a folder for Flows/Notes/screen.flow"),
      (
        "Sources/App/Notes",
        "Sources/App/Notes is a file, and would have to be a folder for Sources/App/Notes/NotesConsoleView.swift"
      ),
    ])
  func inTheWay(path: String, problem: String) throws {
    let project = try TestProject([path: "Somebody's.\n"]), before = project.files
    // It is seen before the first step.
    project.disk = FailingFiles { _ in true }
    let answer = project.run("Notes", "--template", "screen")
    #expect(answer.code == 1 && project.files == before)
    #expect(
      answer.errors
        == "viper-generate: nothing was written: \(problem). Move it away, or choose another place\n")
  }

  @Test("a folder where a file has to be is named") func folderInTheWay() throws {
    let project = try TestProject([".viper-generate.json/x": ""]), answer = project.run("setup")
    #expect(answer.code == 1)
    #expect(
      answer.errors == "viper-generate: nothing was written: .viper-generate.json is a folder, and would have to be "
        + "a file. Move it away\n")
  }

  @Test("why a step fails is said in the system's words") func systemReason() throws {
    let project = try TestProject(), before = project.files
    let link = project.folder.appendingPathComponent("Flows").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    let answer = project.run("Notes")
    #expect(
      answer.code == 1 && answer.errors == "viper-generate: nothing was written: cannot make Flows: File exists\n")
    try FileManager.default.removeItem(atPath: link)
    #expect(project.files == before)
  }

  @Test("a file that cannot be read is named") func unreadable() throws {
    let project = try TestProject()
    try Data([0xFF, 0xFE, 0x00]).write(to: project.folder.appendingPathComponent("Sources/App/Bad.swift"))
    let answer = project.run("Notes")
    #expect(answer.code == 1 && answer.errors.hasPrefix("viper-generate: Sources/App/Bad.swift cannot be read: "))
    #expect(project.text("Sources/App/Notes/NotesModule.swift") == nil)
  }
}
