import Foundation
import Generator
import Testing

@Suite struct TemplateInstallationTests {
  private static let code = "struct __Name__Thing {}\n"

  private static func manifest(_ name: String, _ description: String = "things") -> String {
    #"{"name": "\#(name)", "description": "\#(description)", "target": "Things", "dependencies": []}"#
  }

  private static func files(_ folder: String, _ name: String) -> [String: String] {
    ["\(folder)/template.json": manifest(name), "\(folder)/Code/__Name__Thing.swift": code]
  }

  /// Makes a git repository with a template in a folder of the project, and returns its path.
  private static func repository(in project: TestProject) throws -> String {
    for (path, text) in files("remote", "remote-things") { try project.write(path, text) }
    let folder = project.folder.appendingPathComponent("remote")
    func git(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      let names = ["-c", "user.name=Jane", "-c", "user.email=jane@example.com", "-c", "init.defaultBranch=main"]
      process.arguments = ["git"] + names + arguments
      // Independent of the user's settings, and of a git hook that runs these tests.
      process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
        .merging(["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"]) { $1 }
      process.currentDirectoryURL = folder
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
    }
    try git("init")
    try git("add", ".")
    try git("commit", "-m", "First")
    try git("checkout", "-b", "next")
    try project.write("remote/template.json", manifest("remote-things", "better things"))
    try git("commit", "-a", "-m", "Second")
    try git("checkout", "main")
    return "file://\(folder.path)"
  }

  @Test("all templates of a folder are copied into the project, and the folder is saved as a source")
  func folder() throws {
    let project = try TestProject(Self.files("ours/one", "one").merging(Self.files("ours/two", "two")) { $1 })
    var texts = [project.run("template", "install", "ours").text]
    #expect(project.text(".viper-templates/two/Code/__Name__Thing.swift") == Self.code)
    #expect(project.text(".viper-generate.json") == "{\n  \"templates\" : [\n    \"ours\"\n  ]\n}\n")
    project.run("Notes", "--template", "one")
    #expect(project.text("Sources/App/Notes/NotesThing.swift") == "struct NotesThing {}\n")
    // A second installation changes nothing, however the folder is named.
    texts.append(project.run("template", "install", "../ours", in: "Sources").text)
    texts.append(project.run("template", "install", "ours").text)
    // Without a source, the templates of all saved sources are installed.
    try project.remove(".viper-templates/two")
    texts.append(project.run("template", "install", "--dry-run").text)
    texts.append(project.run("template", "install").text)
    let both = "one: things\ntwo: things\n", same = both + "nothing to write: all files are up to date\n"
    let diff = texts.remove(at: 3)
    #expect(texts == [both + "written: 5 new\n", same, same, both + "written: 2 new\n"])
    #expect(diff.contains("+++ b/.viper-templates/two/template.json\n") && diff.hasSuffix("nothing was written\n"))
  }

  @Test(
    "a template is copied from a git repository, or from one of its branches",
    .enabled(if: InstalledGit.isThere, "there is no git")) func git() throws
  {
    let project = try TestProject(), address = try Self.repository(in: project)
    let first = project.run("template", "install", address)
    let refusal = project.refusal(["template", "install", address, "--branch", "next"])
    let replaced = project.run("template", "install", address, "--branch", "next", "--overwrite")
    let texts = ["remote-things: things\nwritten: 3 new\n", "remote-things: better things\nwritten: 2 changed\n"]
    #expect([first.text, replaced.text] == texts)
    #expect(refusal.hasPrefix("1 there is already a different template 'remote-things'"))
    #expect(project.text(".viper-generate.json")?.contains("\"\(address)#next\"") == true)
    #expect((FileManager.default.subpaths(atPath: project.temporary.path) ?? []).isEmpty)
    // A git checkout is a folder like any other.
    let checkout = project.folder.appendingPathComponent("remote").path
    #expect(try TestProject().run("template", "install", checkout).code == 0)
  }

  @Test("a link that leads out of a template is not followed, so a template cannot copy the user's files") func links()
    throws
  {
    let project = try TestProject(Self.files("theirs", "theirs").merging(["secret.swift": "secret"]) { $1 })
    for (link, destination) in [
      ("Code/__Name__Taken.swift", "../../secret.swift"), ("Code/__Name__Own.swift", "__Name__Thing.swift"),
      ("Tests", ".."),
    ] { try project.link("theirs/\(link)", to: destination) }
    #expect(project.run("template", "install", "theirs").code == 0)
    let copied = project.files.filter { $0.key.hasPrefix(".viper-templates/theirs/") && $0.value != "(a folder)" }
    let template = Self.files(".viper-templates/theirs", "theirs")
    #expect(copied == template.merging([".viper-templates/theirs/Code/__Name__Own.swift": Self.code]) { $1 })
  }

