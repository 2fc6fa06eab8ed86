import Effort
import Foundation
import Generator
import Testing

@Suite struct FileTransactionTests {
  /// A disk on which operations with certain numbers fail, counted from 1.
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
  /// New, changed and removed files, in existing and new folders.
  private static let command = ["Notes", "--template", "screen", "--overwrite", "--add-route"]

  private func project() throws -> TestProject {
    let project = try TestProject()
    project.run("Notes")
    try project.write("Sources/App/Notes/NotesTexts.swift", "// Changed.\n")
    try project.remove("Tests")
    return project
  }

  @Test("whichever step fails, all files and folders are as before, and the reason is reported") func everyStep() throws
  {
    let project = try project(), before = project.files
    var step = 0, answer = TestProject.Answer(code: 1, text: "", errors: ""), named: Set<String> = []
    while answer.code != 0, step < 100 {
      step += 1
      project.disk = FailingFiles { [step] in $0 == step }
      answer = project.run(arguments: Self.command)
      guard answer.code != 0 else { break }
      let failed = answer.errors.wholeMatch(
        of: /viper-generate: nothing was written: cannot (make|write|replace|remove) (\S+): (.*)\n/)
      if let failed { named.insert("\(failed.1) \(failed.2)") }
      let isReported = answer.code == 1 && failed.map { String($0.3) } == Self.reason
      #expect(isReported && project.files == before, "step \(step): \(answer.errors)")
    }
    #expect((20..<100).contains(step))
    // The message names the file itself, not the draft.
    let parts = [
      "write .viper-generate.journal", "make Tests/AppTests",
      "write Tests/AppTests/Notes/NotesModuleTests.swift", "replace Sources/App/Notes/NotesTexts.swift",
      "remove Sources/App/Notes/NotesInteractor.swift", "replace Sources/App/App.swift",
    ]
    #expect(named.isSuperset(of: parts))
    // The last step that can fail comes after all files are written, so they are not undone.
    let warning =
      "\nwarning: \(project.journal) is no longer needed, but cannot be removed: \(Self.reason). Remove it\n"
    #expect(answer.missing(warning) == [])
    // The next run also sees that all files are written.
    let other = try self.project()
    _ = other.run(arguments: Self.command)
    project.disk = DiskFiles()
    #expect(project.run("template", "list") == other.run("template", "list") && project.files == other.files)
  }

