import Generator
import Testing

@Suite struct CompositionRootTests {
  private static let call = "Navigator(stage: s.console, modules: [])"

  @Test(
    "a navigator for a console gets the module, for that session",
    arguments: [
      ("Navigator(stage: $0.console, environment: e, modules: [home])", "(for: $0) + [home])"),
      ("try Navigator(stage: a.console, modules: all.all, trace: t)", "(for: a) + all.all, trace: t)"),
      ("Navigator(stage: a.console, modules: MyNotesModule.all(for: a))", "(for: a) + MyNotesModule.all(for: a))"),
      ("VIPER.Navigator(\n  stage: a.b.console,\n  modules: [x, y]  // all\n)", "(for: a.b) + [x, y]  // all\n)"),
      (
        "ConsoleApp(name) { s in Navigator(stage: stage(s), environment: s.environment, modules: []) }",
        "(for: s) + []) }"
      ),
    ]) func adding(_ text: String, _ end: String) throws
  {
    let project = try TestProject(["Sources/App/App.swift": text])
    project.run("Notes", "--add-route")
    #expect(project.text("Sources/App/App.swift")?.hasSuffix("modules: NotesModule.all\(end)") == true)
  }

  @Test(
    "other calls are no composition root",
    arguments: [
      "// \(call)", "Navigator(stage: window, modules: [])", "MyNavigator(stage: s.console, modules: [])",
      "Navigator(stage: stage, environment: scene.environment, modules: [])", "Navigator(stage: s.console)",
    ]) func others(_ text: String) throws
  {
    try TestProject(["Sources/App/App.swift": text]).expectRefusals(
      """
      > Notes --add-route
      69 no single file has Navigator(stage: session.console, …, modules: …); name one: --root FILE
      > Notes --root Sources/App/App.swift
      69 Sources/App/App.swift has no Navigator(stage: session.console, …, modules: …); name another file: --root FILE
      """)
  }

  @Test("of several roots, one is named") func several() throws {
    let project = try TestProject(["Program/main.swift": Self.call])
    project.expectRefusals(
      """
      > Notes --add-route
      69 no single file has Navigator(stage: session.console, …, modules: …); name one: --root FILE
      """)
    #expect(
      project.run("Notes").missing("add before the modules in your navigator: NotesModule.all(for: session) + ") == [])
    project.run("Other", "--target", "App", "--add-route", "--root", "Program/main.swift")
    #expect(project.text("Program/main.swift")?.hasPrefix("import App\nNavigator(") == true)
  }

  @Test("a module is added once, and so is the import of its target") func once() throws {
    let project = try TestProject()
    project.run("Notes", "--target", "Base", "--add-route")
    let once = project.text("Sources/App/App.swift")
    #expect(once?.hasPrefix("import Base\nimport REPL\n") == true)
    let again = project.run("Notes", "--target", "Base", "--add-route", "--overwrite")
    #expect(again.missing("nothing to write: all files are up to date\n") == [])
    project.run("Other", "--target", "Base", "--add-route")
    #expect(project.text("Sources/App/App.swift")?.matches(of: /import Base/).count == 1)
  }
}
