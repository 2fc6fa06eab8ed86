import Foundation
import Generator
import Testing

@Suite struct TemplateTests {
  private static let manifest = #"{"name": "mine", "description": "d", "target": "Mine", "dependencies": []}"#

  @Test("templates are listed and found by words; the project's own replace built-in ones of the same name")
  func list() throws {
    let project = try TestProject()
    let module = "  module  a list in a store, with a field to add items: all layers of a module\n"
    let screen = "  screen  a view and a router, for a screen that only shows texts\n"
    func found(_ words: String...) -> String { project.run(arguments: ["template"] + words).text }
    let none = "no template has 'tab bar' in its name or description; template list shows all\n"
    #expect(
      [found("list"), found("search", "ROUTER", "view"), found("search", "mod"), found("search", "tab", "bar")]
        == [module + screen, screen, module, none])
    project.run("template", "create", "screen", "--description", "ours")
    project.run("template", "create", "panel")
    let own = "  panel   a screen of this project (this project's)\n  screen  ours (this project's)\n"
    #expect(found("list") == module + own)
  }

  @Test("the module is at most eight files and 200 lines; one more operation of its store changes three of them")
  func size() throws {
    let code = GeneratorEnvironment.builtInTemplates.appendingPathComponent("module/Code")
    let files = try FileManager.default.contentsOfDirectory(atPath: code.path)
    let lines = try files.map { file in
      try String(contentsOf: code.appendingPathComponent(file), encoding: .utf8).count { $0 == "\n" }
    }
    #expect(files.count <= 8 && lines.reduce(0, +) <= 200 && StoreOperation.files.count == 3)
    let project = try TestProject()
    project.run("notes")
    try StoreOperation.add(to: "Notes") { file in
      try #require(project.text("Sources/App/Notes/Notes\(file)"), "\(file)")
    } write: { file, text in
      try project.write("Sources/App/Notes/Notes\(file)", text)
    }
    #expect(project.text("Sources/App/Notes/NotesPresenter.swift")?.contains("interactor.delete") == true)
  }

  @Test("a template is shown with its files, layers, parameters and dependencies") func show() throws {
    let project = try TestProject(), answer = project.run("template", "show", "module")
    let lines = """
        template    module: a list in a store, with a field to add items: all layers of a module
        author      swift-viper
        code        Code/__Name__ConsoleView.swift
        tests       Tests/__Name__FlowTests.swift
        flows       Flows/failures.flow
        needs       Signals, VIPER, REPL; with store: Services
        tests need  SignalsTesting, VIPERTesting
        --without   interactor: the use cases
        --set       Item=Item: the name of an item in code
      """
    let shown = answer.text.components(separatedBy: "\n")
    #expect(lines.components(separatedBy: "\n").filter { !shown.contains($0) } == [])
    project.expectRefusals(
      """
      > template show modul
      69 there is no template 'modul'; did you mean module?
      """)
  }

  @Test("a new template works without changes") func create() throws {
    let project = try TestProject()
    let before = project.files, dry = project.run("template", "create", "my-panel", "--dry-run")
    let isDry = project.files == before && dry.text.hasSuffix("\nnothing was written\n")
    #expect(isDry && dry.missing("\n+++ b/.viper-templates/my-panel/template.json\n") == [])
    let answer = project.run("template", "create", "my-panel", "--author", "Jane", "--description", "a panel")
    let written = """
      written: 8 new
      .viper-templates/my-panel is a template: change its files and template.json as you like.
      To compile and test it, add these targets to Package.swift:
        .target(name: "MyPanelTemplate", dependencies: […], path: ".viper-templates/my-panel/Code"),
        .testTarget(name: "MyPanelTemplateTests", dependencies: ["MyPanelTemplate", …], path: ".viper-templates/my-panel/Tests"),

      """
    let shown = project.run("template", "show", "my-panel")
    #expect(answer.text == written)
    #expect(shown.missing("template    my-panel: a panel\n", "author      Jane\n") == [])
    project.run("Notes", "--template", "my-panel")
    #expect(project.text("Tests/AppTests/Notes/NotesModuleTests.swift")?.contains("import App\n") == true)
    project.expectRefusals(
      """
      > template create my-panel --description another
      1 there is already a different template 'my-panel': .viper-templates/my-panel. Add --overwrite to replace it
      """)
    #expect(project.run("template", "create", "my-panel", "--overwrite").code == 0)
  }

  @Test("a name that is not safe for a folder is refused") func names() throws {
    let project = try TestProject()
    for name in ["a b", "../a", "1a", "ö", "_", "a.b"] {
      let rule = "write English letters, digits and -, such as my-screen"
      let refusal = "2 '\(name)' cannot be the name of a template; \(rule)"
      #expect(project.refusal(["template", "create", name]) == refusal)
    }
  }

  @Test("for a folder that is not a template, the error names the missing part") func broken() throws {
    let rows: [(files: [String: String], reason: String)] = [
      (
        ["template.json": "{\"name\": \"mine\"}"],
        "FOLDER/.viper-templates/mine/template.json cannot be read: there is no 'description'. It needs name, "
          + "description, target and dependencies"
      ),
      (
        ["template.json": "[]"],
        "FOLDER/.viper-templates/mine/template.json cannot be read: it has another type than expected. It needs name, "
          + "description, target and dependencies"
      ),
      (
        ["template.json": Self.manifest],
        "the template FOLDER/.viper-templates/mine has no Swift file in Code, so it cannot make a module"
      ),
      (
        ["template.json": Self.manifest, "Code/A.swift": ""],
        "the template FOLDER/.viper-templates/mine has a file without __Name__ in its name, Code/A.swift: rename it"
      ),
    ]
    for (files, reason) in rows {
      let project = try TestProject(Dictionary(files.map { (".viper-templates/mine/\($0.key)", $0.value) }) { $1 })
      project.expectRefusals("> Notes --template mine\n1 \(reason)")
    }
    let project = try TestProject([
      ".viper-templates/mine/template.json": Self.manifest, ".viper-templates/mine/Code/__Name__.swift": "",
    ])
    try Data([0xFF, 0xFE, 0x00]).write(
      to: project.folder.appendingPathComponent(".viper-templates/mine/Code/__Name__.swift"))
    let refusal = project.refusal(["Notes"])
    #expect(refusal.contains(" the template FOLDER/.viper-templates/mine cannot be read: "), "\(refusal)")
  }

  @Test("a template's target that is not an identifier is refused") func target() throws {
    for name in ["", "My Things", "1st", "my-things", "é"] {
      let project = try TestProject([
        ".viper-templates/mine/template.json": Self.manifest.replacing("Mine", with: name),
        ".viper-templates/mine/Code/__Name__.swift": "",
      ])
      let refusal =
        "the target '\(name)' in FOLDER/.viper-templates/mine/template.json cannot be imported; write English letters "
        + "and digits, such as ScreenTemplate"
      #expect(project.refusal(["Notes", "--template", "mine"]).dropFirst(2) == refusal)
    }
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
      project.run(name, "--template", "mine")
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
    let plain = project.text("Sources/App/A/Parts/AEntry.swift")
    let isPlain = plain?.contains("/// __Name__ of __Item__, Mine.\n") == true
    #expect(isPlain && odd.missing("  description  __Name__ of __Item__, Mine.\n") == [])
    let description = String(repeating: "word ", count: 30)
    project.run("class", "--template", "mine", "--without", "extra", "--description", description)
    #expect(
      project.text("Sources/App/Class/Parts/ClassEntry.swift") == """
        import Zebra
        #if canImport(UIKit)
          import UIKit
        #endif
        import App
        import EntryKit

        /// word word word word word word word word word word word word word word word word word word word word word word word
        /// word word word word word word word.
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
    project.run("class", "--template", "mine", "--without", "other", "--overwrite")
    let end = "struct ClassEntry {\n  let extra = \"Class\"\n}\n"
    #expect(project.text("Sources/App/Class/Parts/ClassEntry.swift")?.hasSuffix(end) == true)
  }

  @Test("a template with the line endings of Windows gives the same module") func windows() throws {
    let project = try TestProject(), other = try TestProject()
    for name in ["template.json", "Code/__Name__.swift", "Flows/a.flow"] {
      let text = [
        "template.json": #"""
        {"name": "mine", "description": "d", "target": "Mine", "dependencies": [],
         "layers": [{"name": "extra", "description": "", "files": []}]}

        """#,
        "Code/__Name__.swift": """
        // The header of each file in this template; it is long enough that the whole file has more than 120 letters.
        import Zebra
        import Mine

        struct __Name__ {
          #if EXTRA
            let extra = "__title__"
          #endif
        }

        """,
        "Flows/a.flow": "> :open __route__\n",
      ][name]
      let path = ".viper-templates/mine/\(name)"
      try project.write(path, try #require(text))
      try other.write(path, try #require(text).replacing("\n", with: "\r\n"))
    }
    for made in [project, other] { made.run("Notes", "--template", "mine", "--without", "extra") }
    for path in ["Sources/App/Notes/Notes.swift", "Flows/Notes/a.flow"] {
      #expect(project.text(path) != nil && other.text(path) == project.text(path))
    }
    #expect(other.text("Sources/App/Notes/Notes.swift")?.hasSuffix("import Zebra\n\nstruct Notes {\n}\n") == true)
  }
}
