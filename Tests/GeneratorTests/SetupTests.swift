import Foundation
import Generator
import Testing

@Suite struct SetupTests {
  private static let name = ".viper-generate.json"
  private static let saved = """
    {
      "author" : "Jane Doe",
      "company" : "Acme",
      "flows" : "Flows",
      "modules" : "Sources/App",
      "root" : "Sources/App/App.swift",
      "target" : "App",
      "template" : "module",
      "tests" : "Tests/AppTests"
    }

    """

  @Test("missing values are inferred from the package and from git, shown and saved") func inferring() throws {
    let project = try TestProject(), answer = project.run("setup", "--company", "Acme")
    #expect(answer == TestProject.Answer(code: 0, text: Self.saved + "\nwritten: 1 new\n", errors: ""))
    #expect(project.text(Self.name) == Self.saved)
  }

  @Test("every saved value is a default, which an option replaces") func defaults() throws {
    let project = try TestProject()
    project.run(
      "setup", "--author", "Jane", "--company", "Acme", "--template", "screen", "--target", "Base", "--modules",
      "Sources/Base/Screens", "--tests", "Tests/Base", "--flows", "Sessions", "--root", "Sources/App/App.swift")
    let kept = project.run("Notes", "--dry-run").missing(
      "  template     screen: ", "  author       Jane, Acme\n", "  target       Base\n",
      "Sources/Base/Screens/Notes/Notes", " Tests/Base/Notes/Notes", " Sessions/Notes/screen.flow",
      "in Sources/App/App.swift: ")
    #expect(kept == ["in Sources/App/App.swift: "])
    let given = project.run(
      "Notes", "--author", "Joe", "--company", "Ltd", "--template", "module", "--target", "App",
      "--modules", "Sources/App/Screens", "--tests", "Tests/AppTests/Screens", "--flows", "Flows"
    ).missing(
      "  template     module: ", "  author       Joe, Ltd\n", "  target       App\n", "Sources/App/Screens/Notes/Notes",
      " Tests/AppTests/Screens/Notes/Notes", " Flows/Notes/list.flow",
      "add before the modules in Sources/App/App.swift: NotesModule.all(for: session) + \n")
    #expect(given == [])
  }

  @Test("with --overwrite, a second setup changes the given values and keeps the others") func again() throws {
    let project = try TestProject([Self.name: Self.saved])
    project.expectRefusals(
      """
      > setup --author Joe
      1 .viper-generate.json already exists; --overwrite changes the given values and keeps the others
      """)
    #expect(project.run("setup", "--overwrite", "--author", "Joe").missing("written: 1 changed\n") == [])
    #expect(project.text(Self.name) == Self.saved.replacing("Jane Doe", with: "Joe"))
  }

  @Test("defaults that cannot be read or do not exist are refused, and not saved") func checking() throws {
    let project = try TestProject(), remedy = "Correct it, or remove it and run setup"
    project.expectRefusals(
      """
      > setup --template modul
      69 there is no template 'modul'; did you mean module?
      > setup --target Bse
      69 Package.swift has no target 'Bse'; did you mean Base?
      """)
    let rows = [
      ("{", "1 .viper-generate.json cannot be read: it is not valid JSON. \(remedy)"),
      (#"{"templates": [1]}"#, "1 .viper-generate.json cannot be read: templates[0] is not a text. \(remedy)"),
      (
        #"{"root": "../Sources"}"#,
        "2 --root cannot be '../Sources': write a path inside of the package, such as Sources/App"
      ),
    ]
    for (text, refusal) in rows {
      try project.write(Self.name, text)
      project.expectRefusals("> Notes\n\(refusal)")
    }
  }
}
