import FoundationEssentials
import Generator
import Testing

@Suite struct SetupTests {
  private static let name = ".viper-generate.json"

  @Test("missing values are inferred from the package and from git, shown and saved") func guessing() throws {
    let project = try TestProject()
    project.userName = "Jane Doe"
    let answer = project.run("setup", "--company", "Acme")
    #expect(answer.code == 0 && answer.errors.isEmpty)
    #expect(
      answer.text == """
        .viper-generate.json
          author    Jane Doe
          company   Acme
          template  module
          target    App
          modules   Sources/App
          tests     Tests/AppTests
          flows     Flows
          root      Sources/App/App.swift
        written: 1 new

        """)
    #expect(
      project.text(Self.name) == """
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

        """)
  }

  @Test("every default applies if the option is missing, and only then") func defaults() throws {
    let project = try TestProject()
    project.run(
      "setup", "--author", "Jane", "--company", "Acme", "--template", "screen", "--target", "Base", "--modules",
      "Sources/Base/Screens", "--tests", "Tests/Base", "--flows", "Sessions", "--root", "Sources/App/App.swift")
    let kept = project.run("Notes", "--dry-run").text
    for part in [
      "  template     screen: ", "  author       Jane, Acme\n", "  target       Base\n",
      "Sources/Base/Screens/Notes/Notes",
      " Tests/Base/Notes/Notes", " Sessions/Notes/screen.flow", "+++ b/Sources/App/App.swift\n",
      "// Made by Jane, Acme on 2014-05-21.",
    ] { #expect(kept.contains(part), "\(part)") }
    let said = project.run(
      "Notes", "--dry-run", "--author", "Joe", "--company", "Ltd", "--template", "module", "--target", "App",
      "--modules",
      "Sources/App/Screens", "--tests", "Tests/AppTests/Screens", "--flows", "Flows"
    ).text
    for part in [
      "  template     module: ", "  author       Joe, Ltd\n", "  target       App\n", "Sources/App/Screens/Notes/Notes",
      " Tests/AppTests/Screens/Notes/Notes", " Flows/Notes/list.flow", "// Made by Joe, Ltd on 2014-05-21.",
    ] { #expect(said.contains(part), "\(part)") }
  }

  @Test("with --overwrite, a second setup changes the given values and keeps the others") func again() throws {
    let project = try TestProject()
    project.run("setup", "--author", "Jane")
    let refused = project.run("setup", "--author", "Joe")
    #expect(refused.code == 1)
    #expect(
      refused.errors
        == "viper-generate: .viper-generate.json already exists; --overwrite changes the given values and keeps "
        + "the others\n")
    let dry = project.run("setup", "--overwrite", "--company", "Acme", "--dry-run")
    #expect(dry.text.contains("\n+  \"company\" : \"Acme\",\n") && dry.text.hasSuffix("nothing was written\n"))
    #expect(project.text(Self.name)?.contains("Acme") == false)
    project.run("setup", "--overwrite", "--company", "Acme")
    #expect(project.text(Self.name)?.contains("\"author\" : \"Jane\",\n  \"company\" : \"Acme\"") == true)
  }

  @Test(
    "unreadable defaults give a message with the mistake",
    arguments: [
      ("{", "it is not JSON"), ("{\"author\": 1}", "'author' has another type than expected"),
      ("{\"templates\": [1]}", "'templates' [0] has another type than expected"),
    ])
  func unreadable(text: String, reason: String) throws {
    let answer = try TestProject([Self.name: text]).run("Notes")
    #expect(answer.code == 2)
    #expect(
      answer.errors
        == "viper-generate: .viper-generate.json cannot be read: \(reason). Correct it, or remove it and run "
        + "setup\nviper-generate --help lists commands and options\n")
  }

  @Test("names that do not exist are not saved; values edited by hand are checked, too") func checking() throws {
    let project = try TestProject()
    let refused = project.run("setup", "--template", "modul")
    #expect(
      refused.code == 69 && refused.errors == "viper-generate: there is no template 'modul'; did you mean module?\n")
    #expect(project.run("setup", "--target", "Bse").code == 69 && project.text(Self.name) == nil)
    try project.write(Self.name, #"{"modules": "../Sources"}"#)
    #expect(
      project.run("Notes").errors.hasPrefix("viper-generate: --modules cannot be '../Sources': write a path inside of ")
    )
  }

  @Test("a composition root outside of the package is left alone, even as a default") func outside() throws {
    let other = try TestProject(), project = try TestProject(), before = other.files
    let root = "../\(other.folder.lastPathComponent)/Sources/App/App.swift"
    try project.write(Self.name, #"{"root": "\#(root)"}"#)
    for arguments in [["Notes", "--add-route"], ["setup", "--overwrite"]] {
      let answer = project.run(arguments: arguments)
      #expect(answer.code == 2)
      #expect(
        answer.errors.hasPrefix(
          "viper-generate: --root cannot be '\(root)': write a path inside of the package, such as Sources/App/App.swift\n"
        ))
    }
    #expect(other.files == before)
  }
}
