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

  /// Makes a git repository with a template in a folder of the project, and returns its address.
  private static func repository(in project: TestProject) throws -> String {
    for (path, text) in files("remote", "remote-things") { try project.write(path, text) }
    try project.git("init", in: "remote")
    try project.git("add", ".", in: "remote")
    try project.git("commit", "-m", "First", in: "remote")
    try project.git("checkout", "-b", "next", in: "remote")
    try project.write("remote/template.json", manifest("remote-things", "better things"))
    try project.git("commit", "-a", "-m", "Second", in: "remote")
    try project.git("checkout", "main", in: "remote")
    return "file://\(project.folder.path)/remote"
  }

  @Test("all templates of a folder are copied into the project, and the folder is saved as a source")
  func folder() throws {
    let project = try TestProject(Self.files("ours/one", "one").merging(Self.files("ours/two", "two")) { $1 })
    let both = "one: things\ntwo: things\n", same = both + "nothing to write: all files are up to date\n"
    #expect(project.run("template", "install", "ours").text == both + "written: 5 new\n")
    #expect(project.text(".viper-templates/two/Code/__Name__Thing.swift") == Self.code)
    #expect(project.text(".viper-generate.json") == "{\n  \"templates\" : [\n    \"ours\"\n  ]\n}\n")
    project.run("Notes", "--template", "one")
    #expect(project.text("Sources/App/Notes/NotesThing.swift") == "struct NotesThing {}\n")
    // A second installation changes nothing, however the folder is named.
    #expect(project.run("template", "install", "../ours", in: "Sources").text == same)
    // Without a source, the templates of all saved sources are installed.
    try project.remove(".viper-templates/two")
    #expect(project.run("template", "install").text == both + "written: 2 new\n")
  }

  @Test(
    "a template is copied from a git repository, or from one of its branches",
    .enabled(if: InstalledGit.isThere, "there is no git")) func git() throws
  {
    let project = try TestProject(), address = try Self.repository(in: project)
    #expect(project.run("template", "install", address).text == "remote-things: things\nwritten: 3 new\n")
    project.expectRefusals(
      """
      > template install \(address) --branch next
      1 there is already a different .viper-templates/remote-things/template.json. Add --overwrite to replace the template
      """)
    let replaced = project.run("template", "install", address, "--branch", "next", "--overwrite")
    #expect(replaced.text == "remote-things: better things\nwritten: 2 changed\n")
    #expect(project.text(".viper-generate.json")?.contains("\"\(address)#next\"") == true)
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
      let address = try TemplateInstallationTests.repository(in: project)
      #expect(project.run("template", "install", address).text == "remote-things: things\nwritten: 3 new\n")
      #expect(try FileManager.default.contentsOfDirectory(atPath: theirs) == ["file"])
    }
  }

  @Test("links are not followed, so a template cannot copy the user's files") func links() throws {
    let project = try TestProject(Self.files("theirs", "theirs").merging(["secret.swift": "secret"]) { $1 })
    for (link, destination) in [("Code/__Name__Taken.swift", "../../secret.swift"), ("Tests", "..")] {
      let path = project.folder.appendingPathComponent("theirs/\(link)").path
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: destination)
    }
    #expect(project.run("template", "install", "theirs").code == 0)
    let copied = project.files.filter { $0.key.hasPrefix(".viper-templates/theirs/") && $0.value != "(a folder)" }
    #expect(copied == Self.files(".viper-templates/theirs", "theirs"))
  }

  @Test("a template's description is shown without its control characters") func controls() throws {
    let manifest = Self.manifest("theirs", #"\u001b[2Jgone\r\u0007"#)
    let project = try TestProject(["theirs/template.json": manifest, "theirs/Code/__Name__Thing.swift": Self.code])
    let answer = project.run("template", "install", "theirs")
    #expect(answer.text.hasPrefix(#"theirs: \u{1B}[2Jgone\u{D}\u{7}"#), "\(answer)")
  }

  @Test("a failed installation reports its reason and writes no file") func refusals() throws {
    let project = try TestProject(
      Self.files("one", "same").merging(Self.files("two", "same")) { $1 }
        .merging(Self.files("odd", "../../Sources")) { $1 }.merging(["empty/readme.txt": ""]) { $1 })
    project.answers["git clone"] = (1, "", "Cloning\nfatal: error: no such repository\n")
    project.expectRefusals(
      """
      > template install
      2 no source of templates is saved; name a folder or a git repository: template install SOURCE
      > template install nowhere
      69 there is no folder nowhere; name one, or the address of a git repository
      > template install empty
      69 empty has no template: there is no template.json in it, nor in its folders
      > template install odd
      2 '../../Sources' cannot be the name of a template; write English letters, digits and -, such as my-screen
      > template install file://none.git
      69 git cannot copy file://none.git: fatal: error: no such repository
      """)
    try project.write(".viper-generate.json", #"{"templates": ["one", "two"]}"#)
    project.expectRefusals(
      """
      > template install
      1 .viper-templates/same/template.json is in two of the sources; install them one by one, or rename one of them
      """)
  }

  @Test("a template's manifest is copied unchanged; a file that it has lost is removed") func manifest() throws {
    let text = #"{"name": "one", "more": 1, "description": "d", "target": "T", "dependencies": []}"#
    let project = try TestProject(
      Self.files("one", "one").merging(["one/template.json": text, "one/Tests/__Name__Tests.swift": ""]) { $1 })
    #expect(project.run("template", "install", "one").text == "one: d\nwritten: 4 new\n")
    #expect(project.text(".viper-templates/one/template.json") == text)
    try project.remove("one/Tests/__Name__Tests.swift")
    #expect(project.run("template", "install", "one", "--overwrite").text == "one: d\nwritten: 1 removed\n")
  }
}
