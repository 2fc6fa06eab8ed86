import Foundation
import Generator
import Testing

@Suite struct SetupTests {
  private static let name = ".viper-generate.json"

  @Test("missing values are inferred from the package and from git, shown and saved; every one applies as a default")
  func defaults() throws {
    let project = try TestProject()
    project.userName = "Jane Doe"
    let shown = """
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

      """
    #expect(project.run("setup", "--company", "Acme") == TestProject.Answer(code: 0, text: shown, errors: ""))
    let saved = [
      #""author":"JaneDoe""#, #""company":"Acme""#, #""flows":"Flows""#, #""modules":"Sources/App""#,
      #""root":"Sources/App/App.swift""#, #""target":"App""#, #""template":"module""#, #""tests":"Tests/AppTests""#,
    ]
    #expect(project.text(Self.name)?.filter { !$0.isWhitespace } == "{\(saved.joined(separator: ","))}")

    project.run(
      "setup", "--overwrite", "--author", "Jane", "--template", "screen", "--target", "Base", "--modules",
      "Sources/Base/Screens", "--tests", "Tests/Base", "--flows", "Sessions", "--root", "Sources/App/App.swift")
    let kept = project.run("Notes", "--dry-run").missing(
      "  template     screen: ", "  author       Jane, Acme\n", "  target       Base\n",
      "Sources/Base/Screens/Notes/Notes", " Tests/Base/Notes/Notes", " Sessions/Notes/screen.flow",
      "+++ b/Sources/App/App.swift\n", "// Made by Jane, Acme on 2014-05-21.")
    let said = project.run(
      "Notes", "--dry-run", "--author", "Joe", "--company", "Ltd", "--template", "module", "--target", "App",
      "--modules", "Sources/App/Screens", "--tests", "Tests/AppTests/Screens", "--flows", "Flows"
    ).missing(
      "  template     module: ", "  author       Joe, Ltd\n", "  target       App\n", "Sources/App/Screens/Notes/Notes",
      " Tests/AppTests/Screens/Notes/Notes", " Flows/Notes/list.flow", "// Made by Joe, Ltd on 2014-05-21.")
    #expect([kept, said] == [[], []])
  }

  @Test("with --overwrite, a second setup changes the given values and keeps the others") func again() throws {
    let project = try TestProject()
    project.run("setup", "--author", "Jane")
    let refusal = "1 .viper-generate.json already exists; --overwrite changes the given values and keeps the others"
    project.expectRefusals("> setup --author Joe\n\(refusal)")
    let dry = project.run("setup", "--overwrite", "--company", "Acme", "--dry-run"), before = project.text(Self.name)
    #expect(dry.missing("\n+  \"company\" : \"Acme\",\n", "nothing was written\n") == [])
    project.run("setup", "--overwrite", "--company", "Acme")
    let author = "\"author\" : \"Jane\"", after = project.text(Self.name)
    #expect(after != nil && after == before?.replacing(author, with: author + ",\n  \"company\" : \"Acme\""))
  }

  @Test("unreadable defaults and names that do not exist give a message with the mistake, and are not saved")
  func checking() throws {
    let project = try TestProject(), remedy = "Correct it, or remove it and run setup"
    project.expectRefusals(
      """
      > setup --template modul
      69 there is no template 'modul'; did you mean module?
      > setup --target Bse
      69 Package.swift has no target 'Bse'; did you mean Base?
      """)
    let rows = [
      ("{", "2 .viper-generate.json cannot be read: it is not JSON. \(remedy)"),
      ("{\"author\": 1}", "2 .viper-generate.json cannot be read: 'author' has another type than expected. \(remedy)"),
      (
        "{\"templates\": [1]}",
        "2 .viper-generate.json cannot be read: 'templates' [0] has another type than expected. \(remedy)"
      ),
      (
        #"{"modules": "../Sources"}"#,
        "2 --modules cannot be '../Sources': write a path inside of the package, such as Sources/App"
      ),
    ]
    for (text, refusal) in rows {
      try project.write(Self.name, text)
      project.expectRefusals("> Notes\n\(refusal)")
    }
  }

  @Test("a composition root outside of the package is left alone, even as a default") func outside() throws {
    let other = try TestProject(), project = try TestProject(), before = other.files
    let root = "../\(other.folder.lastPathComponent)/Sources/App/App.swift"
    try project.write(Self.name, #"{"root": "\#(root)"}"#)
    let refusal = "2 --root cannot be '\(root)': write a path inside of the package, such as Sources/App/App.swift"
    project.expectRefusals("> Notes --add-route\n\(refusal)\n> setup --overwrite\n\(refusal)")
    #expect(other.files == before)
  }
}