  @Test("the next run completes or undoes the changes of a run that was killed at any step") func killed() throws {
    let start = try project(), before = start.files
    #expect(start.run(arguments: Self.command).code == 0)
    let after = start.files
    var step = 0, code: Int32 = 1, recovered = 0
    while code != 0, step < 100 {
      step += 1
      let project = try project()
      // A killed program is simulated by a disk whose every further operation fails.
      project.disk = FailingFiles { [step] in $0 >= step }
      code = project.run(arguments: Self.command).code
      let isLeft = project.text(".viper-generate.journal") != nil && code != 0
      project.disk = DiskFiles()
      let next = project.run("template", "list")
      let isNoted = next.text.hasPrefix("note: the last run ended while writing, so its changes were undone\n")
      recovered += isNoted ? 1 : 0
      #expect(next.code == 0 && isNoted == isLeft && project.files == (code == 0 ? after : before), "step \(step)")
      guard code != 0, step.isMultiple(of: Effort.runs(short: 20, full: 10, all: 5)) else { continue }
      // The recovery can be killed as well.
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
    #expect(recovered > 15)
  }

  @Test("if undoing fails, too, the old texts are kept; the next run restores files that have not changed since")
  func changedSince() throws {
    let project = try project(), before = project.files
    project.disk = FailingFiles { $0 > 20 }
    let answer = project.refusal(Self.command).replacing(Self.reason, with: "REASON")
    let way = #/1 cannot .*: [^:]+, and undoing the changes failed, too: cannot (put back|remove) \S+: REASON\. /#
    let rest = answer.replacing(way, with: "")
    #expect(rest == "The next run tries again; the original texts are in FOLDER/.viper-generate.journal", "\(answer)")
    let written = project.files.keys.sorted().first { $0.hasSuffix(".swift") && before[$0] != project.text($0) } ?? "-"
    try project.write(written, "// Theirs.\n")
    project.disk = DiskFiles()
    let note =
      "note: the last run ended while writing, so its changes were undone, except in files that changed since: "
    #expect(project.run("template", "list").text.hasPrefix(note + written + "\n"))
    #expect(project.files == before.merging([written: "// Theirs.\n"]) { $1 })
  }

  @Test("an invalid journal, or one that leads out of the package, is refused and changes nothing")
  func foreignJournal() throws {
    let project = try TestProject(), outside = project.folder.path + "-outside", name = project.folder.lastPathComponent
    try project.write(".viper-generate.journal", "{}")
    project.expectRefusals(
      """
      > Notes
      1 FOLDER/.viper-generate.journal was not written by viper-generate; remove it
      """)
    try project.write(
      ".viper-generate.journal",
      #"{"changes":[{"path":"../\#(name)-outside","before":"x"},{"path":"a","before":"y"}],"folders":[]}"#)
    project.expectRefusals(
      """
      > Notes
      2 ../\(name)-outside leads out of the package, to FOLDER-outside; choose a place inside of the package
      """)
    #expect(!FileManager.default.fileExists(atPath: outside))
  }

  @Test("a link that leads out of the package is refused like a path, also in a dry run") func linkOut() throws {
    let project = try TestProject(), outside = project.temporary
    try FileManager.default.createDirectory(at: outside, withIntermediateDirectories: true)
    try project.link("Flows", to: outside.path)
    let refusal =
      "2 Flows/Notes/screen.flow leads out of the package, to FOLDER-temporary/Notes/screen.flow; choose a place inside "
      + "of the package"
    project.expectRefusals(
      """
      > Notes --template screen
      \(refusal)
      > Notes --template screen --dry-run
      \(refusal)
      """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path).isEmpty)
  }

  @Test("a link that stays in the package is followed") func linkInside() throws {
    let project = try TestProject(["Sources/App/root.txt": TestProject.root, "Real/Flows/x": ""])
    try project.remove("Sources/App/App.swift")
    for (link, target) in [("Sources/App/App.swift", "root.txt"), ("Flows", "Real/Flows")] {
      try project.link(link, to: target)
    }
    let answer = project.run("Notes", "--template", "screen", "--add-route")
    let isAdded = project.text("Sources/App/root.txt")?.contains("NotesModule") == true
    #expect(answer.code == 0 && isAdded && project.text("Real/Flows/Notes/screen.flow") != nil, "\(answer)")
    let link = project.folder.appending(path: "Sources/App/App.swift").path
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "root.txt")
  }

  @Test(
    "a file that another program writes meanwhile stays unchanged, and so do all others",
    arguments: ["Sources/App/Notes/NotesTexts.swift", "Tests/AppTests/Notes/NotesModuleTests.swift"])
  func meanwhile(path: String) throws {
    let project = try project()
    var theirs: [String: String] = [:]
    project.disk = FailingFiles { step in
      // The first step comes after all files are read.
      if step == 1 {
        try? project.write(path, "// Theirs.\n")
        theirs = project.files
      }
      return false
    }
    #expect(project.refusal(Self.command) == "1 nothing was written: \(path) was changed meanwhile; try again")
    #expect(project.text(path) == "// Theirs.\n" && project.files == theirs)
  }

  @Test("a file or a folder in the way, or one that cannot be read, is named before anything is written")
  func inTheWay() throws {
    let paths = [".viper-generate.json/x", "Flows", "Sources/App/Notes"]
    let project = try TestProject(Dictionary(uniqueKeysWithValues: paths.map { ($0, "Somebody's.\n") }))
    // The obstacle is found before the first step.
    project.disk = FailingFiles { _ in true }
    project.expectRefusals(
      """
      > setup
      1 nothing was written: .viper-generate.json is a folder, and would have to be a file. Move it away
      > Other --template screen
      1 nothing was written: Flows is a file, and would have to be a folder for Flows/Other/screen.flow. Move it away, \
      or choose another place
      > Notes --template screen --flows Real
      1 nothing was written: Sources/App/Notes is a file, and would have to be a folder for \
      Sources/App/Notes/NotesConsoleView.swift. Move it away, or choose another place
      """)
    // A dangling link is in the place of a folder: the reason is the system's message.
    let linked = try TestProject()
    try linked.link("Flows", to: "nowhere")
    linked.expectRefusals("> Notes\n1 nothing was written: cannot make Flows: File exists")
    try Data([0xFF, 0xFE, 0x00]).write(to: project.folder.appendingPathComponent("Sources/App/Bad.swift"))
    #expect(project.refusal(["Third"]).hasPrefix("1 Sources/App/Bad.swift cannot be read: "))
  }
}
