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
    func target(of url: URL) throws -> URL { try disk.target(of: url) }
    func lock(_ folder: URL, waits: Bool) throws -> AnyObject? { try disk.lock(folder, waits: waits) }
    func createFolder(_ folder: URL) throws { try operate { try disk.createFolder(folder) } }
    func write(_ text: String, to file: URL) throws { try operate { try disk.write(text, to: file) } }
    func move(_ file: URL, to name: URL) throws { try operate { try disk.move(file, to: name) } }
    func remove(_ url: URL) throws { try operate { try disk.remove(url) } }
    func removeIfEmpty(_ folder: URL) throws { try operate { try disk.removeIfEmpty(folder) } }
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
    #expect(step > 20)
    // The path is the one that is meant, not one of those that files wait in.
    for part in [
      "write .viper-generate.journal", "make Tests/AppTests",
      "write Tests/AppTests/Notes/NotesModuleTests.swift", "replace Sources/App/Notes/NotesTexts.swift",
      "remove Sources/App/Notes/NotesInteractor.swift", "replace Sources/App/App.swift",
    ] { #expect(named.contains(part), "\(part)") }
    // The last step that can fail is the one after all is written: it is not worth taking all back.
    #expect(
      answer.text.contains(
        "\nwarning: \(project.journal) is not needed any more, and cannot be removed: \(Self.reason). Remove it\n"))
    let other = try self.project()
    #expect(other.run(arguments: Self.command).code == 0)
    // The next run sees that all is written, too.
    project.disk = DiskFiles()
    #expect(project.run("template", "list") == other.run("template", "list"))
    #expect(project.files == other.files)
  }

  @Test("a run that is killed at any step leaves all of the changes or none, and the next run goes on") func killed()
    throws
  {
    let start = try project(), before = start.files
    #expect(start.run(arguments: Self.command).code == 0)
    let after = start.files
    var step = 0, code: Int32 = 1, recovered = 0
    while code != 0 {
      step += 1
      #expect(step < 100)
      let project = try project()
      // To a disk, a program that is killed is one whose every further operation fails.
      project.disk = FailingFiles { [step] in $0 >= step }
      code = project.run(arguments: Self.command).code
      let left = project.files
      project.disk = DiskFiles()
      let next = project.run("template", "list")
      #expect(next.code == 0)
      let note = "note: the last run was ended while it wrote; its changes are taken back\n"
      if next.text.hasPrefix(note) { recovered += 1 }
      #expect(next.text.hasPrefix(note) == (left[".viper-generate.journal"] != nil && code != 0))
      #expect(project.files == (code == 0 ? after : before), "step \(step)")
      // What recovers can be killed as well.
      if code != 0, step.isMultiple(of: 5) {
        let again = try self.project()
        again.disk = FailingFiles { [step] in $0 >= step }
        _ = again.run(arguments: Self.command)
        for later in 1...step {
          again.disk = FailingFiles { $0 >= later }
          again.run("template", "list")
        }
        again.disk = DiskFiles()
        again.run("template", "list")
        #expect(again.files == before, "step \(step)")
      }
    }
    #expect(recovered > 15)
  }

  @Test("a disk that fails for good while changes are taken back keeps the old texts, and the next run takes them back")
  func forGood() throws {
    let project = try project(), before = project.files
    project.disk = FailingFiles { $0 > 20 }
    let answer = project.run(arguments: Self.command)
    #expect(answer.code == 1)
    #expect(answer.errors.hasPrefix("viper-generate: cannot "))
    #expect(
      answer.errors.contains(
        #/: [^:]+, and then taking back what was done failed: cannot (put back|remove) \S+: /#))
    #expect(
      answer.errors.hasSuffix(
        ": \(Self.reason). The next run tries it again; the texts as they were are in \(project.journal)\n"))
    project.disk = DiskFiles()
    #expect(project.run("Notes").errors.contains("already"))
    #expect(project.files == before)
  }

  @Test("what was changed after a run was killed stays as it is, and is named") func changedSince() throws {
    let project = try project(), before = project.files
    project.disk = FailingFiles { $0 > 20 }
    _ = project.run(arguments: Self.command)
    let written = try #require(
      project.files.keys.sorted().first { $0.hasSuffix(".swift") && before[$0] != project.text($0) })
    try project.write(written, "// Theirs.\n")
    project.disk = DiskFiles()
    let next = project.run("template", "list")
    #expect(
      next.text.hasPrefix(
        "note: the last run was ended while it wrote; its changes are taken back, but for what was changed since: "
          + "\(written)\n"))
    #expect(project.files == before.merging([written: "// Theirs.\n"]) { $1 })
  }

  @Test("a journal that is none, or leads out of the package, is refused and changes nothing") func foreignJournal()
    throws
  {
    let project = try TestProject(), outside = project.folder.lastPathComponent + "-outside"
    try project.write(".viper-generate.journal", "{}")
    let answer = project.run("Notes")
    #expect(answer.code == 1)
    #expect(
      answer.errors == "viper-generate: \(project.journal) is not what viper-generate writes there; remove it\n")
    try project.write(
      ".viper-generate.journal",
      #"{"changes":[{"path":"../\#(outside)","before":"x"},{"path":"a","before":"y"}],"folders":[]}"#)
    let next = project.run("Notes"), target = project.folder.deletingLastPathComponent().appending(path: outside).path
    #expect(next.code == 2)
    #expect(
      next.errors.hasPrefix(
        "viper-generate: ../\(outside) leads out of the package, to \(target); choose a place inside of the package\n"))
    #expect(!FileManager.default.fileExists(atPath: target) && project.text("a") == nil)
  }

  @Test("a link that leads out of the package is refused as a path is, dry or not", arguments: [[], ["--dry-run"]])
  func linkOut(options: [String]) throws {
    let project = try TestProject(), outside = project.temporary
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: project.folder.appending(path: "Flows"), withDestinationURL: outside)
    let before = project.files, answer = project.run(arguments: ["Notes", "--template", "screen"] + options)
    #expect(answer.code == 2)
    #expect(
      answer.errors.hasPrefix(
        "viper-generate: Flows/Notes/screen.flow leads out of the package, to \(outside.path)/Notes/screen.flow; "
          + "choose a place inside of the package\n"))
    #expect(project.files == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
  }

  @Test("a link that stays in the package is followed") func linkInside() throws {
    let project = try TestProject(["Sources/App/root.txt": TestProject.root, "Real/Flows/x": ""])
    try FileManager.default.removeItem(at: project.folder.appending(path: "Sources/App/App.swift"))
    for (link, target) in [("Sources/App/App.swift", "root.txt"), ("Flows", "Real/Flows")] {
      try FileManager.default.createSymbolicLink(
        atPath: project.folder.appending(path: link).path, withDestinationPath: target)
    }
    let answer = project.run("Notes", "--template", "screen", "--add-route")
    #expect(answer.code == 0, "\(answer.errors)")
    #expect(project.text("Sources/App/root.txt")?.contains("NotesModule") == true)
    #expect(project.text("Real/Flows/Notes/screen.flow") != nil)
    let link = project.folder.appending(path: "Sources/App/App.swift").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "root.txt")
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
    // A link that leads nowhere is in the way of a folder.
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
