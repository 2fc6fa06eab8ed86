import BuiltPackage
import Foundation
import Generator
import Testing

@Suite struct TemplateTests {
  private static let folder = ".viper-templates/mine"
  private static let manifest = #"{"name": "mine", "description": "d", "target": "Mine", "dependencies": []}"#
  private static let module = "  module  a list in a store, with a field to add items: all layers of a module\n"
  private static let screen = "  screen  a view and a router, for a screen that only shows texts\n"

  @Test(
    "templates are listed, and found by words",
    arguments: [
      (["list"], module + screen), (["search", "ROUTER", "view"], screen), (["search", "mod"], module),
      (
        ["search", "tab", "bar"],
        "no template has 'tab bar' in its name or description; template list shows all\n"
      ),
    ]) func list(_ words: [String], _ text: String) throws
  {
    #expect(try TestProject().run(arguments: ["template"] + words).text == text)
  }

  @Test("the project's own templates replace built-in ones of the same name") func own() throws {
    let project = try TestProject()
    project.run("template", "create", "screen", "--description", "ours")
    project.run("template", "create", "panel")
    let own = "  panel   a screen of this project (this project's)\n  screen  ours (this project's)\n"
    #expect(project.run("template", "list").text == Self.module + own)
  }

  @Test("the module is at most eight files and 200 lines; one more operation of its store changes three of them")
  func size() throws {
    let code = BuiltPackage.viper.appendingPathComponent("Sources/Generator/Templates/module/Code")
    let files = try FileManager.default.contentsOfDirectory(atPath: code.path)
    let lines = try files.map { file in
      try String(contentsOf: code.appendingPathComponent(file), encoding: .utf8).count { $0 == "\n" }
    }
    #expect(files.count <= 8)
    #expect(lines.reduce(0, +) <= 200)
    #expect(StoreOperation.files.count == 3)
    let project = try TestProject()
    project.run("notes")
    try StoreOperation.add(to: "Notes") { file in
      try #require(project.text("Sources/App/Notes/Notes\(file)"), "\(file)")
    } write: { file, text in
      try project.write("Sources/App/Notes/Notes\(file)", text)
    }
    #expect(project.text("Sources/App/Notes/NotesPresenter.swift")?.contains("interactor.delete") == true)
  }

  @Test("a template is shown with its manifest and files") func show() throws {
    let answer = try TestProject().run("template", "show", "screen")
    let layer = #"{ "name": "tests", "description": "the tests", "files": ["Tests"] }"#
    #expect(answer.missing(layer, "\n  Code/__Name__Route.swift\n", "\n  Flows/screen.flow\n") == [])
  }

  @Test("a new template works without changes, and is not replaced by another one") func create() throws {
    let project = try TestProject()
    let answer = project.run("template", "create", "my-panel", "--author", "Jane", "--description", "a panel")
    let next =
      "written: 8 new\nchange .viper-templates/my-panel as you like; to compile it, add a target mypanelTemplate with that "
      + "folder to Package.swift\n"
    #expect(answer.text == next)
    let shown = project.run("template", "show", "my-panel")
    #expect(shown.missing("\"description\" : \"a panel\"", "\"author\" : \"Jane\"") == [])
    project.run("Notes", "--template", "my-panel")
    #expect(project.text("Tests/AppTests/Notes/NotesModuleTests.swift")?.contains("import App\n") == true)
    project.expectRefusals(
      """
      > template create my-panel --description another
      1 there is already a different .viper-templates/my-panel/template.json. Add --overwrite to replace the template
      """)
    #expect(project.run("template", "create", "my-panel", "--overwrite").code == 0)
  }

  @Test("a name that is not safe for a folder is refused", arguments: ["a b", "../a", "1a", "ö", "_", "a.b"])
  func names(_ name: String) throws {
    let rule = "write English letters, digits and -, such as my-screen"
    let refusal = "2 '\(name)' cannot be the name of a template; \(rule)"
    #expect(try TestProject().refusal(["template", "create", name]) == refusal)
  }

  @Test(
    "for a folder that is not a template, the error names the missing part",
    arguments: [
      (
        ["template.json": "{\"name\": \"mine\"}"],
        "FOLDER/\(folder)/template.json cannot be read: description is missing. "
          + "It needs name, description, target and dependencies"
      ),
      (
        ["template.json": manifest],
        "the template FOLDER/\(folder) has no Swift file in Code, so it cannot make a module"
      ),
    ]) func broken(_ files: [String: String], _ reason: String) throws
  {
    let project = try TestProject(Dictionary(files.map { ("\(Self.folder)/\($0.key)", $0.value) }) { $1 })
    project.expectRefusals("> Notes --template mine\n1 \(reason)")
  }

  @Test("a file that is no text is named") func binary() throws {
    let path = "\(Self.folder)/Code/__Name__.swift"
    let project = try TestProject(["\(Self.folder)/template.json": Self.manifest, path: ""])
    try Data([0xFF, 0xFE, 0x00]).write(to: project.folder.appendingPathComponent(path))
    #expect(project.refusal(["Notes", "--template", "mine"]).hasPrefix("1 FOLDER/\(path) cannot be read: "))
  }

  /// A project with a template of two layers.
  private func layered(_ end: String = "\n") throws -> TestProject {
    let source = """
      import Zebra
      #if canImport(UIKit)
        import UIKit
      #endif
      import __Item__Kit
      import Mine

      /// __description__
      struct __Name____Item__ {
        #if EXTRA
          let extra = "__title__"

        #elseif OTHER
          let other = 1
        #else
          let none = 0
        #endif

        #if !EXTRA
          let __item__ = ".\\(__name__) __route__"
          #if DEBUG
            #endless(1)
          #else
            let release = 1
          #endif
        #endif
      }

      """
    let manifest = #"""
      {"name": "mine", "description": "d", "target": "Mine", "dependencies": [],
       "parameters": [{"name": "Item", "description": "", "value": "Entry"}],
       "layers": [{"name": "extra", "description": "", "files": []}, {"name": "other", "description": "", "files": []}]}
      """#
    return try TestProject([
      "\(Self.folder)/template.json": manifest,
      "\(Self.folder)/Code/Parts/__Name____Item__.swift": source.replacing("\n", with: end),
    ])
  }

  @Test(
    "conditions of layers are resolved, others stay, in a template with any line endings", arguments: ["\n", "\r\n"])
  func rendering(_ end: String) throws {
    let project = try layered(end)
    project.run("class", "--template", "mine", "--without", "extra")
    let expected = """
      import Zebra
      #if canImport(UIKit)
        import UIKit
      #endif
      import EntryKit
      import App

      /// The screen "Class".
      struct ClassEntry {
        let other = 1

        let entry = ".\\(classRoute) class"
        #if DEBUG
          #endless(1)
        #else
          let release = 1
        #endif
      }

      """
    #expect(project.text("Sources/App/Class/Parts/ClassEntry.swift") == expected)
    project.run("class", "--template", "mine", "--without", "other", "--overwrite")
    let rest = "struct ClassEntry {\n  let extra = \"Class\"\n}\n"
    #expect(project.text("Sources/App/Class/Parts/ClassEntry.swift")?.hasSuffix(rest) == true)
  }

  @Test("placeholders in the user's text are not replaced") func text() throws {
    let project = try layered()
    project.run("a", "--template", "mine", "--description", "__Name__ of __Item__")
    #expect(project.text("Sources/App/A/Parts/AEntry.swift")?.contains("/// __Name__ of __Item__.\n") == true)
  }
}
