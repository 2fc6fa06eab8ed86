import Generator
import Testing

@Suite struct CompositionRootTests {
  private func added(_ text: String, importing target: String? = nil) -> String? {
    CompositionRoot.all(in: [("App.swift", text)]).first?.adding("NotesModule", importing: target)?.after
  }

  @Test("a file that makes a navigator for a console gets the module, behind the others, once, and for that session")
  func adding() {
    let rows: [(call: String, end: String?)] = [
      ("Navigator(stage: $0.console, environment: e, modules: [home])", "[home] + NotesModule.all(for: $0))"),
      ("Navigator(stage: a.console, modules: all.all, trace: t)", "all.all + NotesModule.all(for: a), trace: t)"),
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
      ("Navigator(stage: s.console, modules: OldNotesModule.all)", "OldNotesModule.all + NotesModule.all(for: s))"),
      ("Navigator(stage: s.console, modules: [home] + NotesModule.all(for: s))", nil),
    ]
    let others = [
      "// Navigator(stage: s.console, modules: [])", "Navigator(stage: window, modules: [])",
      "Navigator(stage: stage, environment: scene.environment, modules: [])",
      "Navigator(stage: s.console)", "MyNavigator(stage: s.console, modules: [])",
      "Navigator(stage: s.console, modules:",
    ]
    #expect(CompositionRoot.all(in: others.map { ("App.swift", $0) }).isEmpty)
    for (call, end) in rows {
      let found = CompositionRoot.all(in: [("App.swift", call)]).count, text = added(call)
      #expect(found == 1 && (end.map { text?.hasSuffix($0) == true } ?? (text == nil)), "\(call): \(text ?? "nil")")
    }
  }

  @Test("an import is added once, in order, and outside of conditions, even if a condition contains the same import")
  func importing() {
    let call = "\nlet n = Navigator(stage: s.console, modules: [])"
    let some = "#if DEBUG\nimport Home\n  #if canImport(UIKit)\n  import UIKit\n  #endif\nimport Zebra\n#endif\n"
    let rows: [(source: String, target: String, start: String)] = [
      ("import Foundation\nimport REPL\n", "Home", "import Foundation\nimport Home\nimport REPL\n\nlet"),
      ("import Foundation\n", "Home", "import Foundation\nimport Home\n\nlet"), ("", "Home", "import Home\n\n"),
      ("import Home\n", "Home", "import Home\n\nlet"),
      ("import Alpha\n" + some, "Home", "import Alpha\nimport Home\n\(some)\nlet"),
      (some, "Kit", "import Kit\n\n\(some)\nlet"),
      (some + "import Rest\n", "Kit", "\(some)import Kit\nimport Rest\n\nlet"),
    ]
    for (source, target, start) in rows {
      let text = added(source + call, importing: target) ?? "nil"
      #expect(text.hasPrefix(start), "\(source): \(text)")
      // A file with the line endings of Windows keeps them.
      let windows = added((source + call).replacing("\n", with: "\r\n"), importing: target)
      #expect(windows == text.replacing("\n", with: "\r\n"), "\(source)")
    }
  }

  @Test("without a root, or with several, the module is written, and the next steps are printed") func finding() throws
  {
    let project = try TestProject(["Program/main.swift": TestProject.root])
    let none = try TestProject(["Sources/App/App.swift": "\n"]).run("Notes"), several = project.run("Notes")
    let named = project.run("Other", "--root", "Program/main.swift")
    let other = project.run("Third", "--root", "Package.swift")
    let way = "a Navigator(stage: ….console, …, modules: …)"
    let missing = [
      none.missing("\nnote: no file makes \(way); name the composition root: --root FILE\n"),
      several.missing(
        "\nnote: several files make a navigator: Sources/App/App.swift, Program/main.swift; name the composition root: "
          + "--root FILE\n"), named.missing("\n+++ b/Program/main.swift\n"),
      other.missing(
        "\nnote: Package.swift makes no Navigator(stage: ….console, …, modules: …)\n",
        "\nnext:\n  add after the modules of your navigator: + ThirdModule.all(for: session)\n  "
          + "swift test --filter Third\n  start the app, and type :open third\n"
          + "  to open it from another screen, add opens: .third to that screen's module\n"),
    ]
    #expect(missing == [[], [], [], []] && [none, several, named, other].allSatisfy { $0.code == 0 })
  }
}
