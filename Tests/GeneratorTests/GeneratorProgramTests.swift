import Foundation
import Generator
import Testing

@Suite struct GeneratorProgramTests {
  @Test("the summary, warnings, the change of the app and its routes are printed before the first file is written")
  func summary() throws {
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
      warning: the target 'App' does not depend on Signals, VIPER, REPL, which the module needs; add to its dependencies \
      in Package.swift: .product(name: "Signals", package: "swift-viper"), .product(name: "VIPER", package: "swift-viper"), \
      .product(name: "REPL", package: "swift-viper")
      warning: the target 'AppTests' does not depend on REPL, VIPERTesting, which the module's tests need; add to its \
      dependencies in Package.swift: .product(name: "REPL", package: "swift-viper"), .product(name: "VIPERTesting", package: \
      "swift-viper")
      with --add-route, this adds the module to the app:
      --- a/Sources/App/App.swift
      +++ b/Sources/App/App.swift
      @@ -2,5 +2,5 @@
       import VIPER
      \u{20}
       public let app = ConsoleApp("app", home: "home") { session in
      -  try Navigator(stage: session.console, environment: session.environment, modules: [home])
      +  try Navigator(stage: session.console, environment: session.environment, modules: [home] + ShoppingListModule.all(for: session))
       }
      routes:
        shoppingList
      written: 7 new
      next:
        add the lines with a + to Sources/App/App.swift
        swift test --filter ShoppingList
        start the app, and type :open shoppingList
        to open it from another screen, add opens: .shoppingList to that screen's module

      """
    #expect(answer == TestProject.Answer(code: 0, text: expected, errors: ""))
    let files = ["App", "ShoppingList/ShoppingListRoute"].map { project.text("Sources/App/\($0).swift") }
    #expect(
      files == [
        TestProject.root,
        """
        // Made by Jane on 2014-05-21.

        import VIPER

        extension Route<Void, Never> {
          /// Shows all.
          package static var shoppingList: Self { Route("shoppingList") }
        }

        """,
      ])
  }

  @Test("the same request on the same day writes the same files; on another day only the header differs")
  func deterministic() throws {
    let first = try TestProject(), second = try TestProject(),
      command = ["Notes", "--author", "Jane", "--company", "Acme"]
    for project in [first, second] { _ = project.run(arguments: command) }
    #expect(first.files == second.files)
    second.now += 86_400
    _ = second.run(arguments: command + ["--overwrite"])
    let dated = first.files.mapValues { $0.replacing("Jane, Acme on 2014-05-21.", with: "Jane, Acme on 2014-05-22.") }
    #expect(second.files == dated && dated != first.files)
  }

  @Test(
    "a dry run writes nothing; its difference equals the written changes, and git can apply it",
    .enabled(if: InstalledGit.isThere, "there is no git")) func difference() throws
  {
    let project = try TestProject(), before = project.files, dry = project.run("Notes", "--dry-run", "--add-route")
    #expect(dry.code == 0 && dry.text.hasSuffix("\nnothing was written\n") && project.files == before)
    let lines = dry.text.split(separator: "\n", omittingEmptySubsequences: false)
    let diff = lines.drop { !$0.hasPrefix("--- ") }.prefix { $0 != "routes:" }.filter {
      $0 != "would add the module to the app:"
    }
    try project.write("all.diff", diff.joined(separator: "\n") + "\n")
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "apply", "all.diff"]
    git.currentDirectoryURL = project.folder
    git.environment = ProcessInfo.processInfo.environment.merging(["GIT_CEILING_DIRECTORIES": "/"]) { $1 }
    try git.run()
    git.waitUntilExit()
    try project.remove("all.diff")
    let other = try TestProject(), answer = other.run("Notes", "--add-route")
    #expect(answer.missing("\nadds the module to the app:\n", "\nwritten: 1 changed, 12 new\n") == [])
    #expect(git.terminationStatus == 0 && project.files == other.files)
  }

  @Test("--add-route changes the app, once") func addingRoute() throws {
    let project = try TestProject()
    project.run("Notes", "--add-route")
    #expect(project.text("Sources/App/App.swift")?.contains("modules: [home] + NotesModule.all(for: session))") == true)
    let again = project.run("Notes", "--add-route", "--overwrite"), note = "NotesModule is already part of the app"
    #expect(again.missing("\nnote: \(note)\n", "\nnothing to write: all files are up to date\n") == [])
  }

  @Test("the program works in any folder of the package, or on a named one; without a package, it reports that")
  func folders() throws {
    let project = try TestProject(["Sources/App/Deep/x.txt": ""]), other = try TestProject()
    project.run("Notes", in: "Sources/App/Deep")
    project.run("Notes", "--package-path", other.folder.path)
    #expect([project, other].allSatisfy { $0.text("Sources/App/Notes/NotesModule.swift") != nil })
    try project.remove("Package.swift")
    project.expectRefusals(
      """
      > Notes --package-path nowhere
      69 there is no folder FOLDER/nowhere; --package-path has to name the folder of a package
      > Notes
      69 there is no Package.swift in FOLDER or above; go to a package, or make one with swift package init
      """)
  }

  @Test("files get the project's format; without a formatter, there is a warning") func format() throws {
    let project = try TestProject([".swift-format": #"{"version": 1, "indentation": {"spaces": 4}}"#])
    let formatted = project.run("Notes", "--add-route")
    project.format = { _, _ in nil }
    let unformatted = project.run("Other"), path = project.folder.appendingPathComponent(".swift-format").path
    let note = "\nnote: swift format cannot be run with \(path): lines may be too long for it\n"
    #expect(unformatted.missing(note) == [] && !formatted.text.contains("note: swift format"))
    // A file that was not formatted before changes in one place only.
    let lines = ["Notes/NotesRoute", "App", "Other/OtherRoute"].map { project.text("Sources/App/\($0).swift") ?? "" }
    let parts = [
      "\n    package static var notes", "\n  try Navigator(stage: session.console,", "\n  package static var other",
    ]
    #expect(zip(lines, parts).allSatisfy { $0.contains($1) }, "\(lines)")
  }
}
