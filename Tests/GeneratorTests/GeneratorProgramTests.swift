import Foundation
import Generator
import Testing

@Suite struct GeneratorProgramTests {
  @Test("a module's summary, warnings and next steps are printed, and its files are written") func summary() throws {
    let project = try TestProject()
    let answer = project.run(
      "shopping list", "--template", "screen", "--description", "Shows\nall.", "--author", "Jane")
    let expected = """
      ShoppingList
        template     screen: a view and a router, for a screen that only shows texts
        description  Shows all.
        author       Jane
        target       App
        route        shoppingList
        files        Flows/ShoppingList/screen.flow (new)
                     Sources/App/ShoppingList/ShoppingListConsoleView.swift (new)
                     Sources/App/ShoppingList/ShoppingListModule.swift (new)
                     Sources/App/ShoppingList/ShoppingListRoute.swift (new)
                     Sources/App/ShoppingList/ShoppingListTexts.swift (new)
                     Tests/AppTests/ShoppingList/ShoppingListFlowTests.swift (new)
                     Tests/AppTests/ShoppingList/ShoppingListModuleTests.swift (new)
      note: 'shopping list' becomes ShoppingList
      warning: the target 'App' needs more dependencies in Package.swift: Signals, VIPER, REPL
      warning: the target 'AppTests' needs more dependencies in Package.swift: Signals, REPL, VIPERTesting
      written: 7 new
      next:
        add before the modules in Sources/App/App.swift: ShoppingListModule.all(for: session) +\u{20}
        swift test --filter ShoppingList
        start the app, and type :open shoppingList
        to open it from another screen, add opens: .shoppingList to that screen's module

      """
    #expect(answer == TestProject.Answer(code: 0, text: expected, errors: ""))
    #expect(project.text("Sources/App/App.swift") == TestProject.root)
    let route = """
      // Made by Jane on 2014-05-21.

      import VIPER

      extension Route<Void, Never> {
        /// Shows all.
        package static var shoppingList: Self { Route("shoppingList") }
      }

      """
    #expect(project.text("Sources/App/ShoppingList/ShoppingListRoute.swift") == route)
  }

  @Test("the same request writes the same files; on another day only the header differs") func deterministic() throws {
    let first = try TestProject(), second = try TestProject()
    let command = ["Notes", "--author", "Jane", "--company", "Acme"]
    for project in [first, second] { project.run(arguments: command) }
    #expect(first.files == second.files)
    second.now += 86_400
    second.run(arguments: command + ["--overwrite"])
    let dated = first.files.mapValues { $0.replacing("Jane, Acme on 2014-05-21.", with: "Jane, Acme on 2014-05-22.") }
    #expect(second.files == dated)
    #expect(first.files != dated)
  }

  @Test("a dry run lists the files and writes nothing") func dryRun() throws {
    let project = try TestProject(["one/template.json": "{}"]), before = project.files
    let module = project.run("Notes", "--dry-run", "--add-route")
    #expect(module.missing("Sources/App/App.swift (changed)\n", "\nnothing was written\n") == [])
    let template = project.run("template", "create", "panel", "--dry-run")
    #expect(template.missing(".viper-templates/panel/template.json (new)\n", "\nnothing was written\n") == [])
    #expect(project.run("setup", "--dry-run").missing(".viper-generate.json (new)\nnothing was written\n") == [])
    #expect(project.files == before)
  }

  @Test("the program works in any folder of the package; without a package, it says so") func folders() throws {
    let project = try TestProject(["Sources/App/Deep/x.txt": ""])
    #expect(project.run("Notes", in: "Sources/App/Deep").code == 0)
    #expect(project.text("Sources/App/Notes/NotesModule.swift") != nil)
    try project.remove("Package.swift")
    project.expectRefusals(
      """
      > Notes
      69 there is no Package.swift in FOLDER or above; go to a package, or swift package init
      """)
  }
}
