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
      warning: the target 'AppTests' does not depend on REPL, VIPERTesting, which the module needs; add to its dependencies \
      in Package.swift: .product(name: "REPL", package: "swift-viper"), .product(name: "VIPERTesting", package: \
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

      """
    #expect(answer.text == expected)
    #expect(answer.code == 0 && answer.errors.isEmpty)
    #expect(project.text("Sources/App/App.swift") == TestProject.root)
    #expect(
      project.text("Sources/App/ShoppingList/ShoppingListRoute.swift") == """
        // Made by Jane on 2014-05-21.

        import VIPER

        extension Route<Void, Never> {
          /// Shows all.
          package static var shoppingList: Self { Route("shoppingList") }
        }

        """)
  }

  @Test("the same request on the same day writes the same files; on another day only the header differs")
  func deterministic()
    throws
  {
    let first = try TestProject(), second = try TestProject()
    for project in [first, second] { #expect(project.run("Notes", "--author", "Jane", "--company", "Acme").code == 0) }
    #expect(first.files == second.files)
    second.now += 86_400
    #expect(second.run("Notes", "--author", "Jane", "--company", "Acme", "--overwrite").code == 0)
    #expect(second.text("Flows/Notes/list.flow") == first.text("Flows/Notes/list.flow"))
    let line = second.text("Sources/App/Notes/NotesModule.swift")?.split(separator: "\n").first
    #expect(line == "// Made by Jane, Acme on 2014-05-22.")
  }

  @Test("a dry run writes nothing") func dryRun() throws {
    let project = try TestProject(), before = project.files
    let dry = project.run("Notes", "--dry-run", "--add-route")
    #expect(dry.code == 0 && dry.text.hasSuffix("nothing was written\n") && project.files == before)
    #expect(dry.text.contains("would add the module to the app:\n--- a/Sources/App/App.swift\n"))
  }

  @Test(
    "the difference of a dry run equals the written changes, and git can apply it",
    .enabled(if: InstalledGit.isThere, "there is no git")) func difference() throws
  {
    let project = try TestProject(), dry = project.run("Notes", "--dry-run", "--add-route")
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
    #expect(git.terminationStatus == 0)
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("all.diff"))
    let other = try TestProject()
    #expect(other.run("Notes", "--add-route").text.contains("\nwritten: 1 changed, 12 new\n"))
    #expect(project.files == other.files)
  }

  @Test("--add-route changes the app, once") func addingRoute() throws {
    let project = try TestProject()
    #expect(project.run("Notes", "--add-route").text.contains("\nadds the module to the app:\n"))
    #expect(project.text("Sources/App/App.swift")?.contains("modules: [home] + NotesModule.all(for: session))") == true)
    let again = project.run("Notes", "--add-route", "--overwrite")
    #expect(again.text.contains("\nnote: NotesModule is already part of the app\n"))
    #expect(again.text.hasSuffix("\nnothing to write: all files are up to date\n"))
  }

  @Test("the program works in any folder of the package, or on a named one") func folders() throws {
    let project = try TestProject(["Sources/App/Deep/x.txt": ""]), other = try TestProject()
    #expect(project.run("Notes", in: "Sources/App/Deep").code == 0)
    #expect(project.text("Sources/App/Notes/NotesModule.swift") != nil)
    #expect(project.run("Notes", "--package-path", other.folder.path).code == 0)
    #expect(other.text("Sources/App/Notes/NotesModule.swift") != nil)
  }

  @Test("without a package, the program reports that") func noPackage() throws {
    let project = try TestProject()
    let nowhere = project.run("Notes", "--package-path", "nowhere")
    #expect(nowhere.code == 69)
    #expect(
      nowhere.errors
        == "viper-generate: there is no folder \(project.folder.path)/nowhere; --package-path has to name the "
        + "folder of a package\n")
    try FileManager.default.removeItem(at: project.folder.appendingPathComponent("Package.swift"))
    let answer = project.run("Notes")
    #expect(answer.code == 69)
    #expect(
      answer.errors == "viper-generate: there is no Package.swift in \(project.folder.path) or above; go to a package, "
        + "or make one with swift package init\n")
  }

  @Test("files get the project's format; without a formatter, there is a warning") func format() throws {
    let project = try TestProject([".swift-format": #"{"version": 1, "indentation": {"spaces": 4}}"#])
    #expect(!project.run("Notes", "--add-route").text.contains("note: swift format"))
    #expect(project.text("Sources/App/Notes/NotesRoute.swift")?.contains("\n    package static var notes") == true)
    // A file that was not formatted before changes in one place only.
    #expect(project.text("Sources/App/App.swift")?.contains("\n  try Navigator(stage: session.console,") == true)
    project.format = { _, _ in nil }
    let path = project.folder.appendingPathComponent(".swift-format").path
    #expect(
      project.run("Other").text.contains(
        "\nnote: swift format cannot be run with \(path): lines may be too long for it\n"))
    #expect(project.text("Sources/App/Other/OtherRoute.swift")?.contains("\n  package static var other") == true)
  }
}