  @Test("a template's description is shown without its control characters") func controls() throws {
    let manifest = Self.manifest("theirs", #"\u001b[2Jgone\r\u0007"#)
    let project = try TestProject(["theirs/template.json": manifest, "theirs/Code/__Name__Thing.swift": Self.code])
    let answer = project.run("template", "install", "theirs")
    #expect(answer.code == 0 && answer.text.hasPrefix(#"theirs: \u{1B}[2Jgone\u{D}\u{7}"#), "\(answer)")
  }

  @Test(
    "in a hook of git's, a template is copied as anywhere, and the repository of the hook is left alone",
    .enabled(if: InstalledGit.isThere, "there is no git")) func hook() async
  {
    await #expect(processExitsWith: .success) {
      let project = try TestProject(["theirs/file": ""]), theirs = project.folder.appendingPathComponent("theirs").path
      setenv("GIT_DIR", "\(theirs)/.git", 1)
      setenv("GIT_WORK_TREE", theirs, 1)
      setenv("GIT_INDEX_FILE", "\(theirs)/index", 1)
      setenv("GIT_CONFIG_GLOBAL", "\(theirs)/settings", 1)
      try project.write("theirs/settings", "[commit]\n\ttemplate = /nowhere\n[core]\n\thooksPath = /bin\n")
      let before = try FileManager.default.contentsOfDirectory(atPath: theirs).sorted()
      let address = try TemplateInstallationTests.repository(in: project)
      #expect(project.run("template", "install", address).text == "remote-things: things\nwritten: 3 new\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: theirs).sorted() == before)
    }
  }

  @Test("a failed installation reports its reason and writes no file") func refusals() throws {
    let project = try TestProject(
      Self.files("one", "same").merging(Self.files("two", "same")) { $1 }
        .merging(Self.files("odd", "../../Sources")) { $1 }.merging(["empty/readme.txt": ""]) { $1 })
    let address = "file://\(project.folder.path)/none.git"
    if InstalledGit.isThere {
      let refusal = project.refusal(["template", "install", address])
      #expect(refusal.hasPrefix("69 git cannot copy file://FOLDER/none.git: "), "\(refusal)")
    }
    project.clone = { _, _, _ throws(GeneratorFailure) in throw Git.unavailable("no such file") }
    project.expectRefusals(
      """
      > template install
      2 no source of templates is saved; name a folder or a git repository: template install SOURCE
      > template install nowhere
      69 there is no folder nowhere; name one, or the address of a git repository
      > template install empty
      69 empty has no template: there is no template.json in it, nor in one of its folders
      > template install odd
      2 '../../Sources' cannot be the name of a template; write English letters, digits and -, such as my-screen
      > template install file://none.git
      1 git cannot be run: no such file. Install it, or install the template from a folder
      """)
    try project.write(".viper-generate.json", #"{"templates": ["one", "two"]}"#)
    project.expectRefusals(
      """
      > template install
      1 .viper-templates/same/Code/__Name__Thing.swift is in two of the sources; install them one by one, or rename one \
      of them
      """)
  }

  @Test("a template's manifest is copied unchanged, and shown; a file that it has lost is removed") func manifest()
    throws
  {
    let text =
      #"{"name": "one", "version": "2.1", "license": "MIT", "more": 1, "description": "d", "target": "T", "dependencies": []}"#
    let project = try TestProject(
      Self.files("one", "one").merging(["one/template.json": text, "one/Tests/__Name__Tests.swift": ""]) { $1 })
    let installed = project.run("template", "install", "one")
    let shown = project.run("template", "show", "one").missing("  version   2.1\n", "  license   MIT\n")
    #expect(project.text(".viper-templates/one/template.json") == text && shown == [])
    try project.remove("one/Tests/__Name__Tests.swift")
    let again = project.run("template", "install", "one", "--overwrite")
    #expect([installed, again].map(\.text) == ["4 new", "1 removed"].map { "one: d\nwritten: \($0)\n" })
  }
}
