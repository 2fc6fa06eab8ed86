import Generator
import Testing

@Suite struct CompositionRootTests {
  private func added(_ text: String, importing target: String? = nil) -> String? {
    CompositionRoot.all(in: [("App.swift", text)]).first?.adding("NotesModule", importing: target)?.after
  }

  @Test(
    "the module is added behind the others, for the session that the console belongs to",
    arguments: [
      ("Navigator(stage: $0.console, environment: e, modules: [home])", "[home] + NotesModule.all(for: $0))"),
      (
        "Navigator(stage: session.console, modules: all.all, trace: t)",
        "all.all + NotesModule.all(for: session), trace: t)"
      ),
      (
        "VIPER.Navigator(\n  stage: a.b.console,\n  modules: [x, y] + f(1, 2)  // all\n)",
        "[x, y] + f(1, 2) + NotesModule.all(for: a.b)  // all\n)"
      ),
      ("Navigator(stage: s.console, modules: [])", "[] + NotesModule.all(for: s))"),
      (
        "ConsoleApp(name) { s in Navigator(stage: stage(s), environment: s.environment, modules: []) }",
        "[] + NotesModule.all(for: s)) }"
      ),
      ("Navigator(stage: s.console, modules: extra ?? [])", "(extra ?? []) + NotesModule.all(for: s))"),
      ("Navigator(stage: s.console, modules: f ? a : b, trace: t)", "(f ? a : b) + NotesModule.all(for: s), trace: t)"),
      ("Navigator(stage: s.console, modules: [m(\"?\")])", "[m(\"?\")] + NotesModule.all(for: s))"),
      (
        "Navigator(stage: s.console, modules: OldNotesModule.all(for: s))",
        "OldNotesModule.all(for: s) + NotesModule.all(for: s))"
      ),
    ])
  func adding(text: String, end: String) { #expect(added(text)?.hasSuffix(end) == true) }

  @Test("a module that is already listed is not added again") func there() {
    let call = "Navigator(stage: s.console, modules: [home] + NotesModule.all(for: s))"
    #expect(CompositionRoot.all(in: [("App.swift", call)]).count == 1 && added(call) == nil)
  }

  @Test("an import is added outside of conditions, even if a condition contains the same import") func conditions() {
    let call = "\nlet n = Navigator(stage: s.console, modules: [])"
    let some = "#if DEBUG\nimport Home\n  #if canImport(UIKit)\n  import UIKit\n  #endif\nimport Zebra\n#endif\n"
    let own = "import Alpha\n" + some
    #expect(added(own + call, importing: "Home")?.hasPrefix("import Alpha\nimport Home\n\(some)") == true)
    #expect(added(some + call, importing: "Kit")?.hasPrefix("import Kit\n\n\(some)") == true)
    #expect(added(some + "import Rest\n" + call, importing: "Kit")?.hasPrefix("\(some)import Kit\nimport Rest") == true)
  }

  @Test("the import of a target is added in order, once") func importing() {
    let call = "\nlet n = Navigator(stage: s.console, modules: [])"
    #expect(
      added("import Foundation\nimport REPL\(call)", importing: "Home")?.hasPrefix(
        "import Foundation\nimport Home\nimport REPL\n") == true)
    #expect(added("import Foundation\(call)", importing: "Home")?.hasPrefix("import Foundation\nimport Home\n") == true)
    #expect(added("import Home\(call)", importing: "Home")?.hasPrefix("import Home\n\nlet") == false)
    #expect(added("import Home\(call)", importing: "Home")?.contains("import Home\nimport Home") == false)
    #expect(added(call, importing: "Home")?.hasPrefix("import Home\n\n") == true)
  }

  @Test(
    "a file that makes no navigator for a console is no composition root",
    arguments: [
      "// Navigator(stage: s.console, modules: [])", "Navigator(stage: window, modules: [])",
      "Navigator(stage: stage, environment: scene.environment, modules: [])",
      "Navigator(stage: s.console)", "MyNavigator(stage: s.console, modules: [])",
      "Navigator(stage: s.console, modules:",
    ])
  func others(text: String) { #expect(CompositionRoot.all(in: [("App.swift", text)]).isEmpty) }

  @Test("without a root, or with several, the module is written, and the next steps are printed") func finding() throws
  {
    let none = try TestProject(["Sources/App/App.swift": "\n"]).run("Notes")
    #expect(none.code == 0)
    let way = "a Navigator(stage: ….console, …, modules: …)"
    #expect(none.text.contains("\nnote: no file makes \(way); name the composition root: --root FILE\n"))
    let project = try TestProject(["Program/main.swift": TestProject.root])
    #expect(
      project.run("Notes").text.contains(
        "\nnote: several files make a navigator: Sources/App/App.swift, Program/main.swift; name the composition root: "
          + "--root FILE\n"))
    #expect(project.run("Other", "--root", "Program/main.swift").text.contains("\n+++ b/Program/main.swift\n"))
    let other = project.run("Third", "--root", "Package.swift")
    #expect(other.code == 0)
    #expect(
      other.text.contains(
        "\nnote: Package.swift makes no Navigator(stage: ….console, …, modules: …)\n"))
    let paste = "add after the modules of your navigator: + ThirdModule.all(for: session)"
    #expect(
      other.text.hasSuffix("\nnext:\n  \(paste)\n  swift test --filter Third\n  start the app, and type :open third\n"))
  }
}
