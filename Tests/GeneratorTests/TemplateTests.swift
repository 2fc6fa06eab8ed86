import Foundation
import Generator
import Testing

@Suite struct TemplateTests {
  private static let manifest = #"{"name": "mine", "description": "d", "target": "Mine", "dependencies": []}"#

  @Test("templates are listed; the project's own replace built-in ones of the same name") func list() throws {
    let project = try TestProject()
    #expect(
      project.run("template", "list").text == """
          module  a list in a store, with a field to add items: all layers of a module
          screen  a view and a router, for a screen that only shows texts

        """)
    project.run("template", "create", "screen", "--description", "ours")
    project.run("template", "create", "panel")
    #expect(
      project.run("template", "list").text == """
          module  a list in a store, with a field to add items: all layers of a module
          panel   a screen of this project (this project's)
          screen  ours (this project's)

        """)
  }

  @Test("the module is at most eight files and two hundred lines of code") func size() throws {
    let code = GeneratorEnvironment.builtInTemplates.appendingPathComponent("module/Code")
    let files = try FileManager.default.contentsOfDirectory(atPath: code.path)
    let lines = try files.map { file in
      try String(contentsOf: code.appendingPathComponent(file), encoding: .utf8).count { $0 == "\n" }
    }
    #expect(files.count <= 8 && lines.reduce(0, +) <= 200)
  }

  @Test("one more operation of its store is a change of three files: interactor, presenter and view") func operation()
    throws
  {
    let project = try TestProject()
    project.run("notes")
    #expect(StoreOperation.files.count == 3)
    for (file, _) in StoreOperation.files { #expect(project.text("Sources/App/Notes/Notes\(file)") != nil, "\(file)") }
    try StoreOperation.add(to: "Notes") { file in
      try #require(project.text("Sources/App/Notes/Notes\(file)"))
    } write: { file, text in
      try project.write("Sources/App/Notes/Notes\(file)", text)
    }
    #expect(project.text("Sources/App/Notes/NotesPresenter.swift")?.contains("interactor.delete") == true)
  }

  @Test("templates are found by words of their names and descriptions") func search() throws {
    let project = try TestProject()
    #expect(project.run("template", "search", "ROUTER", "view").text.hasPrefix("  screen  "))
    #expect(project.run("template", "search", "mod").text.hasPrefix("  module  "))
    let none = project.run("template", "search", "tab", "bar")
    #expect(none.code == 0)
    #expect(none.text == "no template has 'tab bar' in its name or description; template list shows all\n")
  }

  @Test("a template is shown with its files, layers, parameters and dependencies") func show() throws {
    let text = try TestProject().run("template", "show", "module").text
    for line in [
      "  template    module: a list in a store, with a field to add items: all layers of a module",
      "  author      swift-viper", "  code        Code/__Name__ConsoleView.swift",
      "  tests       Tests/__Name__FlowTests.swift", "  flows       Flows/failures.flow",
      "  needs       Signals, VIPER, REPL",
      "  tests need  SignalsTesting, VIPERTesting", "  --without   interactor: the use cases",
      "  --set       Item=Item: the name of an item in code",
    ] { #expect(text.contains(line + "\n"), "\(line)") }
    #expect(try TestProject().run("template", "show", "modul").errors.contains("did you mean module?"))
  }

  @Test("a new template works without changes") func create() throws {
    let project = try TestProject()
    let dry = project.run("template", "create", "my-panel", "--dry-run")
    #expect(dry.text.contains("\n+++ b/.viper-templates/my-panel/template.json\n"))
    #expect(
      dry.text.hasSuffix("nothing was written\n") && project.text(".viper-templates/my-panel/template.json") == nil)
    let answer = project.run("template", "create", "my-panel", "--author", "Jane", "--description", "a panel")
    #expect(
      answer.text == """
        written: 8 new
        .viper-templates/my-panel is a template: change its files and template.json as you like.
        To compile and test it, add these targets to Package.swift:
          .target(name: "MyPanelTemplate", dependencies: […], path: ".viper-templates/my-panel/Code"),
          .testTarget(name: "MyPanelTemplateTests", dependencies: ["MyPanelTemplate", …], path: ".viper-templates/my-panel/Tests"),

        """)
    let shown = project.run("template", "show", "my-panel").text
    #expect(shown.contains("template    my-panel: a panel\n") && shown.contains("author      Jane\n"))
    #expect(project.run("Notes", "--template", "my-panel").code == 0)
    #expect(project.text("Tests/AppTests/Notes/NotesModuleTests.swift")?.contains("import App\n") == true)
    let again = project.run("template", "create", "my-panel", "--description", "another")
    #expect(again.code == 1)
    #expect(
      again.errors == "viper-generate: there is already a different template 'my-panel': "
        + ".viper-templates/my-panel. Add --overwrite to replace it\n")
    #expect(project.run("template", "create", "my-panel", "--overwrite").code == 0)
  }

  @Test("a name that is not safe for a folder is refused", arguments: ["a b", "../a", "1a", "ö", "-", "a.b"])
  func names(name: String) throws {
    let answer = try TestProject().run("template", "create", name == "-" ? "_" : name), shown = name == "-" ? "_" : name
    #expect(answer.code == 2)
    #expect(
      answer.errors.hasPrefix(
        "viper-generate: '\(shown)' cannot be the name of a template; write English letters, digits and -, such as my-screen\n"
      ))
  }

  @Test("for a folder that is not a template, the error names the missing part") func broken() throws {
    let cases =
      [
        (
          [:], "template.json", "{\"name\": \"mine\"}", 1,
          "cannot be read: there is no 'description'. It needs name, description, target and dependencies"
        ),
        ([:], "template.json", Self.manifest, 1, "has no Swift file in Code, so it cannot make a module"),
        (
          ["Code/A.swift": ""], "template.json", Self.manifest, 1,
          "has a file without __Name__ in its name, Code/A.swift: rename it"
        ),
      ] as [([String: String], String, String, Int32, String)]
    for (files, name, text, code, reason) in cases {
      let all = files.merging([name: text]) { $1 }
      let project = try TestProject(Dictionary(all.map { (".viper-templates/mine/\($0.key)", $0.value) }) { $1 })
      let answer = project.run("Notes", "--template", "mine"),
        path = project.folder.appendingPathComponent(".viper-templates/mine").path
      #expect(answer.code == code)
      let subject = reason.hasPrefix("cannot be read") ? "\(path)/template.json" : "the template \(path)"
      #expect(answer.errors == "viper-generate: \(subject) \(reason)\n")
    }
    let project = try TestProject([".viper-templates/mine/template.json": Self.manifest])
    let file = project.folder.appendingPathComponent(".viper-templates/mine/Code/__Name__.swift")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data([0xFF, 0xFE, 0x00]).write(to: file)
    #expect(
      project.run("Notes").errors.hasPrefix(
        "viper-generate: the template \(file.deletingLastPathComponent().deletingLastPathComponent().path) cannot be read: "
      ))
  }

  @Test(
    "a template's target that is not an identifier is refused", arguments: ["", "My Things", "1st", "my-things", "é"])
  func target(name: String) throws {
    let manifest = #"{"name": "mine", "description": "d", "target": "\#(name)", "dependencies": []}"#
    let project = try TestProject([
      ".viper-templates/mine/template.json": manifest, ".viper-templates/mine/Code/__Name__.swift": "",
    ])
    let file = project.folder.appendingPathComponent(".viper-templates/mine/template.json").path
    #expect(
      project.run("Notes", "--template", "mine").errors
        == "viper-generate: the target '\(name)' in \(file) cannot be imported; "
        + "write English letters and digits, such as ScreenTemplate\n")
  }

  @Test("a template's target is replaced as a whole word, and never inside the module's own name")
  func ownTarget() throws {
    let manifest = #"""
      {"name": "mine", "description": "d", "target": "Note", "dependencies": [],
       "parameters": [{"name": "", "description": "", "value": "Odd"}, {"name": "Item", "description": "", "value": "Row"}]}
      """#
    let source =
      "import Note\n\nstruct __Name____Item__: Note.Thing { let note = Notebook(MyNote()), __Name__Note = 1 }\n"
    let project = try TestProject([
      ".viper-templates/mine/template.json": manifest,
      ".viper-templates/mine/Code/__Name____Item__.swift": source,
    ])
    for name in ["Note", "NoteList"] {
      #expect(project.run(name, "--template", "mine").code == 0)
      #expect(
        project.text("Sources/App/\(name)/\(name)Row.swift")
          == "import App\n\nstruct \(name)Row: App.Thing { let note = Notebook(MyNote()), \(name)Note = 1 }\n")
    }
  }

  @Test("conditions of layers are resolved, others stay; comments are wrapped; there are no double empty lines")
  func rendering() throws {
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
            let debug = 1
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
    let project = try TestProject([
      ".viper-templates/mine/template.json": manifest,
      ".viper-templates/mine/Code/Parts/__Name____Item__.swift": source,
    ])
    let odd = project.run("a", "--template", "mine", "--description", "__Name__ of __Item__, Mine")
    #expect(odd.text.contains("  description  __Name__ of __Item__, Mine\n"))
    #expect(project.text("Sources/App/A/Parts/AEntry.swift")?.contains("/// __Name__ of __Item__, Mine\n") == true)
    let description = String(repeating: "word ", count: 30)
    #expect(project.run("class", "--template", "mine", "--without", "extra", "--description", description).code == 0)
    #expect(
      project.text("Sources/App/Class/Parts/ClassEntry.swift") == """
        import Zebra
        #if canImport(UIKit)
          import UIKit
        #endif
        import App
        import EntryKit

        /// word word word word word word word word word word word word word word word word word word word word word word word
        /// word word word word word word word
        struct ClassEntry {
          let other = 1

          let entry = ".\\(classRoute) class"
          #if DEBUG
            let debug = 1
          #else
            let release = 1
          #endif
        }

        """)
    #expect(project.run("class", "--template", "mine", "--without", "other", "--overwrite").code == 0)
    #expect(
      project.text("Sources/App/Class/Parts/ClassEntry.swift")?.hasSuffix(
        "struct ClassEntry {\n  let extra = \"Class\"\n}\n")
        == true)
  }
}
