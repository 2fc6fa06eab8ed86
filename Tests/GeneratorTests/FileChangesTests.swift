import Foundation
import Generator
import Testing

/// Git undoes what the generator does, so nothing that git does not have is replaced.
@Suite struct FileChangesTests {
  private static let path = "Sources/App/Notes/NotesModule.swift"

  /// A project with a module, which git is asked about.
  private func project() throws -> TestProject {
    let project = try TestProject()
    project.run("Notes", "--template", "screen")
    try project.write(Self.path, "// changed\n")
    project.isCommitted = false
    return project
  }

  @Test("a changed file is replaced only once git has it", .enabled(if: InstalledGit.isThere, "there is no git"))
  func changed() throws {
    let project = try project(), command = ["Notes", "--template", "screen", "--overwrite"]
    try project.git("init")
    let refusal = "1 \(Self.path) would be replaced, and has changes that git does not have. Commit or stash them"
    #expect(project.refusal(command) == refusal)
    try project.git("add", ".")
    #expect(project.refusal(command) == refusal)
    try project.git("commit", "-m", "First")
    #expect(project.run(arguments: command).missing("written: 1 changed\n") == [])
    try project.git("checkout", Self.path)
    #expect(project.text(Self.path) == "// changed\n")
  }

  @Test("a file that git ignores is not replaced", .enabled(if: InstalledGit.isThere, "there is no git"))
  func ignored() throws {
    let project = try project()
    try project.write(".gitignore", "*\n")
    try project.git("init")
    project.expectRefusals(
      """
      > Notes --template screen --overwrite
      1 \(Self.path) would be replaced, and has changes that git does not have. Commit or stash them
      """)
  }

  @Test(
    "a file that git does not track is not replaced, even if its user hides such files",
    .enabled(if: InstalledGit.isThere, "there is no git"))
  func untracked() throws {
    let project = try project()
    try project.git("init")
    try project.git("config", "status.showUntrackedFiles", "no")
    project.expectRefusals(
      """
      > Notes --template screen --overwrite
      1 \(Self.path) would be replaced, and has changes that git does not have. Commit or stash them
      """)
  }

  @Test("nothing is written through a link") func link() throws {
    let project = try TestProject(), place = project.folder.appendingPathComponent("Sources/App/Notes")
    let elsewhere = project.folder.appendingPathComponent("Elsewhere")
    try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere)
    let refusal = project.refusal(["Notes", "--template", "screen"])
    #expect(refusal.hasSuffix("would be written through the link Sources/App/Notes. Name the folder that it leads to"))
    #expect(project.text("Elsewhere/NotesModule.swift") == nil)
  }

  @Test("without a repository, or without git, new files are written, and no file is replaced") func noGit() throws {
    let project = try project()
    project.answers["git status"] = (1, "", "fatal: not a git repository")
    project.expectRefusals(
      """
      > Notes --template screen --overwrite
      1 \(Self.path) would be replaced, and git does not have its text: fatal: not a git repository. Commit it first
      """)
    project.missing = ["git"]
    let refusal = project.refusal(["Notes", "--template", "screen", "--overwrite"])
    #expect(refusal.hasPrefix("1 git cannot be run: "))
    #expect(project.run("Other").missing("written: 12 new\n") == [])
  }

  @Test("a file in the way is named") func inTheWay() throws {
    let project = try TestProject(["Flows": ""])
    let refusal = project.refusal(["Notes", "--template", "screen"])
    #expect(refusal.hasPrefix("1 Flows/Notes/screen.flow cannot be written: "))
    #expect(refusal.hasSuffix(". Others may be written: see git status"))
  }

  @Test("files get the project's format; if that fails, there is a warning") func format() throws {
    let project = try TestProject([".swift-format": #"{"version": 1, "indentation": {"spaces": 4}}"#])
    project.run("Notes", "--add-route")
    #expect(project.text("Sources/App/Notes/NotesRoute.swift")?.contains("\n    package static var notes") == true)
    #expect(project.text("Sources/App/App.swift")?.contains("\n    try Navigator(") == true)
    project.answers["swift format"] = (1, "", "error: no rules")
    let warning = "\nwarning: the files are not formatted: error: no rules\n"
    #expect(project.run("Other").missing(warning) == [])
  }

  @Test("SwiftPM's reasons are passed on") func manifest() throws {
    let project = try TestProject()
    project.answers["swift package"] = (1, "", "Building\n/Package.swift:1: error: no such module\n")
    project.expectRefusals(
      """
      > Notes
      1 SwiftPM cannot read Package.swift: /Package.swift:1: error: no such module. Correct the manifest, and try again
      """)
    project.answers["swift package"] = (1, "", "")
    project.expectRefusals(
      """
      > Notes
      1 SwiftPM cannot read Package.swift: it gives no reason. Correct the manifest, and try again
      """)
    project.answers["swift package"] = (0, "{}", "")
    project.expectRefusals(
      """
      > Notes
      1 the answer of swift package dump-package cannot be read: targets is missing. Use the toolchain that builds this package
      """)
  }
}
