import Foundation
import Generator
import Testing

@Suite struct ModulePlanTests {
  @Test("an unknown or invalid value gives a message with the nearest or a valid one") func misuse() throws {
    let inside = "write a path inside of the package, such as Sources/App"
    try TestProject().expectRefusals(
      """
      > Notes --template modul
      69 there is no template 'modul'; did you mean module?
      > Notes --template viper
      69 there is no template 'viper'; there are module, screen
      > Notes --without test
      2 the template has no layer 'test'; did you mean tests?
      > Notes --set item=Entry
      2 the template has no parameter 'item'; did you mean Item?
      > Notes --template screen --set Item=Entry
      2 the template has no parameter 'Item'; there are none
      > Notes --set Item=entry
      2 --set Item=entry: write a word that can name a type and a variable, such as Entry
      > Notes --set Item=Texts
      2 two files would have the path Sources/App/Notes/NotesTexts.swift: choose other values for --set
      > Notes --target AppTests
      69 Package.swift has no target 'AppTests'; there are App, Base, app-program
      > Notes --modules /tmp
      2 --modules cannot be '/tmp': \(inside)
      > Notes --tests ../Tests
      2 --tests cannot be '../Tests': \(inside)
      > Notes --flows .
      2 --flows cannot be '.': \(inside)
      > Notes --root Sources/Ap.swift
      69 Sources/Ap.swift has no Navigator(stage: session.console, …, modules: …); name another file: --root FILE
      > 2048
      2 '2048' cannot be a name: Swift names begin with a letter; write a name such as Game2048
      """)
  }

  @Test("an existing module is not overwritten, nor is any other file in its folder") func existing() throws {
    let project = try TestProject(["Sources/App/Notes/Model.swift": "struct Model {}\n"])
    project.expectRefusals(
      """
      > Notes
      1 Notes already exists: Sources/App/Notes/Model.swift. Choose another name, or add --overwrite to replace its files
      > notes --dry-run
      1 Notes already exists: Sources/App/Notes/Model.swift. Choose another name, or add --overwrite to replace its files
      """)
  }

  @Test("overwriting replaces the template's files, and names those that stay") func overwriting() throws {
    let project = try TestProject(), path = "Sources/App/Notes/NotesInteractor.swift"
    project.run("Notes")
    let answer = project.run("Notes", "--template", "screen", "--overwrite")
    let warning = "\nwarning: \(path) is not part of the new module, and stays; remove it if you do not need it\n"
    #expect(answer.missing(warning, "written: 4 changed, 2 new\n") == [])
    #expect(project.text(path) != nil)
  }

  @Test(
    "there is a warning about files and targets that the package does not build",
    arguments: [
      (
        ["--modules", "Sources/Base/", "--tests", "Tests"],
        [
          "Sources/Base is not in Sources/App, the folder of the target 'App'",
          "Tests is not in Tests/AppTests, the folder of the target 'AppTests'",
        ]
      ),
      (
        ["--target", "Base"],
        ["no test target depends on 'Base', so the tests are not built; add one to Package.swift"]
      ),
      (["--target", "Base", "--without", "tests"], []),
      (
        ["--target", "app-program", "--without", "tests"],
        ["the target 'App' needs more dependencies in Package.swift: app-program"]
      ),
    ]) func warnings(_ options: [String], _ expected: [String]) throws
  {
    let lines = try TestProject().run(arguments: ["Notes"] + options).text.split(separator: "\n")
    let warnings = lines.filter { $0.hasPrefix("warning: ") && !$0.contains("VIPER") }
    #expect(warnings == expected.map { "warning: \($0)" })
  }

  @Test("a layer that only a left-out layer needs is left out, too") func layers() throws {
    let answer = try TestProject().run("Notes", "--dry-run", "--without", "interactor")
    let note = "\nnote: without interactor, store is left out, too: no other layer uses it\n"
    #expect(answer.missing("\n  without      interactor, store\n", note) == [])
    #expect(!answer.text.contains("Services"))
  }

  @Test(
    "a description ends with a full stop, unless it already ends like a sentence",
    arguments: [
      ("The weather of a city", "The weather of a city."), ("Shows all.", "Shows all."), ("Why?", "Why?"),
      ("今日天气。", "今日天气。"),
    ]) func description(_ given: String, _ written: String) throws
  {
    let project = try TestProject()
    project.run("Notes", "--template", "screen", "--description", given)
    #expect(project.text("Sources/App/Notes/NotesRoute.swift")?.contains("  /// \(written)\n") == true)
  }

  @Test("tests find their flows in any folder", arguments: [("Tests/AppTests/Flows", ".."), ("Flows", "../../..")])
  func wayToFlows(_ folder: String, _ way: String) throws {
    let project = try TestProject()
    project.run("Notes", "--flows", folder)
    let text = project.text("Tests/AppTests/Notes/NotesFlowTests.swift")
    #expect(text?.contains("(in: \"\(way)/Flows/Notes\")") == true)
  }
}
